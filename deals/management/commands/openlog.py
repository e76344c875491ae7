"""`manage.py openlog`: write the first entries of the public log, those of its keys."""

from __future__ import annotations

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from deals.services.checkpoints import publish_checkpoint
from deals.services.log import open_log


class Command(BaseCommand):
    """Needs the keys and the tables. May be repeated."""

    help = "Opens the public log: the entries of its keys, and a signed checkpoint."

    def handle(self, *_: object, **__: object) -> None:
        """Say whether the log was opened now."""
        now = timezone.now()
        if open_log(now=now):
            self.stdout.write(f"opened the log {settings.HEARTS_ORIGIN}")
        publish_checkpoint(now=now)
