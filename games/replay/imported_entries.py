"""The hands of an imported game as a record has them, from the lines of its chain."""

from __future__ import annotations

from collections.abc import Iterable

from deals.cards.seat import Seat
from games.events import details as d
from games.events.event import Event
from games.records.entry import (
    Adjusted,
    Codes,
    Entry,
    HandClaim,
    PlayedHand,
    SheetRow,
    Substitution,
    VoidHand,
)
from games.rules.row import Row


def imported_entries(events: Iterable[Event], *, players: int) -> tuple[Entry, ...]:
    """Return the finished hands of an imported game, and what stands among them.

    Points and scores are those of the `score` lines; substitutes are named by their uuids.
    """
    reader = _Reader(players)
    for event in events:
        reader.take(event)
    return tuple(reader.entries)


class _Reader:
    """A hand while its lines are read, and the entries before it."""

    def __init__(self, players: int) -> None:
        self._players = players
        self.entries: list[Entry] = []
        self._clear()

    def _clear(self) -> None:
        self._row: Row | None = None
        self._dealt: dict[Seat | None, Codes] = {}
        self._kitty: Codes | None = None
        self._gave: dict[Seat | None, Codes] = {}
        self._played: list[str] = []
        self._choice: str | None = None

    def take(self, event: Event) -> None:
        """Read a line."""
        match event.detail:
            case d.HoldingDealt(cards=cards):
                self._dealt[event.seat] = _codes(cards)
            case d.KittyLaid(cards=cards):
                self._kitty = _codes(cards)
            case d.CardsGiven(cards=cards):
                self._gave[event.seat] = _codes(cards)
            case d.Played(card=card):
                self._played.append(str(card))
            case d.RowWritten(row=row):
                self._row = row
            case d.MoonChosen(choice=choice):
                self._choice = choice
            case _:
                self._end(event)

    def _end(self, event: Event) -> None:
        """Read a line that ends a hand, or stands between hands."""
        match event.detail:
            case d.Scored(points=points, scores=scores):
                self.entries.append(self._hand(HandClaim(points, scores)))
                self._clear()
            case d.Voided(reason=reason):
                self.entries.append(self._void(reason))
                self._clear()
            case d.Adjusted(points=points, reason=reason):
                each = (points if seat == event.seat else 0 for seat in range(self._players))
                self.entries.append(Adjusted(tuple(each), reason))
            case d.SeatTaken(name=name, reason=str(reason)):
                self.entries.append(Substitution(event.seat or 0, name or "", reason))
            case _:
                pass

    def _hand(self, claimed: HandClaim) -> PlayedHand | SheetRow:
        if self._row is not None:
            return SheetRow(self._row, claimed)
        return PlayedHand(
            dealt=tuple(self._dealt.values()),
            kitty=self._kitty,
            passed=tuple(self._gave.values()) or None,
            played=tuple(self._played),
            moon_choice=self._choice,
            claimed=claimed,
        )

    def _void(self, reason: str) -> VoidHand:
        return VoidHand(
            reason=reason,
            dealt=tuple(self._dealt.values()) or None,
            kitty=self._kitty,
            passed=tuple(self._gave.values()) or None,
            played=tuple(self._played) or None,
        )


def _codes(cards: Iterable[object]) -> Codes:
    return tuple(map(str, cards))
