"""`manage.py offerverifier`: offer the verifier as one file, and put its hash into the log."""

from __future__ import annotations

from argparse import ArgumentParser
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from deals.services.checkpoints import publish_checkpoint
from deals.services.log import log_verifier
from games.verifier.archive import build_archive


class Command(BaseCommand):
    """The file is built from the sources as they stand; anybody can build the same bytes."""

    help = "Builds hearts-verify.pyz into HEARTS_DATA/verifier and logs its SHA-256."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the version's name, or a file that was built elsewhere."""
        parser.add_argument("release", help="the version's name in the log, as in 0.2.0")
        parser.add_argument("--file", type=Path, metavar="FILE", help="offer this one instead")

    def handle(self, *_: object, release: str, file: Path | None, **__: object) -> None:
        """Say the hash."""
        data = build_archive() if file is None else file.read_bytes()
        path = Path(settings.HEARTS_VERIFIER)
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        fresh.write_bytes(data)
        fresh.replace(path)
        digest = sha256(data).hexdigest()
        now = timezone.now()
        log_verifier(release, digest, now=now)
        publish_checkpoint(now=now)
        self.stdout.write(f"{digest}  {path}")
