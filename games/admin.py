"""Accounts on the admin pages: a lost password is set anew, an account switched off."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from games.models import Account


@admin.register(Account)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]
    """Nobody is deleted: games name their players for ever. An account is switched off."""

    list_display = ("username", "date_joined", "is_active", "is_staff")
    search_fields = ("username", "id")

    def has_delete_permission(
        self,
        request: HttpRequest,  # noqa: ARG002 - Django's face
        obj: Account | None = None,  # noqa: ARG002 - Django's face
    ) -> bool:
        """Whether an account may be deleted: never."""
        return False
