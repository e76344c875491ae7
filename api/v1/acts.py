"""What all acts of a game answer: the event, its receipt, and a hint to the workers."""

from __future__ import annotations

from rest_framework.response import Response

from api.endpoint import PRIVATE
from api.shown import act_json
from games.services.acts import Act
from games.tasks import wake


def act_answer(act: Act, *, status: int) -> Response:
    """Wake the workers, and answer an act to the seat that made it."""
    wake(act.hints)
    return Response(act_json(act), status=status, headers=PRIVATE)
