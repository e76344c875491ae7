"""A server that does not do what it promised: what stops a seat's software at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from games.replay.table_line import LineRefused
from games.verifier.report import Report


class ServerBrokeItsWord(ValueError):
    """What the server shows is not what it promised; `step` is the verifier's (SPEC.md 8)."""

    code = "server-broke-its-word"

    def __init__(self, step: int, detail: str) -> None:
        super().__init__(f"step {step}: {detail}")
        self.step = step
        self.detail = detail


def demand(step: int, what: str, found: object, expected: object) -> None:
    """Raise ServerBrokeItsWord unless two values are equal."""
    if found != expected:
        raise ServerBrokeItsWord(step, f"{what}: {found}, expected was {expected}")


def demand_not_false(report: Report) -> None:
    """Raise ServerBrokeItsWord for the first finding of a report whose verdict is false."""
    if report.verdict == "false":
        raise ServerBrokeItsWord(report.findings[0].step, report.findings[0].detail)


@contextmanager
def promised(step: int) -> Iterator[None]:
    """Turn what the pure rooms refuse into ServerBrokeItsWord, with its own step if it has one."""
    try:
        yield
    except ServerBrokeItsWord:
        raise
    except LineRefused as refused:
        raise ServerBrokeItsWord(refused.step, refused.detail) from refused
    except ValueError as error:
        raise ServerBrokeItsWord(step, str(error)) from error
