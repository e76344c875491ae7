"""What the entries of a whole log come to: its deals, its games, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class LogFinding:
    """What is wrong with an entry; `index` is None for the log as a whole.

    `owner` is the game, board, table or league that it is about, `deals` the numbers of the deals.
    A finding about none is one about the log itself: its order, its numbers, its times.
    """

    index: int | None
    detail: str
    owner: str | None = None
    deals: tuple[int, ...] = ()

    @property
    def is_of_log(self) -> bool:
        """Whether it shows that the log itself is unsound, and not one deal or game in it."""
        return self.owner is None and not self.deals

    def __str__(self) -> str:
        """Return it in words."""
        return self.detail if self.index is None else f"entry {self.index}: {self.detail}"


@dataclass(frozen=True)
class GameTrace:
    """What the log has of one game: the indexes of all its entries, and its heads.

    `heads` are (seq, time) in the log's order.
    """

    entries: tuple[int, ...]
    heads: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Census:
    """What a log has come to: its deals, those without an end, voids by reason, findings.

    `time` is that of the newest entry, "" before any. A reason is counted without its seat.
    """

    entries: int
    time: str
    deals: int
    open_deals: tuple[int, ...]
    voids: Mapping[str, int]
    findings: tuple[LogFinding, ...]
