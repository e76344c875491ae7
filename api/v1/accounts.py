"""Accounts: making one, seeing one's own, another password."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import required_account, required_credential
from api.body import read_body
from api.calls import call
from api.club_auth import require_self
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import PRIVATE, Endpoint, found
from api.problems import Problem
from api.terms import terms_of
from api.throttling import throttle_guess, throttle_new_account
from api.tokens import ALL_SCOPES, issue_with_account, replace_password
from api.v1 import club_examples as examples
from api.v1.club_inputs import AccountInput, PasswordInput
from api.v1.club_shapes import AccountShape, NewAccountShape, NewPasswordShape
from games.selectors.accounts import account_summary


class Accounts(Endpoint):
    """All accounts."""

    @described(
        Call(
            id="create_account",
            summary="Make an account",
            answers=[Answer(201, "It, and a token.", NewAccountShape, examples.NEW_ACCOUNT)],
            refuses=[Code.NAME_TAKEN, Code.INVALID_NAME, Code.WEAK_PASSWORD, Code.BUSY],
            takes=AccountInput,
            example={"name": "anna", "password": examples.PASSWORD},
            shows_once=True,
        )
    )
    def post(self, request: Request) -> Response:
        """Make an account with a name and a password. The answer shows a token for it, this once.

        The account's id is what names the person in the chains of games; the name stands in none.
        """
        body = read_body(AccountInput, request)
        throttle_new_account(request)
        now = timezone.now()
        terms = terms_of({}, scopes=ALL_SCOPES, until=None, now=now)
        made = call(issue_with_account, body["name"], body["password"], terms, now=now)
        account = UUID(str(made.row["account"]))
        answer = {
            "account": account_summary(account),
            "token": made.row | {"token": made.token},
        }
        place = {"Location": f"/api/v1/accounts/{account}"}
        return Response(answer, status=201, headers=PRIVATE | place)


class OneAccount(Endpoint):
    """An account."""

    @described(
        Call(
            id="see_account",
            summary="See your account",
            answers=[Answer(200, "It, and its clubs.", AccountShape, examples.ACCOUNT)],
            refuses=[Code.NOT_FOUND],
            token="account",  # noqa: S106 - whose token, no secret
        )
    )
    def get(self, request: Request, account: UUID) -> Response:
        """Return your own account, with the clubs that it is in."""
        if required_account(request) != account:
            raise Problem(Code.FORBIDDEN, "this token is of another account")
        return found(account_summary(account), cache=PRIVATE["Cache-Control"])


class PasswordOfAccount(Endpoint):
    """An account's password."""

    @described(
        Call(
            id="change_password",
            summary="Change your password",
            answers=[
                Answer(200, "It counts from now on.", NewPasswordShape, examples.NEW_PASSWORD)
            ],
            refuses=[Code.NOT_FOUND, Code.WRONG_PASSWORD, Code.WEAK_PASSWORD, Code.BUSY],
            takes=PasswordInput,
            example={"password": examples.PASSWORD, "new": "five tables of hearts"},
            token="account",  # noqa: S106 - whose token, no secret
        )
    )
    def put(self, request: Request, account: UUID) -> Response:
        """Replace the password of your account. All tokens of it but this one end at once."""
        require_self(request, account=account)
        body = read_body(PasswordInput, request)
        throttle_guess(request, str(account))
        credential = required_credential(request)
        revoked = call(replace_password, credential, body["password"], new=body["new"])
        return Response({"account": str(account), "revoked": revoked}, headers=PRIVATE)
