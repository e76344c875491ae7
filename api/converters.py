"""Numbers in addresses, as they are written: no sign, no leading zero, no number too long."""

from __future__ import annotations

from django.urls import register_converter


class Index:
    """A number from 0, within the database's bigint."""

    regex = "0|[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        """Read the number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Write the number."""
        return str(value)


class Count(Index):
    """A number from 1."""

    regex = "[1-9][0-9]{0,17}"


class SeatNumber(Index):
    """A seat, one digit."""

    regex = "[0-9]"


register_converter(Index, "index")
register_converter(Count, "count")
register_converter(SeatNumber, "seat")
