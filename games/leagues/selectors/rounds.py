"""Rounds: tables, games and boards; and cards to print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from uuid import UUID

from deals.fairness.times import format_time
from games.leagues.models import Board, Entrant, League, Round, Table, TableGame
from games.leagues.movements.cards import CardRound, player_card, table_card
from games.leagues.movements.plan import Course
from games.leagues.standings.boards import matchpoints

Shown = dict[str, object]


def rounds_of(league: UUID) -> list[Shown]:
    """Return the rounds of a league, without their tables."""
    return [_outline(row) for row in Round.objects.filter(league=league).order_by("number")]


def round_summary(league: UUID, number: int) -> Shown | None:
    """Return a round with its tables, games and boards; None when there is none."""
    row = Round.objects.filter(league=league, number=number).first()
    if row is None:
        return None
    names = names_of(league)
    tables = Table.objects.filter(round=row).order_by("number").prefetch_related("games")
    boards = Board.objects.filter(round=row).order_by("number")
    return {
        **_outline(row),
        "tables": [_table(table, names) for table in tables],
        "boards": [
            {"board": board.number, "deal": board.deal, "state": board.state} for board in boards
        ],
    }


def games_of_league(league: UUID) -> list[UUID] | None:
    """Return the games of a league, round by round; None when there is no such league."""
    if not League.objects.filter(id=league).exists():
        return None
    rows = TableGame.objects.filter(table__round__league=league)
    ordered = rows.order_by("table__round__number", "table__number", "number")
    return list(ordered.values_list("game_id", flat=True))


def board_summary(league: UUID, number: int, board: int) -> Shown | None:
    """Return a board and how its tables compare, once its round is closed; None without one."""
    rows = Board.objects.filter(round__league=league, round__number=number, number=board)
    row = rows.first()
    if row is None:
        return None
    counted = row.games.filter(counted=True, totals__isnull=False).select_related("table")
    games = [(game, game.totals or []) for game in counted.order_by("table__number")]
    by_seat = [matchpoints(points) for points in zip(*(totals for _, totals in games), strict=True)]
    return {
        "round": number,
        "board": board,
        "deal": row.deal,
        "state": row.state,
        "results": [
            {
                "table": game.table.number,
                "game": str(game.game_id),
                "totals": totals,
                "matchpoints": [None if won is None else won[at] for won in by_seat],
                "scores": [
                    None if won is None else str(Fraction(won[at], 2 * (len(games) - 1)))
                    for won in by_seat
                ],
            }
            for at, (game, totals) in enumerate(games)
        ],
    }


def _outline(row: Round) -> Shown:
    return {
        "round": row.number,
        "state": row.state,
        "deal": row.deal,
        "created": format_time(row.created),
        "closed": None if row.closed is None else format_time(row.closed),
        "sitting": list(map(str, row.sitting)),
        "movement": None
        if row.numbers is None
        else {"players": len(row.numbers), "step": row.step},
    }


def _table(row: Table, names: Mapping[str, str]) -> Shown:
    return {
        "table": row.number,
        "id": str(row.id),
        "seats": [
            {"seat": seat, "entrant": str(entrant), "name": names[str(entrant)]}
            for seat, entrant in enumerate(row.entrants)
        ],
        "games": [_game(game) for game in sorted(row.games.all(), key=lambda game: game.number)],
    }


def _game(row: TableGame) -> Shown:
    """Return a game of a table; what a board's game came to is seen when the round is closed."""
    return {
        "number": row.number,
        "game": str(row.game_id),
        "counted": row.counted,
        "totals": row.totals if row.counted else None,
    }


def names_of(league: UUID) -> dict[str, str]:
    """Return what the entrants of a league are called."""
    rows = Entrant.objects.filter(league=league).values_list("id", "name")
    return {str(entrant): name for entrant, name in rows}


def card_of_entrant(league: UUID, entrant: UUID) -> str | None:
    """Return an entrant's card to print, planned rounds too; None when there is no such entrant."""
    names = names_of(league)
    if str(entrant) not in names:
        return None
    return player_card(str(entrant), _card_rounds(league), names)


def card_of_table(league: UUID, table: int) -> str | None:
    """Return a table's card to print, planned rounds too; None when nobody ever sits there."""
    rounds = _card_rounds(league)
    if not any(table <= len(one.tables) for one in rounds):
        return None
    return table_card(table, rounds, names_of(league))


def _card_rounds(league: UUID) -> Sequence[CardRound]:
    """Return the rounds that are seated, then those that a movement has yet to come."""
    rows = Round.objects.filter(league=league).exclude(state=Round.State.DRAWING)
    rounds, last = [], None
    for row in rows.order_by("number").prefetch_related("tables"):
        tables = sorted(row.tables.all(), key=lambda table: table.number)
        seatings = tuple(tuple(map(str, table.entrants)) for table in tables)
        rounds.append(CardRound(row.number, seatings, tuple(map(str, row.sitting))))
        last = row
    if last is None or last.numbers is None:
        return rounds
    return [*rounds, *_to_come(Course(tuple(map(str, last.numbers)), last.step), last.number)]


def _to_come(course: Course, number: int) -> list[CardRound]:
    """Return the rest of a movement; its tables get their numbers by the draws to come."""
    rounds = []
    for step in range(course.step, len(course.movement.rounds)):
        tables = Course(course.entrants, step).tables()
        seated = {entrant for table in tables for entrant in table}
        sitting = tuple(entrant for entrant in course.entrants if entrant not in seated)
        number += 1
        rounds.append(CardRound(number, tables, sitting))
    return rounds
