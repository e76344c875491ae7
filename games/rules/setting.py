"""The kinds of values a setting can have: how each is read and written, in JSON and in a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from deals.cards.card import Card, parse_card
from games.rules.passing import CYCLES, Direction, is_possible, named_cycle

Worths: TypeAlias = tuple[tuple[Card, int], ...]
Value: TypeAlias = int | StrEnum | Card | tuple[Direction, ...] | Worths | None
RulesJson: TypeAlias = int | str | list[str] | dict[str, int] | None
T = TypeVar("T", bound=Value)
T_co = TypeVar("T_co", bound=Value, covariant=True)

MAX_CYCLE: Final = 100
PENALTY_SPADES: Final = tuple(map(parse_card, ("QS", "KS", "AS")))


class Misfit(ValueError):
    """A value of the wrong kind; the text says what was expected."""


class Kind(Protocol[T_co]):
    """What the values of a setting are."""

    def read_json(self, value: object) -> T_co:
        """Read what JSON gave; raises Misfit."""
        ...

    def read_text(self, text: str) -> T_co:
        """Read the text in a line; raises Misfit."""
        ...


def write_json(value: Value) -> RulesJson:
    """Give a setting's value as JSON takes it."""
    if isinstance(value, tuple):
        worths = {str(part[0]): part[1] for part in value if isinstance(part, tuple)}
        return worths or [str(part) for part in value]
    return str(value) if isinstance(value, Card | StrEnum) else value


def write_text(value: Value) -> str:
    """Give a setting's value as a line has it: `yes`, `no`, `-`, lists joined by commas."""
    plain = write_json(value)
    if isinstance(plain, dict):
        return ",".join(f"{card}={worth}" for card, worth in plain.items())
    if isinstance(plain, list):
        return ",".join(plain)
    if isinstance(plain, bool):
        return "yes" if plain else "no"
    return "-" if plain is None else str(plain)


class Choice(Generic[T]):
    """One of a few values: words, cards, numbers, yes and no, or none."""

    def __init__(self, values: Iterable[T], *, expected: str = "") -> None:
        options = tuple(values)
        self._by_text = {write_text(value): value for value in options}
        # The type belongs to the key: in Python True is 1, in the rules it is not.
        self._by_json: dict[tuple[type, object], T] = {
            (type(plain), plain): value for value in options for plain in [write_json(value)]
        }
        self._expected = f"expected {expected or ' or '.join(self._by_text)}"

    def read_json(self, value: object) -> T:
        """Read a JSON number, string, boolean or null."""
        try:
            return self._by_json[type(value), value]
        except (KeyError, TypeError):  # a TypeError where JSON gave a list or an object
            raise Misfit(self._expected) from None

    def read_text(self, text: str) -> T:
        """Read the one text of a value."""
        if text not in self._by_text:
            raise Misfit(self._expected)
        return self._by_text[text]


class Cycle:
    """Directions of passing, 1 to 100, that so many players can pass; in JSON also a name."""

    def __init__(self, *, players: int) -> None:
        self._players = players

    def read_json(self, value: object) -> tuple[Direction, ...]:
        """Read a list of directions or a cycle's name."""
        if isinstance(value, str) and value in CYCLES:
            return named_cycle(value, players=self._players)
        if not isinstance(value, list) or not 1 <= len(value) <= MAX_CYCLE:
            raise Misfit(f"expected a list of directions or one of {', '.join(CYCLES)}")
        try:
            directions = tuple(map(Direction, value))
        except ValueError:
            raise Misfit(f"expected directions of {', '.join(Direction)}") from None
        for direction in directions:
            if not is_possible(direction, players=self._players):
                raise Misfit(f"{self._players} players can't pass {direction}")
        return directions

    def read_text(self, text: str) -> tuple[Direction, ...]:
        """Read directions joined by commas."""
        return self.read_json(text.split(","))


class PenaltySpades:
    """Worths 1 … 50 of QS, always, and of KS and AS, in this order."""

    def read_json(self, value: object) -> Worths:
        """Read an object such as {"QS": 13}, in any order."""
        worths: list[tuple[Card, int]] = []
        if isinstance(value, Mapping) and "QS" in value:
            for card in PENALTY_SPADES:
                worth = value.get(str(card))
                if type(worth) is int and 1 <= worth <= 50:
                    worths.append((card, worth))
            if len(worths) == len(value):
                return tuple(worths)
        raise Misfit("expected QS, and perhaps KS and AS, each with a worth from 1 to 50")

    def read_text(self, text: str) -> Worths:
        """Read such as QS=13,KS=10."""
        numbers = {str(worth): worth for worth in range(1, 51)}
        pairs = (part.partition("=") for part in text.split(","))
        return self.read_json({code: numbers.get(worth) for code, _, worth in pairs})
