"""What a league says in words: its criteria, and its events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from games.leagues.standings.shown import decimal_text

CRITERIA: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "mean": ("mean", "the higher mean"),
        "firsts": ("firsts", "more first places a game"),
        "points": ("points", "fewer points a game"),
        "difference": ("difference", "the better difference to the others"),
    }
)
"""By criterion: the title of its column, and how it decides."""

KINDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "cumulative": "Places at each table give points; they add up over the season.",
        "swiss": "Places at each table give points; tables are made down the standings.",
        "same-deal": "All tables play the same deals; each seat is compared with the same seat "
        "elsewhere, so that luck cancels.",
    }
)

Names = Mapping[str, str]
_Tell = Callable[[Mapping[str, Any], Names], str]


def shown_number(text: str) -> str:
    """Return an exact number, as in "7/2", as people read it: whole, or to four places."""
    value = Fraction(text)
    return str(value) if value.denominator == 1 else decimal_text(value)


def tell_event(event: Mapping[str, Any], names: Names) -> str:
    """Return an event of a league in words; `names` are those of the entrants."""
    return _TELL[event["kind"]](event["detail"], names)


def _name(detail: Mapping[str, Any], names: Names) -> str:
    return names.get(detail["entrant"], detail["entrant"])


def _substituted(detail: Mapping[str, Any], names: Names) -> str:
    if detail["player"] is None:
        return f"{_name(detail, names)} plays again"
    return f"somebody plays for {_name(detail, names)} from the next draw on"


def _penalised(detail: Mapping[str, Any], names: Names) -> str:
    value = Fraction(detail["value"])
    if value < 0:
        return f"{_name(detail, names)} gets {-value} back"
    return f"{value} is taken off {_name(detail, names)}"


def _averaged(detail: Mapping[str, Any], names: Names) -> str:
    where = f"board {detail['board']} of round {detail['round']}"
    return f"{_name(detail, names)} gets {detail['value']} for {where}"


def _corrected(detail: Mapping[str, Any], names: Names) -> str:  # noqa: ARG001 - a teller's face
    if detail["totals"] is None:
        return f"game {detail['game'][:8]} counts no more"
    return f"game {detail['game'][:8]} came to {_numbers(detail['totals'])}"


def _drawn(detail: Mapping[str, Any], names: Names) -> str:  # noqa: ARG001 - a teller's face
    count = len(detail["tables"])
    return f"round {detail['round']} is drawn, {count} table{'' if count == 1 else 's'}"


def _counted(detail: Mapping[str, Any], names: Names) -> str:  # noqa: ARG001 - a teller's face
    where = f"round {detail['round']}, table {detail['table']}"
    return f"{where} counts: {_numbers(detail['totals'])}"


def _compared(detail: Mapping[str, Any], names: Names) -> str:  # noqa: ARG001 - a teller's face
    return f"board {detail['board']} of round {detail['round']} is compared"


def _closed(detail: Mapping[str, Any], names: Names) -> str:  # noqa: ARG001 - a teller's face
    return f"round {detail['round']} is closed"


def _numbers(totals: list[int]) -> str:
    return " ".join(map(str, totals))


_TELL: Final[Mapping[str, _Tell]] = MappingProxyType(
    {
        "enter": lambda detail, names: f"{_name(detail, names)} comes in",
        "withdraw": lambda detail, names: f"{_name(detail, names)} leaves",
        "return": lambda detail, names: f"{_name(detail, names)} comes back",
        "substitute": _substituted,
        "penalty": _penalised,
        "average": _averaged,
        "correct": _corrected,
        "round": _drawn,
        "result": _counted,
        "board": _compared,
        "close": _closed,
    }
)
