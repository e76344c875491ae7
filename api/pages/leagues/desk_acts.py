"""What may be done at the desk: for each act its form, and the service that does it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from django.utils import timezone

from api.calls import call
from api.pages.leagues import desk_forms as f
from deals.services.jobs import JobHint
from games.leagues.services import directing, drawing, entering
from games.leagues.services.locked import Decision

Hints = Iterable[JobHint]


@dataclass(frozen=True)
class Act:
    """An act: its title, its button, its form, and what does it."""

    title: str
    button: str
    form: type[f.DeskForm]
    perform: Callable[[UUID, Any, Decision], Hints]
    scorer_may: bool = False
    help: str = ""


def _draw(league: UUID, form: f.DrawForm, decision: Decision) -> Hints:  # noqa: ARG001 - no fields
    _, hints = call(drawing.draw_round, league, decision, now=timezone.now())
    return hints


def _close(league: UUID, form: f.CloseForm, decision: Decision) -> Hints:
    given = form.cleaned_data
    return call(
        directing.close_round,
        league,
        given["round"],
        decision,
        overrides=given["override"],
        now=timezone.now(),
    )


def _enter(league: UUID, form: f.EnterForm, decision: Decision) -> Hints:
    given = form.cleaned_data
    account = f.key_or_none(given["account"])
    entry = entering.Entry(given["name"], account, given["computer"])
    call(entering.enter, league, entry, decision, now=timezone.now())
    return ()


def _withdraw(league: UUID, form: f.WithdrawForm, decision: Decision) -> Hints:
    call(entering.withdraw, league, _entrant(form), decision, now=timezone.now())
    return ()


def _return(league: UUID, form: f.ReturnForm, decision: Decision) -> Hints:
    call(entering.return_entrant, league, _entrant(form), decision, now=timezone.now())
    return ()


def _substitute(league: UUID, form: f.SubstituteForm, decision: Decision) -> Hints:
    player = f.key_or_none(form.cleaned_data["player"])
    call(entering.substitute, league, _entrant(form), player, decision, now=timezone.now())
    return ()


def _penalise(league: UUID, form: f.PenaltyForm, decision: Decision) -> Hints:
    value = Fraction(form.cleaned_data["value"])
    call(directing.penalise, league, _entrant(form), value, decision, now=timezone.now())
    return ()


def _average(league: UUID, form: f.AverageForm, decision: Decision) -> Hints:
    call(directing.give_average, league, form.averaged(), decision, now=timezone.now())
    return ()


def _correct(league: UUID, form: f.CorrectForm, decision: Decision) -> Hints:
    given = form.cleaned_data
    game, totals = UUID(given["game"]), given["totals"]
    call(directing.correct_result, league, game, totals, decision, now=timezone.now())
    return ()


def _entrant(form: f.EntrantForm) -> UUID:
    return UUID(form.cleaned_data["entrant"])


DRAW: Final = "draw"
CLOSE: Final = "close"
AVERAGE: Final = "average"
CORRECT: Final = "correct"
ACTS: Final[Mapping[str, Act]] = MappingProxyType(
    {
        DRAW: Act(
            "Draw the next round",
            "Draw it",
            f.DrawForm,
            _draw,
            help="Who plays in a round makes no links for its guests: another director does.",
        ),
        CLOSE: Act("Close the round", "Close it", f.CloseForm, _close),
        "enter": Act(
            "Enter somebody",
            "Enter",
            f.EnterForm,
            _enter,
            help="At any time of the season. Who comes late counts as having sat out as often as "
            "who has the least.",
        ),
        "withdraw": Act(
            "Somebody leaves", "Let leave", f.WithdrawForm, _withdraw, help="Its results stay."
        ),
        "return": Act("Somebody comes back", "Let come back", f.ReturnForm, _return),
        "substitute": Act(
            "A substitute",
            "Let play",
            f.SubstituteForm,
            _substitute,
            help="A member plays for an entrant from the next draw on.",
        ),
        "penalty": Act("A penalty", "Take off", f.PenaltyForm, _penalise),
        AVERAGE: Act(
            "An average for a missed board",
            "Give",
            f.AverageForm,
            _average,
            help="Once the round is closed.",
        ),
        CORRECT: Act(
            "Correct a result",
            "Correct",
            f.CorrectForm,
            _correct,
            scorer_may=True,
            help="What was written stays in the events; the correction follows it.",
        ),
    }
)
"""All acts by name, in the order of the desk."""
