"""Accounts: made by a name and a password, which Django keeps as a salted, slow hash."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from deals.services.effects import note_effect
from games.models import Account
from games.services.errors import NameTaken, WeakPassword, WrongName, WrongPassword

LONGEST_NAME: Final = 64
LONGEST_PASSWORD: Final = 1024


def create_account(name: str, password: str, *, now: datetime) -> UUID:
    """Make an account; its id. Raises WrongName, WeakPassword, NameTaken."""
    account = Account(username=Account.normalize_username(name), date_joined=now)
    _check_name(account)
    _check_password(password, account)
    account.set_password(password)
    try:
        with transaction.atomic():
            account.save(force_insert=True)
            note_effect()
    except IntegrityError:
        raise NameTaken("another account has this name") from None
    return account.id


def account_of_password(name: str, password: str) -> UUID:
    """Return the account that a name and a password open. Raises WrongPassword.

    A name that nobody has takes as long as one that somebody has.
    """
    found = authenticate(username=Account.normalize_username(name), password=password)
    if not isinstance(found, Account):
        raise WrongPassword("no account has this name and this password")
    return found.id


def change_password(account: UUID, password: str, *, new: str) -> None:
    """Replace a password. Raises WrongPassword, WeakPassword."""
    row = Account.objects.get(id=account)
    if not row.check_password(password):
        raise WrongPassword("this is not the account's password")
    _check_password(new, row)
    row.set_password(new)
    with transaction.atomic():
        row.save(update_fields=["password"])
        note_effect()


def _check_name(account: Account) -> None:
    field = Account._meta.get_field("username")  # noqa: SLF001 - a documented name of Django's
    if len(account.username) > LONGEST_NAME:
        raise WrongName(f"a name has at most {LONGEST_NAME} characters")
    try:
        field.clean(account.username, account)
    except ValidationError as error:
        raise WrongName(" ".join(error.messages)) from None


def _check_password(password: str, account: Account) -> None:
    if len(password) > LONGEST_PASSWORD:
        raise WeakPassword(f"a password has at most {LONGEST_PASSWORD} characters")
    try:
        validate_password(password, account)
    except ValidationError as error:
        raise WeakPassword(" ".join(error.messages)) from None
