"""Seating a round by its draw: lots are revealed, tables logged, games made with seats taken."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from uuid import UUID

from deals.fairness.service_entries import RoundEntry, TableLine
from deals.services.dealing import commit_deal, draw_lots
from deals.services.locked import LockedDeal
from deals.services.log import LogWriter
from games.leagues.models import Board, Entrant, League, Round, Table, TableGame
from games.leagues.movements.fill import count_met
from games.leagues.movements.plan import Seated as SeatedRound
from games.leagues.movements.plan import seat_round
from games.leagues.services.adopting import logged_tables
from games.leagues.services.locked import Decision, LockedLeague
from games.leagues.services.planning import plan_of
from games.leagues.services.terms import board_rules
from games.leagues.standings.facts import Drawn
from games.rules.ruleset import RuleSet, parse_rules_line
from games.services.table_games import Seated, TableTerms, create_table_game


def seat_tables(
    writer: LogWriter, locked: LockedLeague, row: Round, deal: LockedDeal
) -> list[UUID]:
    """Seat a locked round; return its games, which the caller settles after the commit."""
    plan = plan_of(row)
    drawn = draw_lots(writer, deal, plan.lots, league=locked.id)
    seated = seat_round(plan, drawn, _meetings(locked))
    logged = logged_tables(locked.id, row.number)
    if logged is not None and logged != seated.tables:
        seated = SeatedRound(logged, plan.sitting, None)
    tables = _write_tables(row, seated)
    boards = _commit_boards(writer, locked, row)
    if logged is None:
        _log_round(writer, locked, row, seated, boards)
    _write_round(locked, row, seated, boards)
    people = {one.id: one for one in Entrant.objects.filter(league=locked.row)}
    return [
        game for table in tables for game in _write_games(writer, locked, table, people, boards)
    ]


def _meetings(locked: LockedLeague) -> Mapping[str, Mapping[str, int]]:
    tables = Table.objects.filter(round__league=locked.row).values_list("entrants", flat=True)
    return count_met([[list(map(str, entrants)) for entrants in tables]])


def _write_tables(row: Round, seated: SeatedRound) -> Sequence[Table]:
    return Table.objects.bulk_create(
        Table(round=row, number=number, entrants=entrants)
        for number, entrants in enumerate(seated.tables, start=1)
    )


def _commit_boards(writer: LogWriter, locked: LockedLeague, row: Round) -> list[Board]:
    """Commit the boards of a round, before its seating is logged; none for other formats."""
    if locked.row.kind != League.Kind.SAME_DEAL:
        return []
    deck = parse_rules_line(locked.row.rules[0]).deck.code
    return [
        Board.objects.create(
            round=row,
            number=number,
            deal=commit_deal(
                writer,
                board_purpose(row, number),
                deck=deck,
                sources=locked.row.sources,
                game=None,
            ),
        )
        for number in range(1, locked.row.games + 1)
    ]


def board_purpose(row: Round, number: int) -> str:
    """Return what the deal of a board is for."""
    return f"board/{row.id}/{number}"


def _log_round(
    writer: LogWriter,
    locked: LockedLeague,
    row: Round,
    seated: SeatedRound,
    boards: Sequence[Board],
) -> None:
    """Put who sits where into the public log."""
    writer.append(
        RoundEntry(
            origin=writer.origin,
            league=str(locked.id),
            round=row.number,
            deals=f"{boards[0].deal} {boards[-1].deal}" if boards else "-",
            tables=tuple(
                TableLine(number, entrants)
                for number, entrants in enumerate(seated.tables, start=1)
            ),
            time=writer.time,
        ),
        game=locked.id,
    )


def _write_round(
    locked: LockedLeague, row: Round, seated: SeatedRound, boards: Sequence[Board]
) -> None:
    """Open a round: its row, its event, and the sit-outs."""
    course = seated.course
    row.state = Round.State.OPEN
    row.numbers = None if course is None else course.entrants
    row.step = 0 if course is None else course.step
    row.save(update_fields=["state", "numbers", "step"])
    for entrant in Entrant.objects.filter(id__in=seated.sitting):
        entrant.sat += 1
        entrant.save(update_fields=["sat"])
    locked.append(
        Drawn(
            round=row.number,
            deal=row.deal,
            tables=seated.tables,
            sitting=seated.sitting,
            boards=(boards[0].deal, boards[-1].deal) if boards else None,
            numbers=None if course is None else course.entrants,
            step=row.step,
        ),
        Decision(by=row.by),
    )


def _write_games(
    writer: LogWriter,
    locked: LockedLeague,
    table: Table,
    people: Mapping[UUID, Entrant],
    boards: Sequence[Board],
) -> list[UUID]:
    """Write the games of a table: of its own deals, or of the boards."""
    row = locked.row
    terms = TableTerms(table.id, row.club_id, row.play, row.sources, row.wait)
    rules = rules_for(row.rules, len(table.entrants))
    players = [seated_entrant(people[UUID(str(entrant))]) for entrant in table.entrants]
    made = []
    for number in range(1, row.games + 1):
        board = boards[number - 1] if boards else None
        game = create_table_game(
            writer,
            rules if board is None else board_rules(rules, number),
            players,
            terms,
            board="" if board is None else board_purpose(table.round, number),
        )
        TableGame.objects.create(table=table, number=number, game_id=game, board=board)
        made.append(game)
    return made


def rules_for(lines: Sequence[str], players: int) -> RuleSet:
    """Return the rules of a league for a table of so many."""
    return next(rules for rules in map(parse_rules_line, lines) if rules.players == players)


def seated_entrant(row: Entrant) -> Seated:
    """Return who sits down for an entrant: itself, or its substitute."""
    if row.substitute_id is not None:
        return Seated(row.name, row.substitute_id)
    if row.holder == Entrant.Holder.COMPUTER:
        return Seated(row.name, None)
    return Seated(row.name, row.account_id or uuid.uuid4())
