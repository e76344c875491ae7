"""The fold over the events of a game: what its lines have come to, or the first illegal one.

One reading of the rules for all: the verifier folds the lines of a finished game with the cards
that its proofs reveal; the service rebuilds a game in mid-hand with the cards of its sealed store.
"""

from __future__ import annotations

from collections.abc import Iterable

from deals.fairness.entries import GameEntry
from games.events.event import Event
from games.replay.table_fold import TableFold
from games.replay.table_line import LineRefused
from games.replay.table_state import HandLine, HiddenHand, HiddenReader, Phase, State, TableState
from games.rules.ruleset import parse_rules_line

__all__ = [
    "HandLine",
    "HiddenHand",
    "HiddenReader",
    "Phase",
    "State",
    "TableState",
    "replay_events",
]


def replay_events(header: GameEntry, events: Iterable[Event], hidden: HiddenReader) -> TableState:
    """Return where a game stands after its lines; linear in their number.

    `hidden` is asked for a deal's cards once its sources are complete. Where it answers None, the
    hand's lines are held to their order alone. The first line that is out of order (step 8) or
    against the rules (step 9) stops the fold and is the only finding.
    Raises InvalidRules when the header's rules line is none.
    """
    fold = TableFold(header, parse_rules_line(header.rules), hidden)
    for event in events:
        try:
            fold.take(event)
        except LineRefused as refused:
            return fold.state(refused.finding(event))
    return fold.state()
