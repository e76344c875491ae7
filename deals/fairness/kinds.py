"""The kinds of values that stand in statements, as data (SPEC.md 0 and 1).

A kind knows how to read a value's text and how to write the value. A reader need not be strict
about what its writer would undo: `parse_statement` writes every statement again and compares.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from deals.cards.card import Card, parse_card
from deals.cards.errors import CardError
from deals.cards.holding import Holding, parse_holding
from deals.fairness.integers import format_integer, parse_integer
from deals.fairness.places import MOST_DIGITS, lots_count
from deals.fairness.purpose import UUID as UUID_SHAPE
from deals.fairness.purpose import parse_purpose
from deals.fairness.times import parse_time

QUICKNET: Final = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
"""The hash of the only beacon chain of version 1."""

NUMBER_END: Final = 10**18
"""Numbers are smaller, the index alone excepted: every database and every language holds them."""

_DIGITS: Final = "[1-9][0-9]{0,17}"


@dataclass(frozen=True)
class Kind:
    """One kind of value: what is expected, in words; its reader (None: refused); its writer."""

    expected: str
    parse: Callable[[str], object]
    format: Callable[..., str] = str


def matching(expected: str, pattern: str) -> Kind:
    """Return the kind of all texts that match a regular expression whole."""
    shape = re.compile(pattern, re.ASCII)
    return Kind(expected, lambda text: text if shape.fullmatch(text) else None)


def one_of(*texts: str) -> Kind:
    """Return the kind of a few fixed texts."""
    return Kind(" or ".join(texts), lambda text: text if text in texts else None)


def number_from(first: int, last: int = NUMBER_END - 1) -> Kind:
    """Return the kind of numbers first … last."""

    def parse(text: str) -> int | None:
        number = parse_integer(text) if len(text) <= 18 else None
        return number if number is not None and first <= number <= last else None

    return Kind(f"a number {first} … {last}", parse, format_integer)


def _parse_index(text: str) -> int | None:
    return parse_integer(text) if len(text) <= MOST_DIGITS else None


def checked_by(expected: str, check: Callable[[str], object]) -> Kind:
    """Return the kind of all texts that a check lets pass; it raises ValueError at others."""

    def parse(text: str) -> str | None:
        try:
            check(text)
        except ValueError:
            return None
        return text

    return Kind(expected, parse)


def _parse_cards(text: str) -> Holding | None:
    try:
        return parse_holding(text)
    except CardError:
        return None


def _parse_card(text: str) -> Card | None:
    try:
        return parse_card(text)
    except CardError:
        return None


COUNT: Final = number_from(1)
"""deal, hand, seq, round, attempts: from 1."""
SIZE: Final = number_from(0)
"""A size or a place in the log: from 0."""
SEAT: Final = number_from(0, 5)
"""A player's seat."""
INDEX: Final = Kind(f"a number of at most {MOST_DIGITS} digits", _parse_index, format_integer)
"""Of a deal: no deck has more deals than so many digits count."""
TEXT: Final = matching("printable ASCII, parts parted by one space", "[!-~]+(?: [!-~]+)*")
WORD: Final = matching("printable ASCII without a space", "[!-~]+")
HEX32: Final = matching("64 lower-case hex digits", "[0-9a-f]{64}")
HEX32_OR_NONE: Final = matching("64 lower-case hex digits or -", "[0-9a-f]{64}|-")
UUID: Final = matching("a lower-case uuid", UUID_SHAPE)
UUID_OR_NONE: Final = matching("a lower-case uuid or -", f"{UUID_SHAPE}|-")
TIME: Final = checked_by("a time as in 2026-11-02T19:00:03.750Z", parse_time)
PURPOSE: Final = checked_by("a purpose", parse_purpose)
DECK: Final = checked_by("a deck: 4 3 5 6 3+kitty 5+kitty 6+kitty lots/<n>", lots_count)
SOURCES: Final = one_of("seats", "beacon", "server")
CARDS: Final = Kind("cards in deck order, none twice", _parse_cards)
CARD: Final = Kind("a card", _parse_card)
ORIGIN: Final = matching(
    "an origin: parts of a-z 0-9 . : - parted by /, no . at an end",
    r"(?!\.)[a-z0-9.:-]+(?:/[a-z0-9.:-]+)*(?<!\.)",
)
BEACON: Final = matching("- or <chain hash>@<round>", f"-|{QUICKNET}@{_DIGITS}")
"""Opening and commit: the round that was promised."""
DRAWN_BEACON: Final = matching("- or <round> <randomness>", f"-|{_DIGITS} [0-9a-f]{{64}}")
SHOWN_BEACON: Final = matching("- or <round> <signature>", f"-|{_DIGITS} [0-9a-f]{{96}}")
