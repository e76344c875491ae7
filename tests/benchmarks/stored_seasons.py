"""Seasons in the database as their events left them, written straight; and what they cost to read.

Needs Django's settings. Cost is the processor's time, of this process and of the server's beside
it: the machine may do other things meanwhile.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import process_time
from typing import Final
from uuid import UUID, uuid4

from django.db import connection, transaction
from django.utils import timezone

from games.leagues.models import League, Round, TableGame
from games.leagues.services.counting import count_game
from games.leagues.services.locked import lock_league
from games.leagues.services.rebuilding import derived_league, rebuild_league, stored_league
from games.leagues.standings.facts import Counted, Drawn, Fact, fact_to_json, kind_of
from games.models import Game, RuleSet
from games.rules.ruleset import RuleSet as Rules
from games.rules.ruleset import format_rules_line
from games.services.accounts import create_account
from games.services.clubs import create_club

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
_TICKS = os.sysconf("SC_CLK_TCK")

STANDINGS: Final = "UPDATE leagues_standing SET games = 0, sum = '0' WHERE league_id = %s"
RESULTS: Final = """
UPDATE leagues_tablegame SET totals = '{0,0,0,0}' FROM leagues_table t, leagues_round r
WHERE t.id = table_id AND r.id = round_id AND r.league_id = %s
"""


class Cost:
    """Seconds of the processor that a piece of work took: of this process, and of the server."""

    def __init__(self, work: Callable[[], object]) -> None:
        server = _server_seconds()
        own = process_time()
        self.result = work()
        self.own = process_time() - own
        self.server = _server_seconds() - server


def _server_seconds() -> float:
    """Return the processor's time of our session's server process, to a hundredth."""
    pid = connection.connection.info.backend_pid if connection.connection else _open()
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _open() -> int:
    connection.ensure_connection()
    return connection.connection.info.backend_pid


def store_season(kind: str, facts: Sequence[Fact]) -> UUID:
    """Write a league whose events are these, with the rows that follow from them; its id."""
    owner = create_account(f"owner-{uuid4().hex[:8]}", "four tables of hearts", now=BEGAN)
    league = League.objects.create(
        club_id=create_club("Club", owner=owner, now=BEGAN),
        name="Season",
        kind=kind,
        play="sheet",
        rules=[format_rules_line(Rules())],
        sources="-",
        lots="server",
        wait=600,
        games=1,
        seq=len(facts),
        time=BEGAN + timedelta(seconds=len(facts)),
        created=BEGAN,
    )
    with transaction.atomic():
        _copy_events(league.id, facts)
        _copy_entrants(league.id, facts)
        _copy_rounds(league, facts)
        rebuild_league(league.id, now=timezone.now())
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    if stored_league(league.id) != derived_league(league.id):
        raise RuntimeError("the stored season is another one than was written")
    return league.id


def _copy(table: str, columns: str, rows: Iterable[Sequence[object]]) -> None:
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy,
    ):
        for row in rows:
            copy.write_row(row)


def _copy_events(league: UUID, facts: Sequence[Fact]) -> None:
    rows = (
        (
            league,
            seq,
            BEGAN + timedelta(seconds=seq),
            kind_of(fact),
            json.dumps(fact_to_json(fact)),
            "",
        )
        for seq, fact in enumerate(facts, start=1)
    )
    _copy("leagues_leagueevent", "league_id, seq, time, kind, detail, reason", rows)


def _copy_entrants(league: UUID, facts: Sequence[Fact]) -> None:
    entered = [fact.entrant for fact in facts if kind_of(fact) == "enter"]
    rows = (
        (entrant, league, number, f"guest {number}", "guest", False, 0)
        for number, entrant in enumerate(entered, start=1)
    )
    _copy(
        "leagues_entrant",
        "id, league_id, number, name, holder, left, sat".replace("left", '"left"'),
        rows,
    )


def _copy_rounds(league: League, facts: Sequence[Fact]) -> None:
    """Write the rounds, their tables, and a game of each table, over with the totals counted."""
    drawn = [fact for fact in facts if isinstance(fact, Drawn)]
    rounds = {fact.round: uuid4() for fact in drawn}
    for fact in drawn:
        _copy(
            "leagues_round",
            'id, league_id, number, state, deal, "order", sizes, sitting, begins, step, created',
            [
                (
                    rounds[fact.round],
                    league.id,
                    fact.round,
                    "closed" if fact.round < len(drawn) else "open",
                    fact.deal,
                    [],
                    [],
                    [],
                    False,
                    0,
                    BEGAN,
                )
            ],
        )
    tables = {
        (fact.round, number): (uuid4(), [UUID(one) for one in entrants])
        for fact in drawn
        for number, entrants in enumerate(fact.tables, start=1)
    }
    _copy(
        "leagues_table",
        "id, round_id, number, entrants",
        (
            (key, rounds[number], place, entrants)
            for (number, place), (key, entrants) in tables.items()
        ),
    )
    results = list(_results(facts))
    _copy_games(league, results)
    _copy(
        "leagues_tablegame",
        "table_id, number, game_id, counted",
        ((tables[number, place][0], at, game, False) for number, place, at, game, _ in results),
    )


def _results(facts: Iterable[Fact]) -> Iterator[tuple[int, int, int, str, tuple[int, ...]]]:
    """Give round, table, number there, game and totals of each result."""
    for fact in facts:
        match fact:
            case Counted(round=number, table=table, game=game, totals=totals):
                yield number, table, 1, game, totals
            case _ if kind_of(fact) == "board":
                for table, game, totals in fact.results:
                    yield fact.round, table, fact.board, game, totals


def _copy_games(league: League, results: Iterable[tuple]) -> None:
    rules = RuleSet.objects.get_or_create(line=league.rules[0])[0].id
    _copy(
        "games_game",
        "id, kind, rules_id, sources, wait, header, club_id, board, shut, state, seq, head, time,"
        " hand, computers, totals, winners, created",
        (
            (
                game,
                "sheet",
                rules,
                "-",
                600,
                "",
                league.club_id,
                "",
                False,
                "finished",
                1,
                "",
                BEGAN,
                1,
                [],
                list(totals),
                [],
                BEGAN,
            )
            for _, _, _, game, totals in results
        ),
    )


def cost_of_rebuilding(league: UUID, *, spoilt: Sequence[str]) -> Cost:
    """Rebuild a season whose rows somebody has spoilt by these statements; compared after it."""
    with connection.cursor() as cursor:
        for statement in spoilt:
            cursor.execute(statement, [league])
    cost = Cost(lambda: rebuild_league(league, now=timezone.now()))
    if not cost.result or stored_league(league) != derived_league(league):
        raise RuntimeError("the season was not rebuilt")
    return cost


def cost_of_adding(league: UUID, *, count: int) -> Cost:
    """Count so many further results, of games at the tables of the open round; for all of them."""
    rows = [_further_game(row) for row in _last_games(league)[:count]]
    if len(rows) != count:
        raise RuntimeError("the open round has too few tables")

    def work() -> None:
        for row in rows:
            with transaction.atomic():
                count_game(lock_league(league, now=timezone.now()), row)

    return Cost(work)


def _last_games(league: UUID) -> list[TableGame]:
    number = Round.objects.filter(league=league).order_by("-number").first()
    return list(TableGame.objects.filter(table__round=number).select_related("game", "table"))


def _further_game(row: TableGame) -> int:
    """Write one more finished game of a table, which the league has not seen."""
    game = row.game
    game.id, game.serial = uuid4(), Game().serial  # the next of the database
    game.save(force_insert=True)
    number = TableGame.objects.filter(table=row.table).count() + 1
    return TableGame.objects.create(table=row.table, number=number, game_id=game.id).pk
