"""The cards of live hands, sealed again after a new sealing key came into use."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from games.models import HandState
from games.services.table import lock_table, save_table

_NEVER: Final = datetime.fromtimestamp(0, UTC)
"""Nothing happens in the game: its time stays that of its last line."""


def reseal_hands() -> int:
    """Seal the hands that are on again, under the newest key; return how many."""
    games = HandState.objects.exclude(sealed=None).values_list("game_id", flat=True)
    return sum(map(_reseal_hand, games))


@transaction.atomic
def _reseal_hand(game: UUID) -> int:
    table = lock_table(game, now=_NEVER)
    if table.hand is None:
        return 0
    save_table(table)
    return 1
