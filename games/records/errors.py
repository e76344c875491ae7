"""What can be wrong with a line that should be a record."""

from __future__ import annotations


class RecordsError(ValueError):
    """The root of this room's errors."""

    code = "records"


class RecordUnreadable(RecordsError):
    """A line that is no record: where, and what was expected there.

    `column` counts characters from 1, in text that is not JSON or not numbers; `pointer` is a
    JSON pointer into what was read. One of them is None.
    """

    code = "unreadable"

    def __init__(
        self, expected: str, *, column: int | None = None, pointer: str | None = None
    ) -> None:
        place = f"column {column}" if pointer is None else f"at {pointer or 'the top'}"
        super().__init__(f"{place}: expected {expected}")
        self.expected = expected
        self.column = column
        self.pointer = pointer
