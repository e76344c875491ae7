"""An archive in the database, to be audited and read. Needs Django's settings."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.utils import timezone

from deals.selectors.log_check import check_stored_log
from deals.services.keys import service_keys
from games.leagues.services.league_runs import audit_league
from games.models import Game, Score
from games.selectors.audit_runs import run_findings
from games.services.audit_chunks import audit_chunk
from games.services.audit_runs import plan_audit, request_run
from games.services.bulk_auditing import SoundLog, audit_games, read_ahead
from games.services.filling.fill import fill
from games.services.filling.planting import Planted

CHUNK = 100
EVENTS = "COPY (SELECT line, head FROM games_event ORDER BY game_serial, seq) TO STDOUT"
DEAL = "number, purpose, deck, sources, beacon, commitment, state, seed, attempts, index"
SCORE = "game_id, hand, seq, direction, points, scores, totals"
ROWS = (
    EVENTS,
    "COPY (SELECT game, index, text, hashes FROM deals_entry ORDER BY game, index) TO STDOUT",
    f"COPY (SELECT {DEAL} FROM deals_deal ORDER BY number) TO STDOUT",  # noqa: S608 - above
    "COPY (SELECT deal_id, seat, commitment, nonce FROM deals_contribution) TO STDOUT",
    f"COPY (SELECT {SCORE} FROM games_score) TO STDOUT",  # noqa: S608 - above
    "COPY (SELECT id, header, state, seq, head, totals, winners FROM games_game) TO STDOUT",
    "COPY (SELECT game_id, seq, hand, before, phase FROM games_handstate) TO STDOUT",
    "COPY (SELECT size, root FROM deals_checkpoint) TO STDOUT",
)
TABLES = (
    *("games_event", "games_score", "games_handstate", "games_game", "games_seatholder"),
    *("deals_entry", "deals_deal", "deals_contribution", "deals_checkpoint", "games_audit"),
)
WORK = {"plan_audit": plan_audit, "audit_chunk": audit_chunk, "audit_league": audit_league}


def fill_database(hands: int, faults: int) -> list[Planted]:
    """Fill it; the faults planted."""
    batches = fill(hands, faults=faults, now=timezone.now())
    return [one for _, planted in batches for one in planted]


def settle() -> None:
    """Let the server do what it would do in a quiet hour."""
    with connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"VACUUM (ANALYZE, FREEZE) {table}")


def sound_games() -> list[UUID]:
    """All games that a run has found right, the oldest first."""
    rows = Game.objects.filter(audits__verdict="ok").order_by("created", "id")
    return list(rows.values_list("id", flat=True))


def hands(*, sound: bool = False) -> int:
    """How many hands are stored, of all games or of those."""
    scores = Score.objects.filter(game__audits__verdict="ok") if sound else Score.objects
    return scores.count()


def sizes(hands: int) -> Iterator[tuple[str, float]]:
    """What a hand takes in each table, its indexes included; and in all of them."""
    total = 0.0
    for table in TABLES:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_total_relation_size(%s::regclass), pg_indexes_size(%s::regclass)",
                [table, table],
            )
            size, indexes = cursor.fetchone()
        total += size / hands
        yield f"{table} ({indexes / hands:.0f} of it indexes)", size / hands
    yield "all", total


def audit_everything() -> list[dict[str, object]]:
    """Do a whole run in this process; its findings."""
    run, hint = request_run(None, now=timezone.now())
    hints = [hint]
    while hints:
        hint = hints.pop(0)
        hints += WORK[hint.kind](hint.job, now=timezone.now())
    return list(run_findings(run))


def not_as_planted(planted: list[Planted], found: list[dict[str, object]]) -> list[object]:
    """The faults that no finding names, and the findings of games that have no fault."""
    by_game: dict[object, list[dict[str, object]]] = {}
    for finding in found:
        by_game.setdefault(finding["game"], []).append(finding)
    wrong: list[object] = []
    for fault in planted:
        wanted = {key: value for key, value in fault.to_json().items() if value is not None}
        del wanted["kind"]
        named = by_game.pop(wanted["game"], [])
        if not any(wanted.items() <= finding.items() for finding in named):
            wrong.append(fault)
    return [*wrong, *by_game.values()]


def audit_alone(some: list[UUID]) -> None:
    """Audit games in chunks, as `manage.py audit` does: the database gathers the next meanwhile."""
    read_ahead()
    audit_plain(some)
    read_ahead(0)


def audit_plain(some: list[UUID]) -> None:
    """Audit games in chunks, as workers do."""
    log = SoundLog(settings.HEARTS_ORIGIN, 2**60)
    for at in range(0, len(some), CHUNK):
        for _ in audit_games(some[at : at + CHUNK], log):
            pass


def server_seconds() -> float:
    """Processor time that this connection's server has used, to 10 ms."""
    connection.ensure_connection()
    pid = connection.connection.info.backend_pid
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def check_log() -> None:
    """Check the whole log, as each run does once."""
    key = service_keys().log.verifier_key
    if check_stored_log(key=key, go_on=lambda: None).findings:
        raise RuntimeError("the log is not whole")


def copy_events() -> None:
    """Read the event rows as PostgreSQL sends them."""
    _copy(EVENTS)


def copy_all() -> None:
    """Read all rows that the audit reads."""
    for statement in ROWS:
        _copy(statement)


def _copy(statement: str) -> None:
    size = 0
    with connection.cursor() as cursor, cursor.copy(statement) as rows:
        for block in rows:
            size += len(block)
