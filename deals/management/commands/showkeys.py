"""`manage.py showkeys`: the public halves of the keys, for others to pin."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError

from deals.services.keys import service_keys
from deals.tlog.note import format_vkey


class Command(BaseCommand):
    """Shows nothing that is secret."""

    help = "Prints the log's and the receipts' verifier keys, one a line, the newest last."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's face

    def handle(self, *_: object, **__: object) -> None:
        """Print them."""
        try:
            keys = service_keys()
        except FileNotFoundError as error:
            hint = "is HEARTS_DATA, or HEARTS_KEYS, the directory of the service's data?"
            raise CommandError(f"no key file {error.filename}: {hint}") from None
        for role, signers in (("log", keys.logs), ("receipt", keys.receipts)):
            for signer in signers:
                self.stdout.write(f"{role} {format_vkey(signer.verifier_key)}")
