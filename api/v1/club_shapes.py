"""The shapes of the answers about accounts, tokens and clubs."""

from __future__ import annotations

from rest_framework import serializers

from api.policy import Kind, Role, Scope
from api.v1.shapes import Fields


def _text(meaning: str = "", *, null: bool = False) -> serializers.CharField:
    return serializers.CharField(help_text=meaning, allow_null=null)


def _key(meaning: str = "", *, null: bool = False) -> serializers.UUIDField:
    return serializers.UUIDField(help_text=meaning, allow_null=null)


def _role(*, null: bool = False) -> serializers.ChoiceField:
    return serializers.ChoiceField([role.value for role in Role], allow_null=null)


_next = "the cursor of the next page; null on the last"


class TokenShape(Fields):
    """What may be shown of a token again and again: never the token."""

    id = _key()
    prefix = _text("its first characters")
    kind = serializers.ChoiceField([kind.value for kind in Kind], help_text="for whom it speaks")
    scopes = serializers.ListField(
        child=serializers.ChoiceField([scope.value for scope in Scope]),
        help_text="of an account's or a club's token; those of seats and creators have none",
    )
    game = _key(null=True)
    seat = serializers.IntegerField(allow_null=True)
    account = _key(null=True)
    club = _key(null=True)
    created = _text()
    expires = _text(null=True)
    last_used = _text("to the hour", null=True)

    def get_fields(self) -> dict[str, serializers.Field]:  # type: ignore[type-arg]
        """Add `label`, which every serializer has already."""
        return super().get_fields() | {"label": _text("as its owner called it")}


class TokensShape(Fields):
    """Tokens, the newest first."""

    tokens = TokenShape(many=True)
    next = _text(_next, null=True)


class NewTokenShape(TokenShape):
    """A new token."""

    token = _text("shown this once")


class MembershipShape(Fields):
    """A club that an account is in."""

    club = _key()
    name = _text()
    role = _role()


class AccountShape(Fields):
    """An account, as its owner sees it."""

    id = _key("names the person in all that is hashed")
    name = _text()
    created = _text()
    clubs = MembershipShape(many=True)


class NewAccountShape(Fields):
    """A new account, and a token for it."""

    account = AccountShape()
    token = NewTokenShape()


class NewPasswordShape(Fields):
    """A password that was replaced."""

    account = _key()
    revoked = serializers.IntegerField(help_text="how many other tokens were ended with it")


class ClubShape(Fields):
    """A club, as everybody sees it."""

    id = _key()
    name = _text()
    created = _text()


class ClubsShape(Fields):
    """Clubs, the newest first."""

    clubs = ClubShape(many=True)
    next = _text(_next, null=True)


class MemberShape(Fields):
    """A member."""

    account = _key()
    name = _text()
    role = _role()
    joined = _text()


class MembersShape(Fields):
    """Members; who joined last comes first."""

    club = _key()
    members = MemberShape(many=True)
    next = _text(_next, null=True)


class InvitationShape(Fields):
    """An invitation, without its secret."""

    id = _key()
    role = _role()
    created = _text()
    expires = _text()


class NewInvitationShape(InvitationShape):
    """A new invitation."""

    secret = _text("makes one account a member; shown this once")


class InvitationsShape(Fields):
    """Invitations that may still be used, the newest first."""

    club = _key()
    invitations = InvitationShape(many=True)
    next = _text(_next, null=True)
