"""What can be wrong with the lines of a chain."""

from __future__ import annotations


class EventError(ValueError):
    """The root of this room's errors."""

    code = "event"


class LineMalformed(EventError):
    """A line is not as the grammar wants it, byte for byte."""

    code = "line-malformed"

    def __init__(self, reason: str, *, line: str) -> None:
        super().__init__(f"{reason}: {line[:200]!r}")
        self.reason = reason
        self.line = line


class ChainBroken(EventError):
    """A head is not the one that follows from the lines."""

    code = "chain-broken"

    def __init__(self, *, seq: int, expected: str, found: str) -> None:
        super().__init__(f"the head after line {seq} is {expected}, not {found}")
        self.seq = seq
        self.expected = expected
        self.found = found
