"""Make the key files that are missing, and open the public log with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from deals.services.checkpoints import publish_checkpoint
from deals.services.keys import ensure_keys
from deals.services.log import open_log


class Command(BaseCommand):
    """`manage.py makekeys`: safe to run again."""

    help = "Make the key files that are missing, and open the public log with them."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Say what was made."""
        directory = Path(settings.HEARTS_KEYS)
        for path in ensure_keys(directory, origin=settings.HEARTS_ORIGIN):
            self.stdout.write(f"made {path}")
        now = timezone.now()
        if open_log(now=now):
            self.stdout.write(f"opened the log {settings.HEARTS_ORIGIN}")
        publish_checkpoint(now=now)
