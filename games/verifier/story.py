"""The story of each deal of a game: its lines in the chain, its entries in the log, its proof."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeVar

from deals.fairness.entries import CommitEntry, Entry, FreezeEntry, RevealEntry, VoidEntry
from deals.fairness.proof import DealProof
from deals.fairness.purpose import parse_purpose
from deals.fairness.seat_line import SeatLine
from games.events import details as d
from games.events.event import Event
from games.verifier.evidence import Evidence, Logged

E = TypeVar("E", bound=Entry)
D = TypeVar("D", bound=d.Detail)

_DEALS: Final = (CommitEntry, FreezeEntry, RevealEntry, VoidEntry)


@dataclass(frozen=True)
class DealStory:
    """All that a bundle says of one deal number.

    `lines` are those from its `deal` line up to the next one; `entries` are by index.
    """

    number: int
    lines: tuple[Event, ...]
    entries: tuple[Logged[Entry], ...]
    proof: DealProof | None

    @cached_property
    def hand(self) -> int:
        """The hand that it was dealt for, 0 without a commit entry; of a board the only one."""
        if self.commit is None:
            return 0
        purpose = parse_purpose(self.commit.entry.purpose)
        return 1 if purpose.kind == "board" else purpose.number

    @cached_property
    def opened(self) -> tuple[DealProof, RevealEntry] | None:
        """Its proof and what the log reveals of it; None unless both are there."""
        if self.proof is None or self.reveal is None:
            return None
        return self.proof, self.reveal.entry

    @cached_property
    def commit(self) -> Logged[CommitEntry] | None:
        """Its first commit entry."""
        return next(iter(self.logged(CommitEntry)), None)

    @cached_property
    def commitment(self) -> str:
        """What its commit entry says; "" without one."""
        return "" if self.commit is None else self.commit.entry.commitment

    @cached_property
    def freeze(self) -> Logged[FreezeEntry] | None:
        """Its first freeze entry."""
        return next(iter(self.logged(FreezeEntry)), None)

    @cached_property
    def reveal(self) -> Logged[RevealEntry] | None:
        """Its first reveal entry."""
        return next(iter(self.logged(RevealEntry)), None)

    @cached_property
    def void(self) -> Logged[VoidEntry] | None:
        """Its first void entry."""
        return next(iter(self.logged(VoidEntry)), None)

    def logged(self, kind: type[E]) -> tuple[Logged[E], ...]:
        """Return its entries of one kind."""
        return tuple(
            Logged(logged.index, logged.text, logged.entry)
            for logged in self.entries
            if isinstance(logged.entry, kind)
        )

    def said(self, kind: type[D]) -> tuple[tuple[Event, D], ...]:
        """Return its lines of one kind, each with its detail."""
        return tuple((line, line.detail) for line in self.lines if isinstance(line.detail, kind))

    def seat_lines(self, players: int) -> tuple[SeatLine, ...]:
        """Return what each seat gave, by the chain."""
        keys = {line.seat: detail.commitment for line, detail in self.said(d.Contributed)}
        nonces = {line.seat: detail.nonce for line, detail in self.said(d.NonceOpened)}
        return tuple(SeatLine(seat, keys.get(seat), nonces.get(seat)) for seat in range(players))


def deal_stories(evidence: Evidence) -> tuple[DealStory, ...]:
    """Return the stories of all deals that lines, entries or proofs name, by number."""
    lines = _lines_by_deal(evidence.events)
    entries: defaultdict[int, list[Logged[Entry]]] = defaultdict(list)
    for logged in evidence.entries:
        if isinstance(logged.entry, _DEALS):
            entries[logged.entry.deal].append(logged)
    return tuple(
        DealStory(
            number,
            tuple(lines.get(number, ())),
            tuple(entries.get(number, ())),
            evidence.proofs.get(number),
        )
        for number in sorted({*lines, *entries, *evidence.proofs})
    )


def _lines_by_deal(events: Sequence[Event]) -> dict[int, list[Event]]:
    """Return each deal's lines: from its `deal` line on. Their order is for step 8 to judge."""
    lines: dict[int, list[Event]] = {}
    current: list[Event] = []
    for event in events:
        if isinstance(event.detail, d.DealCommitted):
            current = lines.setdefault(event.detail.number, [])
        current.append(event)
    return lines
