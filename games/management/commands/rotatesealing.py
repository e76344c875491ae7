"""`manage.py rotatesealing`: a new key for secrets at rest, and all live secrets sealed again."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from deals.services.rekeying import reseal_deals, rotate_sealing_key
from games.services.resealing import older_seals, reseal_hands


class Command(BaseCommand):
    """May be repeated: a run that was cut off leaves nothing that does not open."""

    help = "Puts a new sealing key first, and seals seeds, nonces and hands again under it."

    def handle(self, *_: object, **__: object) -> None:
        """Say how many secrets were sealed again."""
        rotate_sealing_key()
        deals, hands = reseal_deals(), reseal_hands()
        self.stdout.write(f"sealed again: {deals} seeds and nonces, {hands} hands")
        self.stdout.write(f"left under older keys: {older_seals()}")
        self.stdout.write("with none left, only backups need the older lines of sealing.key")
