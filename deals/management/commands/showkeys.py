"""`manage.py showkeys`: the public halves of the keys, for others to pin."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from deals.services.keys import (
    LOG_KEY,
    KeyFileMissing,
    missing_keys,
    recorded_keys,
    service_keys,
)
from deals.tlog.note import format_vkey


class Command(BaseCommand):
    """Shows nothing that is secret."""

    help = "Prints the log's and the receipts' verifier keys, one a line, the newest last."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's face

    def handle(self, *_: object, **__: object) -> None:
        """Print those that the log names, as they were written down; before that, the files'."""
        named = recorded_keys() or self._of_files()
        for role in ("log", "receipt"):
            for vkey in (vkey for one, vkey in named if one == role):
                self.stdout.write(f"{role} {vkey}")
        lost = missing_keys(named)
        if lost:
            told = ", ".join(f"{role} {vkey}" for role, vkey in sorted(lost.items()))
            raise CommandError(
                f"the file of the newest key is missing in {settings.HEARTS_KEYS}: {told}"
            )

    def _of_files(self) -> list[tuple[str, str]]:
        try:
            keys = service_keys()
            log = keys.log
        except (FileNotFoundError, KeyFileMissing) as error:
            first = Path(settings.HEARTS_KEYS) / LOG_KEY
            path = error.filename if isinstance(error, OSError) and first.exists() else first
            hint = "is HEARTS_DATA, or HEARTS_KEYS, the directory of the service's data?"
            raise CommandError(f"no key file {path}: {hint}") from None
        pairs = (("log", (*keys.logs[:-1], log)), ("receipt", keys.receipts))
        return [(role, format_vkey(one.verifier_key)) for role, all_ in pairs for one in all_]
