"""The refusals of accounts, clubs and repeated requests: a part of the table of refusals."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from api.codes import Code
from api.kind import Kind, kind

CLUB_KINDS: Final[Mapping[Code, Kind]] = MappingProxyType(
    {
        Code.WRONG_PASSWORD: kind(
            403,
            "Name and password do not fit",
            "No account has this name and this password, or the account was switched off.",
            "Check both, letter case too. Few tries are allowed; a token at hand still works.",
        ),
        Code.WRONG_INVITATION: kind(
            403,
            "Not an invitation into this club",
            "The secret is of no invitation into this club, or it was used, or has expired.",
            "Ask an owner of the club for a new one; each makes one account a member.",
        ),
        Code.ALREADY_SEATED: kind(
            409,
            "This account sits at the table",
            "An account holds one seat of a game.",
            "Act for the seat that the account has; another person takes this one.",
        ),
        Code.NAME_TAKEN: kind(
            409,
            "The name is taken",
            "Another account has this name, or one that differs by letter case alone.",
            "Choose another name.",
        ),
        Code.ALREADY_MEMBER: kind(
            409,
            "A member already",
            "The account is in the club. The invitation was not used up.",
            "An owner of the club changes a member's role.",
        ),
        Code.LAST_OWNER: kind(
            409,
            "The club's last owner",
            "A club keeps at least one owner.",
            "Make another member owner first, then leave or step down.",
        ),
        Code.STILL_RUNNING: kind(
            409,
            "The same request is still running",
            "A request with this Idempotency-Key has begun and not ended yet.",
            "Send it again after Retry-After seconds: the answer is then the first one's.",
            retry=1,
        ),
        Code.ALREADY_SHOWN: kind(
            409,
            "Done, and its answer was shown",
            "The first request with this Idempotency-Key took effect. Its answer held what is "
            "shown once only, or was lost in a crash.",
            "Look at what was made. If its secret is lost, make another, under another key.",
        ),
        Code.INVALID_NAME: kind(
            422,
            "The name can't be used",
            "An account's name has letters, digits and @ . + - _ alone; a club's can be printed.",
            "Choose a name of at most 64 characters.",
        ),
        Code.WEAK_PASSWORD: kind(
            422,
            "The password is too easy to guess",
            "It is too short, too common, or too much like the name.",
            "Take eight characters or more that nobody else uses.",
        ),
        Code.REPEATED_KEY: kind(
            422,
            "The Idempotency-Key was used for something else",
            "Another body was sent to the same address under this key.",
            "Take a fresh key for each request that shall have an effect of its own.",
        ),
    }
)
