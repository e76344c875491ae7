"""Tokens as rows: issued once, kept as a hash, listed by their first characters, revoked."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404

from api.models import Token
from api.policy import Credential, Kind, Scope
from deals.cards.seat import Seat
from deals.fairness.times import format_time
from deals.services.effects import note_effect
from games.selectors.pages import Place, page_of
from games.services.accounts import change_password, create_account

PREFIX: Final = "hearts_"
SHAPE: Final = re.compile(r"hearts_[A-Za-z0-9_-]{43}")
ALL_SCOPES: Final = frozenset(Scope)


@dataclass(frozen=True)
class Bearer:
    """For whom a token speaks: a seat or the creator of a game, an account, or a club."""

    kind: Kind
    game: UUID | None = None
    seat: Seat | None = None
    account: UUID | None = None
    club: UUID | None = None


@dataclass(frozen=True)
class Terms:
    """What a token may be used for, until when, and what its owner calls it."""

    scopes: frozenset[Scope] = frozenset()
    expires: datetime | None = None
    label: str = ""


@dataclass(frozen=True)
class Issued:
    """A new token, shown this once, and what its row says of it."""

    token: str
    row: dict[str, object]


PLAIN: Final = Terms()


def issue_token(bearer: Bearer, terms: Terms = PLAIN, *, now: datetime) -> Issued:
    """Make a token; only its hash is kept."""
    token = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        row = Token.objects.create(
            digest=token_digest(token),
            prefix=token[:12],
            label=terms.label,
            scopes=[scope for scope in Scope if scope in terms.scopes],
            created=now,
            expires=terms.expires,
            kind=bearer.kind,
            game_id=bearer.game,
            seat=bearer.seat,
            account_id=bearer.account,
            club_id=bearer.club,
        )
        note_effect()
    return Issued(token, shown_token(row))


def issue_with_account(name: str, password: str, terms: Terms, *, now: datetime) -> Issued:
    """Make an account and its first token, both or neither. Raises as `create_account`."""
    with transaction.atomic():
        account = create_account(name, password, now=now)
        return issue_token(Bearer(Kind.ACCOUNT, account=account), terms, now=now)


def replace_password(credential: Credential, password: str, *, new: str) -> int:
    """Change the password of a token's account, and end all its other tokens; how many.

    Raises as `change_password`.
    """
    if credential.account is None:
        raise Http404
    with transaction.atomic():
        change_password(credential.account, password, new=new)
        others = Token.objects.filter(account=credential.account).exclude(id=credential.token)
        return others.delete()[0]


def bearer_of(credential: Credential) -> Bearer:
    """Return for whom a credential speaks."""
    return Bearer(
        credential.kind, credential.game, credential.seat, credential.account, credential.club
    )


def tokens_page(
    bearer: Bearer, *, after: Place | None, limit: int
) -> tuple[list[dict[str, object]], Place | None]:
    """Return a bearer's tokens in pages, the newest first; expired ones are among them."""
    page, more = page_of(_tokens_of(bearer), after=after, limit=limit)
    return list(map(shown_token, page)), more


def bearer_of_token(token: UUID) -> Bearer | None:
    """Return for whom a token speaks; None when there is no such token."""
    row = Token.objects.filter(id=token).first()
    if row is None:
        return None
    return Bearer(Kind(row.kind), row.game_id, row.seat, row.account_id, row.club_id)


def revoke_token(token: UUID) -> dict[str, object]:
    """End a token at once; what it was. Raises Http404 when there is none."""
    with transaction.atomic():
        row = Token.objects.select_for_update().filter(id=token).first()
        if row is None:
            raise Http404
        shown = shown_token(row)
        row.delete()
    return shown


def token_digest(token: str) -> bytes:
    """Return what is kept of a token."""
    return sha256(token.encode("ascii")).digest()


def shown_token(row: Token) -> dict[str, object]:
    """Return what may be shown of a token again and again."""
    return {
        "id": str(row.id),
        "prefix": row.prefix,
        "label": row.label,
        "kind": row.kind,
        "scopes": row.scopes,
        "game": _text(row.game_id),
        "seat": row.seat,
        "account": _text(row.account_id),
        "club": _text(row.club_id),
        "created": format_time(row.created),
        "expires": None if row.expires is None else format_time(row.expires),
        "last_used": None if row.last_used is None else format_time(row.last_used),
    }


def _tokens_of(bearer: Bearer) -> QuerySet[Token]:
    return Token.objects.filter(
        kind=bearer.kind,
        game=bearer.game,
        seat=bearer.seat,
        account=bearer.account,
        club=bearer.club,
    )


def _text(key: UUID | None) -> str | None:
    return None if key is None else str(key)
