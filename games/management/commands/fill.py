"""`manage.py fill N`: an archive of N hands that nobody played, for tests and for sizing."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.services.filling.fill import TooManyFaults, fill


class Command(BaseCommand):
    """Writes honest games in bulk; with `--faults`, a known number of each kind of fault."""

    help = (
        "Writes games of ten hands each, honest from header to end, until there are N hands. "
        "Never on a service that people use: nobody played them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take how many hands, and how many faults."""
        parser.add_argument("hands", type=int, help="hands to write")
        parser.add_argument(
            "--faults",
            type=int,
            default=0,
            help="plant so many faults of each kind, and print each as a line of JSON",
        )

    def handle(self, *_: object, **options: object) -> None:
        """Fill, and say how far it is."""
        hands, faults = options["hands"], options["faults"]
        if not isinstance(hands, int) or not isinstance(faults, int) or hands < 1 or faults < 0:
            raise CommandError("expected a number of hands, from 1")
        began, done = time.monotonic(), 0
        try:
            for written, planted in fill(hands, faults=faults, now=timezone.now()):
                done += written
                for fault in planted:
                    self.stdout.write(json.dumps(fault.to_json()))
                rate = done / (time.monotonic() - began)
                self.stderr.write(f"{done} of {hands} hands, {rate:.0f} a second")
        except TooManyFaults as error:
            raise CommandError(str(error)) from None
