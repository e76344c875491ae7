"""A recorded game as a score sheet: a row of numbers for each hand that was played."""

from __future__ import annotations

from dataclasses import replace

from games.records.entry import Entry, PlayedHand, SheetRow
from games.records.record import Record
from games.replay.hand import HandReplay
from games.replay.replay import RecordFold
from games.rules.row import Row
from games.rules.ruleset import RuleSet


def record_as_sheet(record: Record) -> Record:
    """Return a record with rows instead of cards, up to its first illegal act.

    Each row has the extras that a setting asks for, so that it scores as its hand did.
    """
    fold = RecordFold(record)
    entries: list[Entry] = []
    for entry in record.hands:
        if not fold.take(entry):
            break
        if isinstance(entry, PlayedHand) and fold.last is not None:
            row = hand_row(record.rules, fold.last, choice=entry.moon_choice)
            entries.append(SheetRow(row, entry.claimed, entry.extra))
        else:
            entries.append(entry)
    return replace(record, hands=tuple(entries))


def hand_row(rules: RuleSet, hand: HandReplay, *, choice: str | None) -> Row:
    """Return the row of a played hand; `choice` is the shooter's."""
    haul = hand.haul
    return Row(
        points=haul.points,
        jack=haul.jack,
        ten=haul.ten,
        sun=haul.is_sun if rules.sun else None,
        no_tricks=haul.trickless if rules.no_tricks else None,
        moon_choice=choice,
    )
