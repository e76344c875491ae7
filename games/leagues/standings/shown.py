"""Standings as people read them: exact fractions, decimals beside, and a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from typing import Final

from games.leagues.standings.ranking import CRITERIA, Line
from games.records.csv_text import quote_text

_PLACES: Final = Decimal("0.0001")


def decimal_text(value: Fraction) -> str:
    """Return a fraction to four places, halves to even.

    >>> decimal_text(Fraction(5, 3)), decimal_text(Fraction(-1, 2))
    ('1.6667', '-0.5000')
    """
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return str(exact.quantize(_PLACES, rounding=ROUND_HALF_EVEN))


def line_to_json(line: Line, names: Mapping[str, str]) -> dict[str, object]:
    """Return a line of the standings; fractions are text, "7/2"."""
    mean = line.tally.mean
    return {
        "rank": line.rank,
        "entrant": line.entrant,
        "name": names.get(line.entrant),
        "games": line.tally.games,
        "sum": str(line.tally.sum),
        "mean": None if mean is None else str(mean),
        "mean_decimal": None if mean is None else decimal_text(mean),
        "values": {name: str(value) for name, value in line.values.items()},
        "ahead_by": line.ahead_by,
    }


def format_csv_standings(kind: str, lines: Iterable[Line], names: Mapping[str, str]) -> str:
    """Return the standings as CSV (RFC 4180): decimals, and the exact mean in two columns.

    Text that a spreadsheet would take for a formula is quoted; numbers stay numbers.
    """
    criteria = CRITERIA[kind]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    extra = ("mean_numerator", "mean_denominator", "ahead_by", "entrant")
    writer.writerow(("rank", "name", "games", "sum", *criteria, *extra))
    for line in lines:
        mean = line.tally.mean
        writer.writerow(
            (
                line.rank,
                quote_text(names.get(line.entrant, "")),
                line.tally.games,
                decimal_text(line.tally.sum),
                *(decimal_text(line.values[name]) if line.values else "" for name in criteria),
                None if mean is None else mean.numerator,
                None if mean is None else mean.denominator,
                line.ahead_by,
                line.entrant,
            )
        )
    return out.getvalue()
