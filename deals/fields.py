"""Digests, seeds and nonces: bytes in the database, half of what their digits would take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models

if TYPE_CHECKING:
    _TextField = models.TextField[str, str]
else:
    _TextField = models.TextField


class HexField(_TextField):
    """Lower-case hex here, bytes in the database; "" is no bytes."""

    def db_type(self, connection: object) -> str:  # noqa: ARG002 (Django's own signature)
        """Return the column's type."""
        return "bytea"

    def from_db_value(self, value: bytes | None, *_of: object) -> str | None:
        """Return bytes as hex."""
        return None if value is None else bytes(value).hex()

    def get_prep_value(self, value: object) -> bytes | None:
        """Return hex as bytes. Raises ValueError for what is no hex."""
        return None if value is None else bytes.fromhex(str(value))
