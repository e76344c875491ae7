"""The record of a game as an archive exports it: its finished hands."""

from __future__ import annotations

from dataclasses import replace

from games.records.entry import PlayedHand, SheetRow
from games.records.record import Record
from games.replay.replay import Verdict, replay_record


def finished_record(record: Record) -> Record:
    """Return a record without the last hand of an open game, when that stops before its end.

    Everything else stays as it came, hands with a finding too: they show what is wrong.
    """
    if replay_record(record).verdict is not Verdict.INCOMPLETE:
        return record
    hands = list(record.hands)
    last = max(at for at, entry in enumerate(hands) if isinstance(entry, PlayedHand | SheetRow))
    del hands[last]
    return replace(record, hands=tuple(hands))
