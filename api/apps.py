"""The Django app of this room."""

from __future__ import annotations

from typing import Any

import psycopg
from django.apps import AppConfig, apps
from django.conf import settings
from django.db import connection

from api.shared_buckets import SharedBuckets
from api.waiting import Bell


class ApiConfig(AppConfig):
    """The app's name and key type, and what this process has one of."""

    name = "api"
    default_auto_field = "django.db.models.BigAutoField"
    bell: Bell
    buckets: SharedBuckets
    guesses: SharedBuckets
    new_accounts: SharedBuckets

    def ready(self) -> None:
        """Hang up the bell; nothing is connected before somebody waits."""
        self.buckets = SharedBuckets(rate=settings.HEARTS_RATE, burst=2 * settings.HEARTS_RATE)
        tries, accounts = settings.HEARTS_GUESSES, settings.HEARTS_NEW_ACCOUNTS
        self.guesses = SharedBuckets(rate=tries / 600, burst=tries, name="guesses")
        self.new_accounts = SharedBuckets(rate=accounts / 3600, burst=accounts, name="accounts")
        self.bell = Bell(_listening_connection, places=settings.HEARTS_WAITERS)


def bell() -> Bell:
    """Return the bell of this process."""
    return _config().bell


def buckets() -> SharedBuckets:
    """Return the buckets of all calls."""
    return _config().buckets


def guesses() -> SharedBuckets:
    """Return the buckets of tries at a password."""
    return _config().guesses


def new_accounts() -> SharedBuckets:
    """Return the buckets of new accounts."""
    return _config().new_accounts


def _config() -> ApiConfig:
    config = apps.get_app_config("api")
    if not isinstance(config, ApiConfig):
        raise TypeError("the app `api` is configured by something else")
    return config


def _listening_connection() -> psycopg.Connection[tuple[object, ...]]:
    """Open a connection beside Django's pool, to the same database."""
    parameters: dict[str, Any] = connection.get_connection_params()
    for unwanted in ("context", "cursor_factory", "prepare_threshold"):
        parameters.pop(unwanted, None)
    return psycopg.connect(**parameters, autocommit=True)
