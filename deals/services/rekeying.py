"""New keys: a further entry names it, and old and new sign the first checkpoint over that."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Final

from django.conf import settings
from django.db import transaction

from deals.fairness.entries import KeyEntry
from deals.models import Contribution, Deal
from deals.sealing import new_key_line as new_sealing_line
from deals.selectors.log_files import logged_keys
from deals.services.checkpoints import publish_checkpoint, require_log_key
from deals.services.contributing import nonce_context
from deals.services.keys import (
    LOG_KEY,
    RECEIPT_KEY,
    SEALING_KEY,
    announce_change,
    numbered_files,
    read_private_file,
    record_keys,
    replace_file,
    service_keys,
    write_new_file,
)
from deals.services.log import lock_log
from deals.signing import Signer, new_key_line, parse_signer
from deals.tlog.note import format_vkey

_FILES: Final[Mapping[str, str]] = MappingProxyType({"log": LOG_KEY, "receipt": RECEIPT_KEY})
_NAMES: Final[Mapping[str, str]] = MappingProxyType({"log": "{}", "receipt": "{}/receipt"})
ROLES: Final = tuple(_FILES)


def change_key(role: str, *, now: datetime) -> str:
    """Bring a new key of a role (log or receipt) into use; return its public half.

    A key file that stands but is not in the log, as a crash would leave it, is taken.
    Raises SignerRefuses, LogNotOpen; LogKeyMissing, and nothing is logged, when the key is lost
    that would have to sign.
    """
    require_log_key()
    publish_checkpoint(now=now)  # What came before is signed by the old key alone.
    with transaction.atomic():
        writer = lock_log(now=now)
        vkey = format_vkey(_next_signer(role).verifier_key)
        writer.append(KeyEntry(origin=writer.origin, role=role, vkey=vkey, time=writer.time))
    announce_change()
    record_keys(logged_keys())
    publish_checkpoint(now=now)
    return vkey


def _next_signer(role: str) -> Signer:
    """Return the newest key of a role that the log does not name yet, made when there is none."""
    directory = Path(settings.HEARTS_KEYS)
    first = directory / _FILES[role]
    files = numbered_files(directory, _FILES[role])
    logged = {vkey for _, vkey in logged_keys()}
    if files:
        newest = parse_signer(read_private_file(files[-1]))
        if format_vkey(newest.verifier_key) not in logged:
            return newest
    numbers = [int(path.stem.rpartition("-")[2]) for path in files if path != first]
    path = directory / f"{first.stem}-{max(numbers, default=1) + 1}{first.suffix}"
    write_new_file(path, new_key_line(_NAMES[role].format(settings.HEARTS_ORIGIN)))
    return parse_signer(read_private_file(path))


def rotate_sealing_key() -> None:
    """Put a new sealing key first: what is sealed from now on is sealed under it."""
    path = Path(settings.HEARTS_KEYS) / SEALING_KEY
    replace_file(path, new_sealing_line() + read_private_file(path))
    announce_change()


def reseal_deals() -> int:
    """Seal the live seeds and nonces again, under the newest key; return how many.

    Raises SealBroken for one whose key is lost already.
    """
    return sum(map(_reseal_deal, Deal.objects.exclude(sealed_seed=None).values_list("number")))


@transaction.atomic
def _reseal_deal(key: tuple[int]) -> int:
    sealer = service_keys().sealer
    deal = Deal.objects.select_for_update(no_key=True).get(number=key[0])
    shares = list(Contribution.objects.filter(deal=deal).exclude(sealed_nonce=None))
    if deal.sealed_seed is None:
        return 0
    deal.sealed_seed = sealer.reseal(bytes(deal.sealed_seed), context=deal.commitment)
    deal.save(update_fields=["sealed_seed"])
    for share in shares:
        context = nonce_context(deal.commitment, share.seat)
        share.sealed_nonce = sealer.reseal(bytes(share.sealed_nonce or b""), context=context)
        share.save(update_fields=["sealed_nonce"])
    return 1 + len(shares)
