"""Examples of accounts, tokens and clubs for the OpenAPI document."""

from __future__ import annotations

from typing import Final

from api.v1.examples import PLAYER, TOKEN

ACCOUNT_ID: Final = PLAYER
CLUB_ID: Final = "5e0c8f0a-3c1d-4a51-8d2e-7f6f4a2b9c01"
TOKEN_ID: Final = "c4a5d7a2-90d4-4f42-9d0c-52ac8d1f3b77"  # noqa: S105 - an id, no secret
INVITATION_ID: Final = "91f0f3b7-5d0c-4a57-8a67-0c6b1f0e2d34"
MADE: Final = "2026-11-02T19:00:03.750Z"
LATER: Final = "2027-01-31T19:00:03.750Z"

ACCOUNT: Final = {
    "id": ACCOUNT_ID,
    "name": "anna",
    "created": MADE,
    "clubs": [{"club": CLUB_ID, "name": "Queen of Spades", "role": "owner"}],
}
TOKEN_ROW: Final = {
    "id": TOKEN_ID,
    "prefix": TOKEN[:12],
    "label": "laptop",
    "kind": "account",
    "scopes": ["read", "play"],
    "game": None,
    "seat": None,
    "account": ACCOUNT_ID,
    "club": None,
    "created": MADE,
    "expires": LATER,
    "last_used": None,
}
NEW_TOKEN: Final = TOKEN_ROW | {"token": TOKEN}
TOKENS: Final = {"tokens": [TOKEN_ROW], "next": None}
CLUB_TOKEN: Final = NEW_TOKEN | {
    "kind": "club",
    "account": None,
    "club": CLUB_ID,
    "scopes": ["read", "score"],
    "label": "the table by the window",
}
CLUB_TOKENS: Final = {
    "tokens": [{name: value for name, value in CLUB_TOKEN.items() if name != "token"}],
    "next": None,
}
NEW_ACCOUNT: Final = {"account": ACCOUNT | {"clubs": []}, "token": NEW_TOKEN}
NEW_PASSWORD: Final = {"account": ACCOUNT_ID, "revoked": 2}
CLUB: Final = {"id": CLUB_ID, "name": "Queen of Spades", "created": MADE}
CLUBS: Final = {"clubs": [CLUB], "next": None}
MEMBER: Final = {"account": ACCOUNT_ID, "name": "anna", "role": "owner", "joined": MADE}
MEMBERS: Final = {"club": CLUB_ID, "members": [MEMBER], "next": None}
INVITATION: Final = {
    "id": INVITATION_ID,
    "role": "scorer",
    "created": MADE,
    "expires": "2026-11-09T19:00:03.750Z",
}
NEW_INVITATION: Final = INVITATION | {"secret": "a-secret-of-43-characters-or-so"}
INVITATIONS: Final = {"club": CLUB_ID, "invitations": [INVITATION], "next": None}
PASSWORD: Final = "four tables of hearts"  # noqa: S105 - an example
