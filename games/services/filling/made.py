"""A game that is made line by line, as it will be stored."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from uuid import UUID

from deals.services.bulk import BulkDeal, BulkEntry
from games.rules.game import GameScore


@dataclass
class MadeEvent:
    """A line as it will be stored."""

    seq: int
    line: str
    head: str


@dataclass
class MadeScore:
    """A hand's row as it will be stored."""

    hand: int
    seq: int
    direction: str
    points: list[int]
    scores: list[int]
    totals: list[int]


@dataclass
class MadeGame:
    """A game with all that is stored of it; `first_play` has the seq of each hand's first play."""

    id: UUID
    header: str
    created: datetime
    score: GameScore
    players: tuple[str, ...]
    hands: int
    head: str = ""
    events: list[MadeEvent] = field(default_factory=list)
    entries: list[BulkEntry] = field(default_factory=list)
    deals: list[BulkDeal] = field(default_factory=list)
    scores: list[MadeScore] = field(default_factory=list)
    first_play: list[int] = field(default_factory=list)
    wrong_play: tuple[int, int] | None = None
    """Hand and ply at which a card is written that the seat does not hold."""

    def __post_init__(self) -> None:
        self.head = sha256(self.header.encode()).hexdigest()

    @property
    def seq(self) -> int:
        """The last line's."""
        return len(self.events)

    def write(self, rest: str) -> MadeEvent:
        """Add a line, given from its time on."""
        line = f"{self.seq + 1} {rest}"
        self.head = sha256(f"{self.head} {line}\n".encode()).hexdigest()
        event = MadeEvent(self.seq + 1, line, self.head)
        self.events.append(event)
        return event

    def write_pass(self, rest: str, statement: str) -> None:
        """Add a pass; what it hides is open by the end of the game."""
        self.write(f"{rest} {sha256(statement.encode()).hexdigest()}")
