"""Auditing many games: a quick reader accepts what is plainly right, the ten steps judge the rest.

What the quick reader accepts, the ten steps accept with the same report: so nothing is lost by it
but time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import connection

from deals.selectors.log_check import roots_of_games
from games.models import Audit, Game
from games.replay.finding import Finding
from games.selectors.stored import stored_games
from games.services.auditing import ENGINE, store_findings, without_nul
from games.services.examining import examine_game
from games.services.plain_reading import report_of_texts
from games.verifier.plain.stored import LogState
from games.verifier.report import Report

_UPSERT: Final = """
INSERT INTO games_audit (id, game_id, seq, engine, verdict, strength, choices, report, time)
SELECT gen_random_uuid(), new.game, new.seq, %(engine)s, new.verdict, new.strength, new.choices,
       new.report::jsonb, %(now)s
FROM unnest(%(games)s::uuid[], %(seqs)s::int[], %(verdicts)s::text[], %(strengths)s::text[],
            %(choices)s::int[], %(reports)s::text[])
     AS new (game, seq, verdict, strength, choices, report)
ON CONFLICT (game_id, seq) DO UPDATE
SET engine = excluded.engine, verdict = excluded.verdict, strength = excluded.strength,
    choices = excluded.choices, report = excluded.report, time = excluded.time
WHERE (games_audit.engine, games_audit.verdict, games_audit.strength, games_audit.choices,
       games_audit.report)
      IS DISTINCT FROM
      (excluded.engine, excluded.verdict, excluded.strength, excluded.choices, excluded.report)
RETURNING id, game_id
"""


_ahead = 0


def read_ahead(results: int = 2) -> None:
    """Have the database gather so many results from now on, while this process works on others.

    For a process that works alone, or far from its database: workers that fill all cores gain
    nothing by it. The end of a result comes with the next one's beginning: so two, not one.
    """
    global _ahead  # noqa: PLW0603 - how this process works
    _ahead = results


@dataclass(frozen=True)
class AuditedGame:
    """What was found of a game at a seq."""

    game: UUID
    seq: int
    report: Report

    @property
    def defects(self) -> list[Finding]:
        """What is wrong with it: that a game is still on is not."""
        return [one for one in self.report.findings if one.rule != "incomplete"]

    def findings(self) -> list[dict[str, object]]:
        """Return what is wrong with it, as JSON takes it, each with the game."""
        found = [{"game": str(self.game), **one.to_json()} for one in self.defects]
        cleaned = without_nul(found)
        return cleaned if isinstance(cleaned, list) else []


@dataclass(frozen=True)
class SoundLog:
    """The log as a check has found it whole: its origin, and how far."""

    origin: str
    size: int


def audit_games(games: Sequence[UUID], log: SoundLog | None) -> Iterator[AuditedGame]:
    """Audit some hundred games; without a sound log every one of them by the ten steps.

    A game that is gone is left out.
    """
    if log is None:
        there = set(Game.objects.filter(id__in=games).values_list("id", flat=True))
        yield from (_examined(game) for game in games if game in there)
        return
    state = _log_state(games, log)
    texts = stored_games(games, ahead=_ahead)
    plain = {one.game: (one.seq, report_of_texts(one, state)) for one in texts}
    for game in games:
        if game in plain:
            seq, report = plain[game]
            yield _examined(game) if report is None else AuditedGame(game, seq, report)


def _examined(game: UUID) -> AuditedGame:
    return AuditedGame(game, *examine_game(game))


def _log_state(games: Sequence[UUID], log: SoundLog) -> LogState:
    """Return the log with the signed states that these games can name."""
    return LogState(log.origin.encode(), log.size, roots_of_games(games, size=log.size))


def store_audits(audited: Sequence[AuditedGame], *, now: datetime) -> None:
    """Store what was found, in one statement; what stands already as it is is not written again.

    An audit's time is that at which its answer was new.
    """
    if not audited:
        return
    reports = [one.report for one in audited]
    with connection.cursor() as cursor:
        cursor.execute(
            _UPSERT,
            {
                "engine": ENGINE,
                "now": now,
                "games": [one.game for one in audited],
                "seqs": [one.seq for one in audited],
                "verdicts": [report.verdict for report in reports],
                "strengths": [report.strength or "" for report in reports],
                "choices": [report.choices for report in reports],
                "reports": [json.dumps(without_nul(report.to_json())) for report in reports],
            },
        )
        written = {game: audit for audit, game in cursor.fetchall()}
    findings = {one.game: one.report.findings for one in audited}
    for audit in Audit.objects.filter(id__in=written.values()).order_by("id"):
        if audit.game_id is not None:
            store_findings(audit, findings[audit.game_id])
