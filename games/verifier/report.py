"""What the verifier answers: one report a line of input, as JSON or as a line for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from deals.cards.seat import Seat
from games.replay.finding import Finding
from games.replay.replay import HandResult

Verdict: TypeAlias = Literal["ok", "incomplete", "false", "unreadable"]
Strength: TypeAlias = Literal["unchosen", "shared", "server-only", "unproven"]
Subject: TypeAlias = Literal["record", "bundle", "deal", "rounds"]

EXIT_STATUS: Final[Mapping[Verdict, int]] = {"ok": 0, "false": 1, "unreadable": 2, "incomplete": 3}
_WORST_FIRST: Final[tuple[Verdict, ...]] = ("unreadable", "false", "incomplete", "ok")


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where an unreadable input goes wrong, and what was expected there.

    `line` and `column` count from 1; `pointer` is a JSON pointer. What does not apply is None.
    """

    expected: str
    line: int | None = None
    column: int | None = None
    pointer: str | None = None

    def __str__(self) -> str:
        """Return it in words."""
        places = (("line", self.line), ("column", self.column), ("at", self.pointer or None))
        where = ", ".join(f"{name} {value}" for name, value in places if value is not None)
        return f"{where}{where and ': '}expected {self.expected}"


@dataclass(frozen=True, kw_only=True)
class Report:
    """The answer for one record, bundle or deal proof; what does not apply is None.

    `strength` is None when the verdict is false or unreadable; `not_made` gives the steps that
    were not made, by number, and why. `index` and `cards` are a deal proof's: what follows from
    it. `log` is what a copy of the whole log comes to, where one was given. `notes` are for people
    alone.
    """

    subject: Subject | None
    verdict: Verdict
    strength: Strength | None = None
    choices: int | None = None
    not_made: Mapping[str, str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    id: str | None = None
    finished: bool | None = None
    hands: tuple[HandResult, ...] | None = None
    totals: tuple[int, ...] | None = None
    winners: tuple[Seat, ...] | None = None
    ranks: tuple[int, ...] | None = None
    deal: int | None = None
    index: str | None = None
    cards: tuple[str, ...] | None = None
    unreadable: Place | None = None
    notes: tuple[str, ...] = ()
    log: Mapping[str, object] | None = None

    @property
    def exit_status(self) -> int:
        """What the verifier exits with when this is all it read."""
        return EXIT_STATUS[self.verdict]

    def to_json(self) -> dict[str, object]:
        """Return the report as JSON takes it, keys in their order."""
        findings = [finding.to_json() for finding in self.findings]
        if self.subject == "deal":
            said: dict[str, object] = {
                "deal": self.deal,
                "verdict": self.verdict,
                "strength": self.strength,
                "not_made": dict(self.not_made),
                "index": self.index,
                "hands": _listed(self.cards),
                "findings": findings,
            }
            return said if self.log is None else said | {"log": dict(self.log)}
        report: dict[str, object] = {
            "id": self.id,
            "verdict": self.verdict,
            "strength": self.strength,
            "choices": self.choices,
            "not_made": dict(self.not_made),
            "finished": self.finished,
            "hands": None if self.hands is None else [hand.to_json() for hand in self.hands],
            "totals": _listed(self.totals),
            "winners": _listed(self.winners),
            "ranks": _listed(self.ranks),
            "findings": findings,
        }
        if self.log is not None:
            report["log"] = dict(self.log)
        if self.unreadable is not None:
            report |= {
                "line": self.unreadable.line,
                "column": self.unreadable.column,
                "pointer": self.unreadable.pointer,
                "expected": self.unreadable.expected,
            }
        return report


def worst_verdict(verdicts: Mapping[Verdict, int]) -> Verdict:
    """Return the verdict that decides the exit status, of those that occurred so many times."""
    return next(
        (verdict for verdict in _WORST_FIRST if verdicts.get(verdict)),
        "ok",
    )


def _listed(values: tuple[object, ...] | None) -> list[object] | None:
    return None if values is None else [*values]
