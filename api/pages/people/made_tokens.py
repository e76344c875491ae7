"""Making a token by a form, for an account or for a club."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request

from api.calls import call
from api.pages.people.account_forms import TokenForm
from api.pages.people.session import confirm_password
from api.terms import terms_of
from api.tokens import Bearer, issue_token


def make_token(
    form: TokenForm, bearer: Bearer, *, asked: Request, account: UUID
) -> dict[str, object]:
    """Make the token of a valid form, for who knows the account's password.

    Returns its row with the secret, which is shown this once. Raises Problem.
    """
    given = form.cleaned_data
    confirm_password(asked, account, given["password"])
    now = timezone.now()
    terms = terms_of(
        {**given, "expires": now + form.lasts()}, scopes=frozenset(), until=None, now=now
    )
    made = call(issue_token, bearer, terms, now=now)
    return made.row | {"token": made.token}
