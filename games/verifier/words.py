"""Reports in words, for people: a line for each, and a closing summary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from games.replay.finding import Finding
from games.verifier.report import Report, Verdict

_SHOWN: Final[Mapping[Verdict, str]] = {
    "ok": "ok",
    "incomplete": "incomplete",
    "false": "FALSE",
    "unreadable": "unreadable",
}


def describe(report: Report, source: str) -> Iterator[str]:
    """Yield the lines that tell a report; `source` names what has no name of its own."""
    # Names and details come from strangers: nothing in them may steer a terminal.
    return map(_printable, _lines(report, source))


def _lines(report: Report, source: str) -> Iterator[str]:
    yield f"{_SHOWN[report.verdict]}  {_name(report, source)}{_outcome(report)}"
    for finding in report.findings:
        yield f"    {_describe_finding(finding)}"
    if report.subject != "record":
        for step, why in report.not_made.items():
            yield f"    step {step} not made: {why}"
    for note in report.notes:
        yield f"    {note}"


def summarise(verdicts: Mapping[Verdict, int]) -> str:
    """Return the closing line: how many were read, and how many had each verdict."""
    parts = [f"{verdicts.get(verdict, 0)} {shown}" for verdict, shown in _SHOWN.items()]
    return f"{sum(verdicts.values())} read: {', '.join(parts)}"


def _printable(text: str) -> str:
    """Return a text with every character that is not printable written as an escape."""
    if text.isprintable():
        return text
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape").decode() for one in text
    )


def _name(report: Report, source: str) -> str:
    if report.deal is not None:
        return f"deal {report.deal}"
    return source if report.id is None else report.id


def _outcome(report: Report) -> str:
    """Return the word, and what the hands came to."""
    parts: list[str] = []
    if report.unreadable is not None:
        parts.append(str(report.unreadable))
    if report.strength is not None:
        parts.append(f"{report.strength}{_choices(report)}")
    if report.hands is not None and report.totals is not None:
        end = "finished" if report.finished else "not finished"
        totals = " ".join(map(str, report.totals))
        hands = f"{len(report.hands)} hand{'' if len(report.hands) == 1 else 's'}"
        parts.append(f"{hands}, totals {totals}, {end}")
    if report.winners:
        parts.append(f"won by seat {' and '.join(map(str, report.winners))}")
    if report.index is not None:
        parts.append(f"index {report.index}")
    parts += report.cards or ()
    return f": {'; '.join(parts)}" if parts else ""


def _choices(report: Report) -> str:
    """Return the number of choices: at least so many, where the whole log did not count them."""
    if report.choices is None:
        return ""
    is_counted = report.log is not None and "10" not in report.not_made
    return f", one of {'' if is_counted else 'at least '}{report.choices}"


def _describe_finding(finding: Finding) -> str:
    places = (
        ("hand", finding.hand),
        ("ply", finding.ply),
        ("seat", finding.seat),
        ("line", finding.seq),
    )
    where = "".join(f", {name} {value}" for name, value in places if value is not None)
    return f"step {finding.step}{where}: {finding.rule}: {finding.detail}"
