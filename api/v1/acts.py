"""What all acts of a game answer: the event, its receipt, and a hint to the workers."""

from __future__ import annotations

from rest_framework.response import Response

from api.endpoint import PRIVATE
from games.services.acts import Act
from games.tasks import wake


def act_answer(act: Act, *, status: int) -> Response:
    """Wake the workers, and answer an act to the seat that made it."""
    wake(act.hints)
    return Response(act_json(act), status=status, headers=PRIVATE)


def act_json(act: Act) -> dict[str, object]:
    """Return an act as JSON."""
    event = {"seq": act.seq, "line": act.line, "head": act.head}
    opening = {} if act.opening is None else {"opening": act.opening}
    return {"event": event, "receipt": act.receipt, **opening}
