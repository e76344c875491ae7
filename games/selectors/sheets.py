"""Score sheets: of games kept in numbers, and of games played card by card."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from deals.fairness.entries import GameEntry, parse_entry
from games.events.event import parse_event
from games.models import Game, Remark
from games.records.csv_sheet import format_csv_sheet
from games.records.entry import Adjusted, Entry, SheetRow, Substitution, VoidHand
from games.replay.as_sheet import record_as_sheet
from games.replay.record_events import IMPORTED
from games.replay.replay import RecordFold
from games.replay.sheet_log import SheetLog, read_sheet
from games.rules.row import Row
from games.rules.ruleset import parse_rules_line, rules_to_json
from games.selectors.bundles import record_of_game
from games.selectors.events import event_lines


def sheet_log(game: UUID) -> SheetLog:
    """Return the rows of a game that is kept as a sheet, as its lines have them."""
    header = parse_entry(Game.objects.values_list("header", flat=True).get(id=game))
    if not isinstance(header, GameEntry):
        raise TypeError("the header is no game entry")
    return read_sheet(parse_rules_line(header.rules), map(parse_event, event_lines(game)))


def scoresheet(game: UUID) -> dict[str, object] | None:
    """Return the finished hands with running totals and directions; None without such a game.

    Of a game kept as a sheet also the rows that are set aside and the reasons of other rules.
    """
    record = record_of_game(game)
    if record is None:
        return None
    row = Game.objects.get(id=game)
    is_own_sheet = row.kind == "sheet" and row.sources != IMPORTED
    sheet = record_as_sheet(record)
    fold = RecordFold(sheet)
    lines = [_line(entry, fold) for entry in sheet.hands if fold.take(entry)]
    return {
        "game": str(game),
        "kind": row.kind,
        "rules": rules_to_json(sheet.rules),
        "players": list(sheet.players),
        "lines": lines,
        "totals": fold.game.totals,
        "ranks": fold.game.ranks,
        "finished": row.state == Game.State.FINISHED,
        "winners": row.winners,
        "set_aside": list(_set_aside(sheet_log(game))) if is_own_sheet else [],
        "remarks": list(Remark.objects.filter(game=game).order_by("seq").values("seq", "reason")),
    }


def scoresheet_csv(game: UUID) -> str | None:
    """Return the sheet as CSV, a line for each hand; None when there is no such game."""
    record = record_of_game(game)
    return None if record is None else format_csv_sheet(record_as_sheet(record))


def _line(entry: Entry, fold: RecordFold) -> dict[str, object]:
    """Return an entry that the fold has just counted, with the totals after it."""
    totals = fold.game.totals
    match entry:
        case SheetRow(row=row):
            hand = fold.hands[-1]
            return {
                "kind": "hand",
                "hand": fold.game.hands_played,
                "direction": hand.direction,
                **row_json(row),
                "sum": sum(hand.points),
                "scores": hand.scores,
                "shooter": hand.shooter,
                "totals": totals,
            }
        case Adjusted(points=points, reason=reason):
            return {"kind": "adjust", "points": points, "reason": reason, "totals": totals}
        case Substitution(seat=seat, player=player, reason=reason):
            said = {"seat": seat, "player": player, "reason": reason}
            return {"kind": "substitute", **said, "totals": totals}
        case VoidHand(reason=reason):
            return {"kind": "void", "reason": reason, "totals": totals}
        case _:
            raise AssertionError("a sheet has no hands of cards")


def _set_aside(log: SheetLog) -> Iterator[dict[str, object]]:
    """Return the rows that are kept, but stand after the end."""
    for place in log.sheet.count.set_aside:
        yield {"hand": log.places[place].hand} | row_json(log.sheet.rows[place])


def row_json(row: Row) -> dict[str, object]:
    """Return a row, its extras null where nothing is said."""
    return {
        "points": row.points,
        "jack": row.jack,
        "ten": row.ten,
        "sun": row.sun,
        "no_tricks": row.no_tricks,
        "moon_choice": row.moon_choice,
    }
