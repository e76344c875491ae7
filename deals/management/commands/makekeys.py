"""`manage.py makekeys`: make the key files that are missing."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand

from deals.services.keys import ensure_keys


class Command(BaseCommand):
    """Makes files and nothing else: no database is needed. May be repeated."""

    help = "Makes the key files that are missing in HEARTS_KEYS, mode 600."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's face

    def handle(self, *_: object, **__: object) -> None:
        """Say what was made."""
        directory = Path(settings.HEARTS_KEYS)
        for path in ensure_keys(directory, origin=settings.HEARTS_ORIGIN):
            self.stdout.write(f"made {path}")
