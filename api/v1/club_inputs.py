"""What the calls about accounts, tokens and clubs take."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from api.body import Input, Text
from api.fields import Key, Moment
from api.policy import SCOPES_OF_CLUBS, Role, Scope
from api.v1.inputs import PageQuery

_LONGEST: Final = 1024
_NAME: Final = "as people log in with it; letter case counts"
_PASSWORD: Final = "kept as a salted, slow hash only"  # noqa: S105 - what is said of it


def _name() -> Text:
    return Text(max_length=200, help_text=_NAME)


def _password(meaning: str = _PASSWORD) -> Text:
    return Text(max_length=_LONGEST + 1, help_text=meaning)


class TermsInput(Input):
    """What a token may be used for, until when, and what to call it."""

    scopes = serializers.ListField(
        child=serializers.ChoiceField([scope.value for scope in Scope]),
        required=False,
        min_length=1,
        max_length=len(Scope),
        help_text="all that are allowed unless said; `read` every token has",
    )
    expires = Moment(
        required=False,
        allow_null=True,
        help_text="within a year, after 90 days unless said; a seat's and a creator's may be null",
    )

    def get_fields(self) -> dict[str, Any]:
        """Add `label`, which every serializer has already."""
        label = Text(required=False, allow_blank=True, max_length=64, help_text="to tell it by")
        return super().get_fields() | {"label": label}


class AccountInput(Input):
    """A new account."""

    name = Text(max_length=200, help_text="letters, digits and @ . + - _, at most 64")
    password = _password()


class TokenInput(TermsInput):
    """A new token: for a name and a password, else for whoever the request's token speaks."""

    name = Text(required=False, max_length=200, help_text=_NAME)
    password = Text(required=False, max_length=_LONGEST + 1, help_text="together with the name")


class ClubTokenInput(TermsInput):
    """A new token of a club."""

    scopes = serializers.ListField(
        child=serializers.ChoiceField([scope.value for scope in Scope if scope in SCOPES_OF_CLUBS]),
        required=False,
        min_length=1,
        max_length=len(Scope),
        help_text="all of them unless said",
    )


class PasswordInput(Input):
    """Another password."""

    password = _password("the one until now")
    new = _password()


class ClubInput(Input):
    """A club's name."""

    name = Text(max_length=200, help_text="at most 64 characters, as everybody will see it")


class ClubsQuery(PageQuery):
    """Which clubs."""

    member = Key(required=False, help_text="only clubs of this account, which has to be your own")


def _role() -> serializers.ChoiceField:
    return serializers.ChoiceField(
        [role.value for role in Role], help_text="each may do what those after it may"
    )


class InvitationInput(Input):
    """An invitation."""

    role = _role()
    expires = Moment(required=False, help_text="within 90 days, after 7 unless said")


class JoinInput(Input):
    """An invitation's secret."""

    invitation = Text(max_length=200, help_text="the secret that was shown once")


class RoleInput(Input):
    """Another role."""

    role = _role()
