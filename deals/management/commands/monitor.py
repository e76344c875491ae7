"""`manage.py monitor`: read the whole log of any such service, and say what does not hold."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from deals.services.monitoring import MOST_UNPINNED, watch_log
from deals.tlog.errors import NoteMalformed, TlogError
from deals.tlog.note import VerifierKey, parse_vkey


class Command(BaseCommand):
    """Needs no database. Exit status: 0 all holds, 1 something does not, 2 nothing to read."""

    help = "Reads a whole log by its tiles and reports gaps, voids by reason, and what is false."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's face

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take where the log is, and what is known of it."""
        parser.add_argument("source", metavar="URL-or-DIR", help="the log's address, or a mirror")
        parser.add_argument("--key", type=vkey, metavar="VKEY", help="the log's pinned key")
        parser.add_argument(
            "--mirror", type=Path, metavar="DIR", help="keep a copy there, in the same layout"
        )

        parser.add_argument(
            "--most",
            type=int,
            default=MOST_UNPINNED,
            metavar="N",
            help="entries to read at most when no key is given (default: %(default)s)",
        )

    def handle(self, *_: object, source: str, **asked: Any) -> None:  # noqa: ANN401 - Django's
        """Report."""
        try:
            watched = watch_log(
                source, key=asked["key"], mirror=asked["mirror"], most=asked["most"]
            )
        except TlogError as error:
            self.stderr.write(f"no log can be read at {source}: {error}")
            sys.exit(2)
        for line in watched.lines():
            self.stdout.write(line)
        if watched.findings:
            sys.exit(1)


def vkey(text: str) -> VerifierKey:
    """Read a verifier key from the command line."""
    try:
        return parse_vkey(text)
    except NoteMalformed as error:
        raise ArgumentTypeError(str(error)) from None
