"""`manage.py test [ARGUMENTS]`: pytest with the arguments given."""

import os
import sys

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Becomes pytest, in a fresh process: the tests' database is named before Django starts."""

    help = "Runs the tests by pytest; all arguments are pytest's."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's face

    def run_from_argv(self, argv: list[str]) -> None:
        """Take the arguments as they stand, `--help` among them."""
        self.handle(*argv[2:])

    def handle(self, *arguments: object, **_: object) -> None:
        """Become pytest."""
        sys.stdout.flush()
        words = [sys.executable, "-m", "pytest", *map(str, arguments)]
        os.execv(sys.executable, words)  # noqa: S606 - no shell is wanted
