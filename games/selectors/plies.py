"""Where a finding stands in its game's chain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from games.events.details import DealCommitted, Played
from games.events.event import Event, parse_event
from games.selectors.events import event_lines


def lines_of_plies(events: Sequence[Event]) -> dict[tuple[int, int], int]:
    """Return the seq of each play by hand, from 1, and ply, from 0; of a voided hand the last."""
    plies: dict[tuple[int, int], int] = {}
    played = defaultdict[int, int](int)
    for event in events:
        if isinstance(event.detail, DealCommitted):
            played[event.hand] = 0  # after a void the same hand begins anew
        elif isinstance(event.detail, Played):
            plies[event.hand, played[event.hand]] = event.seq
            played[event.hand] += 1
    return plies


def line_of_finding(finding: Mapping[str, Any]) -> int | None:
    """Return the seq of the line that a finding of a game speaks of; None when of none."""
    if finding["seq"] is not None:
        return int(finding["seq"])
    if finding["hand"] is None or finding["ply"] is None:
        return None
    events = [parse_event(line) for line in event_lines(UUID(str(finding["game"])))]
    return lines_of_plies(events).get((finding["hand"], finding["ply"]))
