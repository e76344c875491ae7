"""The terms of a new token, as a body asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from api.codes import Code
from api.policy import Scope
from api.problems import Place, Problem
from api.tokens import Terms

LASTS: Final = timedelta(days=90)
LONGEST: Final = timedelta(days=366)


def terms_of(
    body: Mapping[str, Any], *, scopes: frozenset[Scope], until: datetime | None, now: datetime
) -> Terms:
    """Return the terms of a token for an account or a club.

    `scopes` are those it gets unless the body says, `until` when the token that asks expires: no
    later does the new one. Raises Problem (422).
    """
    default = now + LASTS if until is None else min(until, now + LASTS)
    expires = within(body.get("expires") or default, now=now, most=LONGEST)
    asked = frozenset(map(Scope, body["scopes"])) | {Scope.READ} if "scopes" in body else scopes
    return Terms(asked, expires, body.get("label", ""))


def within(moment: datetime, *, now: datetime, most: timedelta) -> datetime:
    """Return a moment that is yet to come, and not too far off. Raises Problem (422)."""
    if now < moment <= now + most:
        return moment
    detail = f"a time yet to come, within {most.days} days"
    raise Problem(Code.INVALID_BODY, errors=[Place("/expires", "out_of_range", detail)])
