"""Auditing an imported game: the record that it came from, and whether its chain says the same."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from deals.fairness.entries import GameEntry, parse_entry
from deals.fairness.errors import FairnessError
from games.events.details import SeatTaken
from games.events.errors import EventError
from games.events.event import Event, format_event, parse_event
from games.models import Game
from games.records.record import Record, record_to_json
from games.replay.finding import Finding
from games.replay.record_events import IMPORTED, record_as_game
from games.selectors.events import event_lines
from games.selectors.imported import source_record
from games.verifier.options import Options
from games.verifier.report import Report
from games.verifier.verify import verify_value

_WHO: Final = "00000000-0000-0000-0000-000000000000"


def verify_imported(row: Game) -> Report:
    """Return the verifier's report on the record of a game, and where its chain differs."""
    record = _record(row)
    report = verify_value(record_to_json(record), Options())
    differs = list(itertools.islice(_differences(row, record), 1))
    if not differs:
        return report
    findings = (*differs, *report.findings)
    return replace(report, verdict="false", strength=None, findings=findings)


def lost_hands(row: Game) -> int:
    """Return how many hands of a game were lost before its record begins."""
    start = _record(row).start if row.sources == IMPORTED else None
    return 0 if start is None else start.hands


def _record(row: Game) -> Record:
    record = source_record(row.id)
    if record is None:
        raise AssertionError("an imported game has the line that it came from")
    return record


def _differences(row: Game, record: Record) -> Iterator[Finding]:
    """Yield where the lines are not those that the record gives, players' uuids aside."""
    try:
        header = parse_entry(row.header)
    except FairnessError as error:
        yield _finding(None, str(error))
        return
    if not isinstance(header, GameEntry):
        yield _finding(None, "the header is no game entry")
        return
    game = record_as_game(
        record, origin=header.origin, game=str(row.id), time=header.time, new_player=lambda: _WHO
    )
    if game.header != header:
        yield _finding(None, "the header is not the one that the record gives")
    expected = [_plain(format_event(event)) for event in game.events]
    found = [_plain(line) for line in event_lines(row.id)]
    pairs = itertools.zip_longest(found, expected, fillvalue="nothing")
    for seq, (line, follows) in enumerate(pairs, start=1):
        if line != follows:
            yield _finding(seq, f"the line is {line}, by the record {follows}")


def _plain(line: str) -> str:
    """Return a line with one and the same uuid for every player."""
    try:
        event = parse_event(line)
    except EventError:
        return line
    return format_event(_unnamed(event))


def _unnamed(event: Event) -> Event:
    if not isinstance(event.detail, SeatTaken):
        return event
    return replace(event, detail=replace(event.detail, name=_WHO))


def _finding(seq: int | None, detail: str) -> Finding:
    return Finding(8, None, None, None, seq, "proof_chain", detail)
