"""`manage.py changekey`: bring a new key of the log, or of its receipts, into use."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from deals.services.checkpoints import SignerRefuses
from deals.services.log import LogNotOpen
from deals.services.rekeying import ROLES, change_key


class Command(BaseCommand):
    """Other processes read the keys again by themselves."""

    help = "Makes a new signing key: old and new sign the first checkpoint that covers its entry."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the role."""
        parser.add_argument("role", choices=ROLES)

    def handle(self, *_: object, role: str, **__: object) -> None:
        """Say the public half of the new key."""
        try:
            vkey = change_key(role, now=timezone.now())
        except (SignerRefuses, LogNotOpen) as error:
            raise CommandError(f"no key was changed: {error}") from None
        self.stdout.write(f"{role} {vkey}")
