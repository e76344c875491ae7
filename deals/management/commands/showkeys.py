"""`manage.py showkeys`: the public halves of the keys, for others to pin."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from deals.services.keys import service_keys
from deals.tlog.note import format_vkey


class Command(BaseCommand):
    """Shows nothing that is secret."""

    help = "Prints the log's and the receipts' verifier keys, one a line, after their role."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's face

    def handle(self, *_: object, **__: object) -> None:
        """Print them."""
        keys = service_keys()
        self.stdout.write(f"log {format_vkey(keys.log.verifier_key)}")
        self.stdout.write(f"receipt {format_vkey(keys.receipt.verifier_key)}")
