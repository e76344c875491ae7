"""The forms of clubs: founding, naming, inviting, joining, roles."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, ClassVar, Final

from django import forms

from api.codes import Code
from api.pages.people.account_forms import SCOPES, SignInForm, SignUpForm, TokenForm, scopes_field
from api.pages.people.forms import OnceForm, PeopleForm
from api.policy import SCOPES_OF_CLUBS, Role

_MOST_DAYS: Final = 90
ROLES: Final = (
    (Role.PLAYER, "player: plays"),
    (Role.SCORER, "scorer: also keeps sheets, corrects results"),
    (Role.DIRECTOR, "director: also makes and directs leagues"),
    (Role.OWNER, "owner: also invites, gives roles"),
)


def _name() -> forms.CharField:
    return forms.CharField(
        label="Name of the club",
        max_length=200,
        help_text="at most 64 characters; everybody will see it",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def _invitation() -> forms.CharField:
    attrs = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
    return forms.CharField(
        label="Invitation",
        max_length=200,
        help_text="all that follows the = in the link you were sent",
        widget=forms.TextInput(attrs=attrs),
    )


class ClubForm(OnceForm):
    """A new club."""

    name = _name()


class RenameForm(PeopleForm):
    """Another name for a club."""

    name = _name()


class InviteForm(OnceForm):
    """An invitation for one person."""

    role = forms.ChoiceField(label="As", choices=ROLES)
    days = forms.IntegerField(
        label="Valid for days", min_value=1, max_value=_MOST_DAYS, help_text="at most 90"
    )

    def lasts(self) -> timedelta:
        """Return for how long the invitation may be used."""
        return timedelta(days=self.cleaned_data["days"])


class RoleForm(PeopleForm):
    """Another role for a member."""

    id = forms.UUIDField()
    role = forms.ChoiceField(choices=ROLES)


class JoinForm(PeopleForm):
    """An invitation, from who is signed in."""

    blames: ClassVar[dict[Code, str]] = {Code.WRONG_INVITATION: "invitation"}

    invitation = _invitation()


class JoinSignInForm(SignInForm):
    """An invitation, from who has an account."""

    blames: ClassVar[dict[Code, str]] = JoinForm.blames

    invitation = _invitation()
    field_order = ("invitation", "name", "password")


class JoinSignUpForm(SignUpForm):
    """An invitation, from who makes an account now."""

    blames: ClassVar[dict[Code, str]] = JoinForm.blames

    invitation = _invitation()


class ClubTokenForm(TokenForm):
    """A token of the club itself, which neither sits nor manages."""

    scopes = scopes_field([one for one in SCOPES if one[0] in SCOPES_OF_CLUBS])


def first_error(form: forms.Form) -> str:
    """Return what is wrong first, for a form of one button."""
    told: list[Any] = [error for errors in form.errors.values() for error in errors]
    return str(told[0]) if told else ""
