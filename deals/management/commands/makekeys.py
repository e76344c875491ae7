"""`manage.py makekeys`: make the key files that are missing."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from deals.services.keys import KEY_FILES, KeyFileLost, ensure_keys


class Command(BaseCommand):
    """Makes files and nothing else: no database is needed. May be repeated."""

    help = "Makes the key files that are missing in HEARTS_KEYS, mode 600."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's face

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the files that are given up."""
        parser.add_argument(
            "--lost",
            action="append",
            choices=KEY_FILES,
            default=[],
            help="a file that is lost for good, to be made anew; may be repeated",
        )

    def handle(self, *_: object, lost: list[str], **__: object) -> None:
        """Say what was made."""
        directory = Path(settings.HEARTS_KEYS)
        try:
            made = ensure_keys(directory, origin=settings.HEARTS_ORIGIN, lost=lost)
        except KeyFileLost as error:
            raise CommandError(str(error)) from None
        for path in made:
            self.stdout.write(f"made {path}")
