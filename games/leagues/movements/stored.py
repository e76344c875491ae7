"""The movements that we have, by the number of players; all are checked when they are made.

Base tables are developed by one up each round (5, 8, 12, 13, 17); 16 are written out.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.leagues.movements.movement import Movement, develop, parse_tables

_SIXTEEN: Final = """
0 4 8 12/5 1 13 9/10 14 2 6/15 11 7 3
0 10 15 5/11 1 4 14/13 7 2 8/6 12 9 3
0 6 11 13/7 1 12 10/9 15 2 4/14 8 5 3
0 7 9 14/1 6 8 15/2 5 11 12/3 4 10 13
0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15
"""

MOVEMENTS: Final[Mapping[int, Movement]] = MappingProxyType(
    {
        5: develop(parse_tables("1 2 4 3"), 5),
        8: develop(parse_tables("∞ 0 1 3 / 5 4 6 2", infinity=7), 7),
        12: develop(parse_tables("∞ 0 1 4 / 3 8 6 2 / 9 7 10 5", infinity=11), 11),
        13: develop(parse_tables("1 5 12 8 / 3 2 10 11 / 9 6 4 7"), 13),
        16: Movement(16, tuple(map(parse_tables, _SIXTEEN.strip().splitlines()))),
        17: develop(parse_tables("1 2 4 8 / 3 11 10 6 / 16 5 14 9 / 7 12 15 13"), 17),
    }
)
