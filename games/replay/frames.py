"""Every step of a game for whoever looks at it later: the state after each line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from deals.fairness.entries import GameEntry
from games.events.event import Event
from games.replay.table_fold import TableFold
from games.replay.table_line import LineRefused
from games.replay.table_state import HiddenReader, TableState
from games.rules.ruleset import parse_rules_line


def table_frames(
    header: GameEntry, events: Iterable[Event], hidden: HiddenReader, *, first: int = 0
) -> Iterator[TableState]:
    """Return where a game stands after `first` lines, and after each line that follows.

    One fold for all: no step is played again from the start. `hidden` is as in `replay_events`.
    The first line that can't follow ends it: its frame is the one before, with the finding.
    Raises InvalidRules when the header's rules line is none.
    """
    fold = TableFold(header, parse_rules_line(header.rules), hidden)
    if first == 0:
        yield fold.state()
    for event in events:
        try:
            fold.take(event)
        except LineRefused as refused:
            yield fold.state(refused.finding(event))
            return
        if event.seq >= first:
            yield fold.state()
