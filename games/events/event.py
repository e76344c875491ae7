"""One event, and its line (SPEC.md, "Lines")."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from deals.cards.seat import Seat
from deals.fairness.times import parse_time
from games.events.details import Detail
from games.events.errors import LineMalformed
from games.events.grammar import KINDS, write_detail

# Digits, a time's shape, a kind, a seat, and the rest; the canonical form is checked by writing
# the line again.
_LINE: Final = re.compile(
    r"([1-9][0-9]{0,9}) ([0-9T:.Z-]{24}) (0|[1-9][0-9]{0,9})"
    r" ([a-z]+) (-|[0-9]) ([!-~]+(?: [!-~]+)*)"
)


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a chain.

    `seq` counts from 1; `time` is the 24 characters of a statement's time; `hand` is 1 … or 0 for
    the whole game; `seat` is None where the line has "-".
    """

    seq: int
    time: str
    hand: int
    kind: str
    seat: Seat | None
    detail: Detail


def format_event(event: Event) -> str:
    """Return the line of an event, without its LF."""
    seat = "-" if event.seat is None else event.seat
    detail = " ".join(write_detail(event.kind, event.detail))
    return f"{event.seq} {event.time} {event.hand} {event.kind} {seat} {detail}"


def parse_event(line: str) -> Event:
    """Return the event of a line; raise LineMalformed for what `format_event` would not write."""
    found = _LINE.fullmatch(line)
    if found is None:
        raise LineMalformed("not <seq> <time> <hand> <kind> <seat or -> <detail>", line=line)
    seq, time, hand, kind, seat, detail = found.groups()
    grammar = KINDS.get(kind)
    if grammar is None:
        raise LineMalformed(f"no event is of kind {kind!r}", line=line)
    if grammar.seated is (seat == "-"):
        raise LineMalformed(
            f"a {kind} line names {'a' if grammar.seated else 'no'} seat", line=line
        )
    if grammar.of_hand is (hand == "0"):
        raise LineMalformed(f"a {kind} line can't be of hand {hand}", line=line)
    try:
        parse_time(time)
        read = grammar.read(detail.split(" "))
    except ValueError as error:
        raise LineMalformed(str(error), line=line) from None
    event = Event(int(seq), time, int(hand), kind, None if seat == "-" else int(seat), read)
    if format_event(event) != line:
        raise LineMalformed("not in canonical form", line=line)
    return event
