"""OpenSpiel's Hearts as a line of action numbers; one line is one hand, and becomes one game.

`direction, 52 dealt, 12 passed (when passing), 52 played`, parted by spaces. A card's number is
rank * 4 + suit, suits C D H S; the k-th dealt card goes to seat k mod 4; each seat in turn gives
three cards. Source: google-deepmind/open_spiel, hearts.h.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from deals.cards.card import CODES
from games.records.entry import PlayedHand
from games.records.errors import RecordUnreadable
from games.records.record import Record
from games.rules.passing import Direction
from games.rules.ruleset import RuleSet, parse_rules

PRESET: Final = "openspiel"
SEATS: Final = 4
DEALT: Final = 52
PASSED: Final = 3
_WORD: Final = re.compile(r"\S+")
_NUMBERS: Final = {str(number): number for number in range(DEALT)}
_CODES: Final = tuple(CODES[number % 4 * 13 + number // 4] for number in range(DEALT))
_DIRECTIONS: Final = (Direction.HOLD, Direction.LEFT, Direction.ACROSS, Direction.RIGHT)
_RULES: Final[Mapping[Direction, RuleSet]] = MappingProxyType(
    {way: parse_rules({"preset": PRESET, "passing": [str(way)]}) for way in _DIRECTIONS}
)


def parse_openspiel(line: str, name: str) -> Record:
    """Read a line of action numbers as a game with the id `name`: file name and line.

    Its plays may stop early. Raises RecordUnreadable with the column of what does not fit.
    """
    words = [(word.group(), word.start() + 1) for word in _WORD.finditer(line)]
    if not words:
        raise RecordUnreadable("a direction", column=1)
    direction = _DIRECTIONS[_read_number(words[0], below=len(_DIRECTIONS))]
    codes = [_CODES[_read_number(word, below=DEALT)] for word in words[1:]]
    gifts = 0 if direction is Direction.HOLD else SEATS * PASSED
    if len(codes) < DEALT + gifts:
        raise RecordUnreadable(f"{DEALT + gifts} cards dealt and passed", column=len(line) + 1)
    passed = codes[DEALT : DEALT + gifts]
    hand = PlayedHand(
        dealt=tuple(tuple(codes[seat:DEALT:SEATS]) for seat in range(SEATS)),
        passed=tuple(tuple(passed[at : at + PASSED]) for at in range(0, gifts, PASSED)) or None,
        played=tuple(codes[DEALT + gifts :]),
    )
    players = tuple(f"Seat {seat}" for seat in range(SEATS))
    return Record(name, _RULES[direction], players, (hand,), preset=PRESET)


def _read_number(word: tuple[str, int], *, below: int) -> int:
    text, column = word
    number = _NUMBERS.get(text, below)
    if number >= below:
        raise RecordUnreadable(f"a number from 0 to {below - 1}", column=column)
    return number
