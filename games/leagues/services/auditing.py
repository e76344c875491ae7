"""Audit of a league: what is stored against what follows from its events, games and draws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from deals.services.effects import note_effect
from deals.services.keys import service_keys
from games.leagues.models import TableGame
from games.leagues.selectors.proofs import logged_rounds, rounds_bundle
from games.leagues.services.locked import lock_league
from games.leagues.services.rebuilding import (
    LeagueRows,
    derived_league,
    rebuild_league,
    stored_league,
)
from games.leagues.standings.tally import Tally
from games.selectors.results import results_of
from games.services.auditing import sign_before
from games.verifier.options import Options
from games.verifier.verify import verify_value

STEP: Final = 11
RULE: Final = "stored_standings"


@dataclass(frozen=True)
class LeagueFinding:
    """One difference: which entrant, round or game, and both values.

    A round that was seated otherwise than drawn has the step and rule of the verifier.
    """

    entrant: str | None
    round: int | None
    game: str | None
    detail: str
    step: int = STEP
    rule: str = RULE

    def to_json(self) -> dict[str, object]:
        """Return it as findings of audits are written."""
        return {"step": self.step, "rule": self.rule} | vars(self)


@dataclass(frozen=True)
class LeagueAudit:
    """What an audit of a league found, and whether rows were replaced after it."""

    findings: tuple[LeagueFinding, ...]
    repaired: bool


def audit_league(league: UUID, *, repairs: bool, now: datetime) -> LeagueAudit:
    """Compare a league's rows with its events, its games and the public log, its seats with lots.

    With `repairs` rows are replaced. The events are never touched: a result that was counted
    wrongly is corrected by the director. Raises UnknownLeague.
    """
    sign_before(now=now)
    with transaction.atomic():
        derived = derived_league(lock_league(league, now=now).id)
        differences = _differences(stored_league(league), derived)
        findings = (*differences, *_results(league), *_logged(league, derived))
        repaired = repairs and rebuild_league(league, now=now)
        note_effect()
    return LeagueAudit((*findings, *_drawn(league)), repaired)


def _logged(league: UUID, derived: LeagueRows) -> Iterator[LeagueFinding]:
    """Compare the tables that the events say with those of the public log."""
    logged = logged_rounds(league)
    for number, _, tables, *_ in derived.rounds:
        if logged.get(number) != tables:
            yield LeagueFinding(None, number, None, "the public log has other tables")


def _drawn(league: UUID) -> Iterator[LeagueFinding]:
    """Hold the seats of the rounds to their draws, as a stranger's verifier does."""
    report = verify_value(rounds_bundle(league), Options(key=service_keys().log.verifier_key))
    for one in report.findings:
        yield LeagueFinding(None, one.hand, None, one.detail, one.step, one.rule)


def _differences(stored: LeagueRows, derived: LeagueRows) -> Iterator[LeagueFinding]:
    for entrant in derived.tallies:
        yield from _of_entrant(entrant, stored, derived)
    for game in sorted(stored.results.keys() | derived.results.keys()):
        kept, follows = (rows.results.get(game) for rows in (stored, derived))
        if kept != follows:
            yield LeagueFinding(None, None, game, f"stored {kept}, rebuilt {follows}")
    for number in range(max(len(stored.rounds), len(derived.rounds))):
        if stored.rounds[number : number + 1] != derived.rounds[number : number + 1]:
            yield LeagueFinding(None, number + 1, None, "the stored round is another one")


def _of_entrant(entrant: str, stored: LeagueRows, derived: LeagueRows) -> Iterator[LeagueFinding]:
    said = [
        (
            _said(rows.tallies.get(entrant)),
            f"left {entrant in rows.left}",
            f"sit-outs {rows.sat.get(entrant)}",
        )
        for rows in (stored, derived)
    ]
    for kept, follows in zip(*said, strict=True):
        if kept != follows:
            yield LeagueFinding(entrant, None, None, f"stored {kept}, rebuilt {follows}")


def _results(league: UUID) -> Iterator[LeagueFinding]:
    """Compare what the league saw of its games with the games themselves."""
    rows = list(TableGame.objects.filter(table__round__league=league).order_by("pk"))
    own = results_of([row.game_id for row in rows])
    for row in rows:
        result = own[row.game_id]
        if row.seen is not None and result.is_played and list(result.totals) != row.seen:
            detail = f"the game came to {list(result.totals)}, the league saw {row.seen}"
            if result.is_shut:  # Nobody but its own seats learns what a shut board came to.
                detail = "a shut board came to something else than the league saw"
            yield LeagueFinding(None, None, str(row.game_id), detail)


def _said(tally: Tally | None) -> str:
    """Return what a tally says of the places, in few words."""
    if tally is None:
        return "nothing"
    return f"{tally.sum} in {tally.games}, {tally.firsts} firsts, {tally.points} points"
