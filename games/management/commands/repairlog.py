"""`manage.py repairlog`: make a log whole that is behind what was signed, from a mirror."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from deals.services.checkpoints import publish_checkpoint
from deals.services.repairing import RepairRefused
from games.services.restoring import restore_log


class Command(BaseCommand):
    """After a backup was restored, and before anything else is done. May be repeated."""

    help = "Appends missing entries from a mirror, and voids every deal without an end."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the mirror."""
        parser.add_argument("source", metavar="DIR-or-URL", help="a mirror of this very log")

    def handle(self, *_: object, source: str, **__: object) -> None:
        """Say what came back, and what became of the games."""
        now = timezone.now()
        try:
            restored = restore_log(source, now=now)
        except RepairRefused as error:
            raise CommandError(f"nothing was changed: {error}") from None
        publish_checkpoint(now=now)
        self.stdout.write(f"{restored.entries} entries appended")
        self.stdout.write(
            f"games: {restored.dealt_again} dealt again, {restored.voided} void for lost lines,"
            f" {restored.boards} void with their boards"
        )
