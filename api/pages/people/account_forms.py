"""The forms of an account: in, up, another password, tokens."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, ClassVar, Final

from django import forms

from api.codes import Code
from api.pages.people.forms import PeopleForm
from api.policy import Scope

_LONGEST: Final = 1025
"""A character more than a password may have, so that the service says how many those are."""
_MOST_DAYS: Final = 366
_HINT: Final = "8 characters or more that nobody guesses"
SCOPES: Final = (
    (Scope.READ, "read: what is public, and your own"),
    (Scope.PLAY, "play: act for your seats"),
    (Scope.SCORE, "score: keep sheets, correct results"),
    (Scope.DIRECT, "direct: make games, direct leagues"),
    (Scope.MANAGE, "manage: your account, your clubs, further tokens"),
)


def _name(autocomplete: str = "username", help_text: str = "") -> forms.CharField:
    attrs = {"autocomplete": autocomplete, "autocapitalize": "none", "spellcheck": "false"}
    return forms.CharField(
        label="Name", max_length=200, help_text=help_text, widget=forms.TextInput(attrs=attrs)
    )


def _password(label: str, autocomplete: str, help_text: str = "") -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=_LONGEST,
        strip=False,
        help_text=help_text,
        widget=forms.PasswordInput(attrs={"autocomplete": autocomplete}),
    )


def scopes_field(choices: Sequence[tuple[Scope, str]]) -> forms.MultipleChoiceField:
    """Return the field that says what a token may do."""
    return forms.MultipleChoiceField(
        label="It may",
        choices=choices,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose what the token may do."},
    )


class SignInForm(PeopleForm):
    """A name and its password."""

    next = forms.CharField(widget=forms.HiddenInput, max_length=400, required=False)
    name = _name()
    password = _password("Password", "current-password")


class TwiceForm(PeopleForm):
    """A new password, written twice: nobody could send one that was mistyped by mail."""

    password = _password("Password", "new-password", _HINT)
    again = _password("The same again", "new-password")

    def clean(self) -> dict[str, Any]:
        """Compare both."""
        given = self.cleaned_data
        if {"password", "again"} <= set(given) and given["password"] != given["again"]:
            self.add_error("again", "This is not what you wrote above: write both once more.")
        return given


class SignUpForm(TwiceForm):
    """A new account."""

    next = forms.CharField(widget=forms.HiddenInput, max_length=400, required=False)
    name = _name(help_text="letters, digits and @ . + - _; your clubs will see it")
    field_order = ("next", "invitation", "name", "password", "again")


class PasswordForm(TwiceForm):
    """Another password."""

    blames: ClassVar = {Code.WRONG_PASSWORD: "old"}

    old = _password("Password until now", "current-password")
    password = _password("New password", "new-password", _HINT)
    field_order = ("old", "password", "again")


class TokenForm(PeopleForm):
    """A further token. The password is asked for: who finds a browser open makes none."""

    blames: ClassVar = {Code.WRONG_PASSWORD: "password"}

    label = forms.CharField(
        label="What it is for", max_length=64, required=False, help_text="to tell it by"
    )
    scopes = scopes_field(SCOPES)
    days = forms.IntegerField(label="Ends after days", min_value=1, max_value=_MOST_DAYS)
    password = _password("Your password", "current-password")

    def lasts(self) -> timedelta:
        """Return for how long the token is valid."""
        return timedelta(days=self.cleaned_data["days"])


class KeyForm(PeopleForm):
    """Which token, or which account, it is about."""

    id = forms.UUIDField()


class SeatForm(PeopleForm):
    """Which seat of which game, and of which round."""

    league = forms.UUIDField()
    round = forms.IntegerField(min_value=1, max_value=32_767)
    game = forms.UUIDField()
    seat = forms.IntegerField(min_value=0, max_value=5)
