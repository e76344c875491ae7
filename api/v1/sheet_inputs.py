"""What the calls about scores take: rows, corrections, other rules, adjustments, choices."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from api.body import Flag, Input, Number
from api.v1.inputs import Pattern
from games.rules.row import Row

_REASON: Final = r"^(?=.{1,32}\Z)[a-z0-9]+(?:[-_][a-z0-9]+)*\Z"
_REASON_HELP: Final = "a code of a-z, 0-9, - and _: it stands in the chain for ever"
_CHOICES: Final = ["add", "subtract"]
_MOST_SEATS: Final = 6
_MOST_POINTS: Final = 10_000


def _seat(meaning: str) -> Number:
    return Number(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=_MOST_SEATS - 1,
        help_text=meaning,
    )


class RowInput(Input):
    """A hand in numbers: what each seat took, and the extras where a setting needs them."""

    points = serializers.ListField(
        child=Number(min_value=-_MOST_POINTS, max_value=_MOST_POINTS),
        max_length=_MOST_SEATS,
        help_text="taken in the hand, by seat",
    )
    jack = _seat("the seat that took the bonus card")
    ten = _seat("the seat that took the ten of clubs")
    sun = Flag(required=False, allow_null=True, help_text="whether a shooter took every trick")
    no_tricks = serializers.ListField(
        child=Number(min_value=0, max_value=_MOST_SEATS - 1),
        required=False,
        allow_null=True,
        max_length=_MOST_SEATS,
        help_text="the seats that took no trick",
    )
    moon_choice = serializers.ChoiceField(
        _CHOICES, required=False, allow_null=True, help_text="what the shooter chose"
    )


class CorrectionInput(RowInput):
    """A row in place of another, and why."""

    reason = Pattern(_REASON, help_text=_REASON_HELP)


class RulesChangeInput(Input):
    """Other rules for a sheet, and why."""

    rules = serializers.DictField(help_text="a `preset`, single settings over it, or both")
    reason = Pattern(_REASON, required=False, help_text="a code, kept beside the chain")


class RescoreInput(Input):
    """Other rules to look at a game under."""

    rules = serializers.DictField(help_text="a `preset`, single settings over it, or both")


class AdjustmentInput(Input):
    """Points that are added to a seat's total, and why."""

    seat = Number(min_value=0, max_value=_MOST_SEATS - 1)
    points = Number(min_value=-_MOST_POINTS, max_value=_MOST_POINTS, help_text="may be negative")
    reason = Pattern(_REASON, help_text=_REASON_HELP)


class MoonInput(Input):
    """What the moon does."""

    choice = serializers.ChoiceField(_CHOICES, help_text="to the others, or from the shooter")


class SheetQuery(Input):
    """In which form."""

    format = serializers.ChoiceField(["json", "csv"], required=False, help_text="else by Accept")


def row_of(body: dict[str, Any]) -> Row:
    """Return the row of a body."""
    tricks = body.get("no_tricks")
    return Row(
        points=tuple(body["points"]),
        jack=body.get("jack"),
        ten=body.get("ten"),
        sun=body.get("sun"),
        no_tricks=None if tricks is None else tuple(sorted(set(tricks))),
        moon_choice=body.get("moon_choice"),
    )
