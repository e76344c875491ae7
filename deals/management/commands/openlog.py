"""`manage.py openlog`: write the first entries of the public log, those of its keys."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from deals.selectors.log_files import logged_keys
from deals.services.checkpoints import SignerRefuses, publish_checkpoint, require_log_key
from deals.services.keys import KeyFileExposed, KeyFileMissing, record_keys
from deals.services.log import Continued, open_log


class Command(BaseCommand):
    """Needs the keys and the tables. May be repeated."""

    help = "Opens the public log: the entries of its keys, and a signed checkpoint."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what a new log continues when the old one was lost and no mirror has it."""
        parser.add_argument(
            "--continues",
            nargs=4,
            metavar=("ORIGIN", "SIZE", "ROOT", "REASON"),
            help="the old log's last known state: its root in hex, and a code that says why",
        )

    def handle(self, *_: object, continues: Sequence[str] | None = None, **__: object) -> None:
        """Say whether the log was opened now."""
        now = timezone.now()
        try:
            if open_log(now=now, continues=_continued(continues)):
                self.stdout.write(f"opened the log {settings.HEARTS_ORIGIN}")
            record_keys(logged_keys())
            publish_checkpoint(now=now)
        except (SignerRefuses, KeyFileMissing, KeyFileExposed) as error:
            raise CommandError(str(error)) from None
        except FileNotFoundError as error:
            raise CommandError(f"no key file {error.filename}: run manage.py makekeys") from None
        try:
            require_log_key()
        except SignerRefuses as error:
            # Nothing waits to be signed: what is there can be served all the same.
            self.stderr.write(f"WARNING: {error}")


def _continued(given: Sequence[str] | None) -> Continued | None:
    if given is None:
        return None
    old, size, root, reason = given
    if not (size.isascii() and size.isdigit()):
        raise CommandError("SIZE is a number")
    return Continued(old, int(size), root, reason)
