"""Under which key a secret is sealed, told by the key's id that stands before it."""

from __future__ import annotations

from uuid import UUID

from django.db.models import BinaryField, Q
from django.db.models.functions import Substr
from django.db.models.lookups import In

from deals.models import Contribution, Deal
from deals.sealing import KEY_ID_SIZE
from deals.services.keys import service_keys


def lacks_key(column: str) -> Q:
    """Return the condition that a column is sealed, and under none of the keys there are."""
    return Q(~is_under(column, *service_keys().sealer.keys), **{f"{column}__isnull": False})


def is_under(column: str, *keys: bytes) -> Q:
    """Return the condition that a column is sealed under one of the keys with these ids."""
    key_id = Substr(column, 1, KEY_ID_SIZE, output_field=BinaryField())
    return Q(In(key_id, list(keys)))


def count_older_seals() -> int:
    """Return how many seeds and nonces are still sealed under another key than the newest."""
    newest = service_keys().sealer.newest
    seeds = Deal.objects.exclude(sealed_seed=None).filter(~is_under("sealed_seed", newest))
    nonces = Contribution.objects.exclude(sealed_nonce=None)
    return seeds.count() + nonces.filter(~is_under("sealed_nonce", newest)).count()


def games_of_lost_seeds(*, most: int) -> list[UUID]:
    """Return the games with a deal that has no end and whose seed no key opens."""
    lost = Deal.objects.filter(lacks_key("sealed_seed"), end_entry=None)
    purposes = lost.filter(purpose__startswith="game/").values_list("purpose", flat=True)
    return [UUID(purpose.split("/")[1]) for purpose in purposes[:most]]
