"""A league's rounds with all that proves who sits where: hearts-rounds/1 (LEAGUES.md 6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from uuid import UUID

from deals.fairness.entries import parse_entry
from deals.fairness.proof import format_proof
from deals.fairness.service_entries import RoundEntry
from deals.selectors.deals import proofs_of_deals
from deals.selectors.log import (
    cosigned_note,
    entries_of_game,
    handover_checkpoints,
    latest_checkpoint,
    read_at_once,
)
from games.leagues.models import League, Round
from games.leagues.movements.stored import MOVEMENTS
from games.selectors.bundles import prove_entries

_ROUND: Final = "hearts/round/v1\n"


def rounds_bundle(league: UUID) -> dict[str, object] | None:
    """Return the rounds that the newest checkpoint covers, with plans, draws and proofs.

    None when there is no such league, or nothing is signed yet.
    """
    checkpoint = latest_checkpoint()
    if checkpoint is None or not League.objects.filter(id=league).exists():
        return None
    entries = entries_of_game(league, size=checkpoint.size)
    seated = [entry.round for entry in _rounds(entries)]
    rows = list(Round.objects.filter(league=league, number__in=seated).order_by("number"))
    seen = [one for one in handover_checkpoints(size=checkpoint.size) if one.size < checkpoint.size]
    named = {one.size: one.root.hex() for one in seen}
    return {
        "format": "hearts-rounds/1",
        "league": str(league),
        "rounds": [_plan(row) for row in rows],
        "deals": list(map(format_proof, proofs_of_deals([row.deal for row in rows]))),
        **read_at_once(lambda read: prove_entries(entries, named, checkpoint.size, read)),
        "checkpoint": cosigned_note(checkpoint),
        "seen": list(map(cosigned_note, seen)),
    }


def logged_rounds(league: UUID) -> dict[int, tuple[tuple[str, ...], ...]]:
    """Return the tables of a league's rounds as the public log has them, by round."""
    return {
        entry.round: tuple(line.entrants for line in entry.tables)
        for entry in _rounds(entries_of_game(league))
    }


def _rounds(entries: Iterable[tuple[int, str]]) -> list[RoundEntry]:
    parsed = (parse_entry(text) for _, text in entries if text.startswith(_ROUND))
    return [entry for entry in parsed if isinstance(entry, RoundEntry)]


def _plan(row: Round) -> dict[str, object]:
    """Return what was settled before a round was drawn."""
    movement = None
    if row.numbers is not None:
        rounds = MOVEMENTS[len(row.numbers)].rounds
        movement = {"rounds": [list(map(list, one)) for one in rounds], "step": row.step - 1}
    return {
        "order": list(map(str, row.order)),
        "sitting": list(map(str, row.sitting)),
        "movement": movement,
    }
