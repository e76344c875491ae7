"""What can be wrong with a line that should be a record."""

from __future__ import annotations


class RecordsError(ValueError):
    """The root of this room's errors."""

    code = "records"


class RecordUnreadable(RecordsError):
    """A line that is no record: where, and what was expected there.

    `line` and `column` count from 1, `column` characters, in a CSV its cells; `pointer` is a JSON
    pointer into what was read. What does not apply is None.
    """

    code = "unreadable"

    def __init__(
        self,
        expected: str,
        *,
        line: int | None = None,
        column: int | None = None,
        pointer: str | None = None,
    ) -> None:
        place = f"column {column}" if pointer is None else f"at {pointer or 'the top'}"
        where = place if line is None else f"line {line}, {place}"
        super().__init__(f"{where}: expected {expected}")
        self.expected = expected
        self.line = line
        self.column = column
        self.pointer = pointer


class HandNotInNumbers(RecordsError):
    """A hand that was recorded card by card, where a row of numbers is needed."""

    code = "hand-not-in-numbers"

    def __init__(self) -> None:
        super().__init__("a sheet has rows of numbers; this hand was recorded card by card")
