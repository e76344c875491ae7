"""The forms of the director's desk: what each asks for, and from what one may choose."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final
from uuid import UUID

from django import forms

from api.fields import FRACTION, REASON
from deals.fairness.integers import parse_integer
from games.leagues.standings.facts import Averaged

Choices = Sequence[tuple[str, str]]

_MOST: Final = 32_767
_POINTS: Final = 10**6
_ITSELF: Final = ("", "nobody: the entrant itself again")
_GUEST: Final = ("", "no member: a guest")


@dataclass(frozen=True)
class Room:
    """What there is to choose from, ids and names; the number of the last round.

    The games are of the round `counted_round`.
    """

    active: Choices
    left: Choices
    members: Choices
    games: Choices
    round: int | None
    counted_round: int | None

    @property
    def entrants(self) -> Choices:
        """Everybody, those that have left last."""
        return [*self.active, *self.left]


class DeskForm(forms.Form):
    """A form of the desk. `key` is new with each page: what is sent twice is done once."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=64, required=False)

    def __init__(self, room: Room, data: Mapping[str, Any] | None, *, name: str) -> None:
        known = {"key": uuid.uuid4().hex, "round": room.round}
        super().__init__(data, auto_id=f"{name}-%s", initial=known)
        for field, choices in self.choices(room).items():
            self.fields[field].choices = choices  # type: ignore[attr-defined]

    def choices(self, room: Room) -> dict[str, Choices]:  # noqa: ARG002 - those below need it
        """Return the choices by field."""
        return {}


def _reason(*, required: bool = True) -> forms.RegexField:
    return forms.RegexField(
        REASON,
        label="Reason",
        max_length=64,
        required=required,
        help_text="a short code of a-z, 0-9, - and _, as in no-show",
        error_messages={"invalid": "A reason is a code of a-z, 0-9, - and _."},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )


def _value(label: str, help_text: str) -> forms.RegexField:
    return forms.RegexField(
        FRACTION,
        label=label,
        help_text=help_text,
        error_messages={"invalid": "Write a number as 2 or 1/2."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class DrawForm(DeskForm):
    """Draw the next round."""


class CloseForm(DeskForm):
    """Close the round that is open, which is the one that the page shows."""

    round = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=_MOST)
    override = forms.BooleanField(
        label="Also over games that are on: they count no more", required=False
    )
    reason = _reason(required=False)

    def clean(self) -> dict[str, Any]:
        """Ask for a reason where games are closed over."""
        given = self.cleaned_data
        if given.get("override") and not given.get("reason") and "reason" not in self.errors:
            self.add_error("reason", "To close over games that are on needs a reason.")
        return given


class EnterForm(DeskForm):
    """Enter somebody, before the first round or later."""

    name = forms.CharField(label="Name", max_length=64, help_text="as everybody will see it")
    account = forms.ChoiceField(label="Member", required=False)
    computer = forms.BooleanField(label="A computer player", required=False)
    reason = _reason(required=False)

    def choices(self, room: Room) -> dict[str, Choices]:
        """Return the members of the club."""
        return {"account": [_GUEST, *room.members]}


class EntrantForm(DeskForm):
    """Something about an entrant."""

    entrant = forms.ChoiceField(label="Who")
    reason = _reason()

    def choices(self, room: Room) -> dict[str, Choices]:
        """Return all entrants."""
        return {"entrant": room.entrants}


class WithdrawForm(EntrantForm):
    """Let an entrant leave."""

    def choices(self, room: Room) -> dict[str, Choices]:
        """Return those that are in."""
        return {"entrant": room.active}


class ReturnForm(EntrantForm):
    """Let an entrant come back."""

    def choices(self, room: Room) -> dict[str, Choices]:
        """Return those that have left."""
        return {"entrant": room.left}


class SubstituteForm(EntrantForm):
    """Let a member play for an entrant."""

    player = forms.ChoiceField(label="Plays for it", required=False)
    field_order = ("key", "entrant", "player", "reason")

    def choices(self, room: Room) -> dict[str, Choices]:
        """Return all entrants, and the members of the club."""
        return {"entrant": room.entrants, "player": [_ITSELF, *room.members]}


class PenaltyForm(EntrantForm):
    """Take something off an entrant's sum."""

    value = _value("Taken off", "place points, or boards; less than 0 gives back")
    field_order = ("key", "entrant", "value", "reason")


class AverageForm(EntrantForm):
    """Give an entrant something for a board that it missed."""

    round = forms.IntegerField(label="Round", min_value=1, max_value=_MOST)
    board = forms.IntegerField(label="Board", min_value=1, max_value=_MOST)
    value = _value("Gets", "0 to 1, usually 1/2")
    field_order = ("key", "entrant", "round", "board", "value", "reason")

    def averaged(self) -> Averaged:
        """Return what the form says."""
        given = self.cleaned_data
        return Averaged(given["entrant"], given["round"], given["board"], Fraction(given["value"]))


class CorrectForm(DeskForm):
    """Let a game that counts come to other totals."""

    game = forms.ChoiceField(label="Game")
    totals = forms.CharField(
        label="Came to",
        required=False,
        help_text="a number for each seat, in their order",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    counts_no_more = forms.BooleanField(label="It counts no more", required=False)
    reason = _reason()

    def choices(self, room: Room) -> dict[str, Choices]:
        """Return the games that count."""
        return {"game": room.games}

    def clean_totals(self) -> tuple[int, ...] | None:
        """Return the numbers by seat; None for none."""
        words = self.cleaned_data["totals"].replace(",", " ").split()
        numbers = [parse_integer(word) for word in words]
        read = [one for one in numbers if one is not None and abs(one) <= _POINTS]
        if len(read) < len(words):
            raise forms.ValidationError("Write whole numbers, as in 13 0 13 0.")
        return tuple(read) or None

    def clean(self) -> dict[str, Any]:
        """Ask for the numbers, or for the word that there are none: an empty field is no wish."""
        given = self.cleaned_data
        if "totals" in given and (given["totals"] is None) != given["counts_no_more"]:
            self.add_error("totals", "Write the numbers, or else say that it counts no more.")
        return given


def key_or_none(text: str) -> UUID | None:
    """Return the id that was chosen; None for nobody."""
    return UUID(text) if text else None
