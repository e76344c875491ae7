"""Live hands, their cards and passes, sealed again after a new sealing key came into use."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from deals.services.keys import service_keys
from deals.services.losing import count_older_seals, is_under
from games.models import HandState, SealedPass
from games.selectors.hands import pass_context
from games.services.table import lock_table, save_table

_NEVER: Final = datetime.fromtimestamp(0, UTC)
"""Nothing happens in the game: its time stays that of its last line."""


def reseal_hands() -> int:
    """Seal the hands that are on again, under the newest key; return how many."""
    games = HandState.objects.exclude(sealed=None).values_list("game_id", flat=True)
    return sum(map(_reseal_hand, games))


def older_seals() -> int:
    """Return how many live secrets are still sealed under another key than the newest."""
    older = ~is_under("sealed", service_keys().sealer.newest)
    hands = HandState.objects.exclude(sealed=None).filter(older).count()
    return count_older_seals() + hands + SealedPass.objects.filter(older).count()


@transaction.atomic
def _reseal_hand(game: UUID) -> int:
    table = lock_table(game, now=_NEVER)
    if table.hand is None:
        return 0
    save_table(table)
    sealer = service_keys().sealer
    for row in SealedPass.objects.filter(game=game):
        sealed = sealer.reseal(bytes(row.sealed), context=pass_context(game, row.seq))
        SealedPass.objects.filter(game=game, seq=row.seq).update(sealed=sealed)
    return 1
