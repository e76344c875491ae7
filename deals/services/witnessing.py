"""Asking witnesses outside to cosign our checkpoints: C2SP tlog-witness, as the log's side.

Each witness of the settings has a job; a new checkpoint asks for it. What a witness answers is
kept when it verifies, and served with the checkpoint.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from urllib.error import HTTPError
from uuid import NAMESPACE_URL, UUID, uuid5

from django.conf import settings
from django.db import transaction
from django.db.models import Max

from deals.models import Checkpoint, Cosignature, Job
from deals.selectors.log import SignedCheckpoint, latest_checkpoint, node_hashes
from deals.services.fetching import FETCH_ERRORS, fetch_bytes
from deals.services.jobs import JobHint, add_job, finish_job, take_job
from deals.tlog.cosignature import cosignature_times
from deals.tlog.errors import TlogError
from deals.tlog.note import (
    SignedNote,
    VerifierKey,
    format_note,
    format_vkey,
    parse_note,
    parse_vkey,
)
from deals.tlog.proof import prove_consistency
from deals.tlog.witness import (
    CONFLICT,
    AddRequest,
    format_request,
    parse_size,
    take_cosignatures,
)

SEND: Final = "send_checkpoint"
_AGAIN: Final = timedelta(minutes=1)
_MOST_BYTES: Final = 16_384
_TRIES: Final = 2

logger = logging.getLogger("hearts.witnesses")


@dataclass(frozen=True)
class Witness:
    """Who cosigns: the address that add-checkpoint is below, and the key."""

    address: str
    key: VerifierKey

    @property
    def subject(self) -> UUID:
        """The id by which jobs speak of it."""
        return uuid5(NAMESPACE_URL, format_vkey(self.key))


def witnesses() -> Iterator[Witness]:
    """Yield the witnesses of the settings, `<address>=<vkey>` each. Raises NoteMalformed."""
    for text in settings.HEARTS_WITNESSES:
        address, _, vkey = text.partition("=")
        yield Witness(address.rstrip("/"), parse_vkey(vkey))


def ask_witnesses(*, now: datetime) -> None:
    """Write the jobs that send the newest checkpoint, inside the transaction that signs it."""
    for witness in witnesses():
        add_job(SEND, witness.subject, now=now)


def send_checkpoint(job_id: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """Send the newest checkpoint to a witness, and keep its cosignature; again if it fails."""
    job = take_job(job_id, now=now)
    if job is None:
        return ()
    witness = next((one for one in witnesses() if one.subject == job.subject), None)
    newest = latest_checkpoint()
    if witness is None or newest is None or _has_cosigned(witness, newest.size):
        finish_job(job, now=now)
        return ()
    try:
        cosigned = _ask(witness, newest)
    except (*FETCH_ERRORS, TlogError) as error:
        logger.warning("%s did not cosign: %s", witness.address, type(error).__name__)
        return _later(job, now=now)
    return _keep(job, witness, newest, cosigned, now=now)


@transaction.atomic
def _later(job: Job, *, now: datetime) -> tuple[JobHint, ...]:
    finish_job(job, now=now)
    return (add_job(SEND, job.subject, now=now, due=now + _AGAIN),)


@transaction.atomic
def _keep(
    job: Job, witness: Witness, sent: SignedCheckpoint, cosigned: SignedNote, *, now: datetime
) -> tuple[JobHint, ...]:
    """Keep a cosignature; ask at once for a checkpoint that was signed in the meantime."""
    line = format_note(SignedNote(cosigned.text, cosigned.signatures[-1:])).splitlines()[-1]
    times = cosignature_times(cosigned, witness.key)
    Cosignature.objects.get_or_create(
        checkpoint_id=sent.size,
        vkey=format_vkey(witness.key),
        defaults={"line": line, "time": datetime.fromtimestamp(times[-1], UTC)},
    )
    finish_job(job, now=now)
    if Checkpoint.objects.filter(size__gt=sent.size).exists():
        return (add_job(SEND, job.subject, now=now),)
    return ()


def _ask(witness: Witness, newest: SignedCheckpoint) -> SignedNote:
    """Return the checkpoint with the witness's cosignature. Raises FETCH_ERRORS, TlogError."""
    old = _last_cosigned(witness)
    note = parse_note(newest.note)
    for attempt in range(1, _TRIES + 1):
        hashes = prove_consistency(old, newest.size, node_hashes) if old else ()
        body = format_request(AddRequest(old, hashes, note)).encode()
        try:
            answer = fetch_bytes(f"{witness.address}/add-checkpoint", most=_MOST_BYTES, body=body)
        except HTTPError as error:
            with error:
                if error.code != CONFLICT or attempt == _TRIES:
                    raise
                old = parse_size(error.read(32).decode("ascii", "replace"))
            if old > newest.size:
                raise
        else:
            return take_cosignatures(note, answer.decode("utf-8", "replace"), witness.key)
    raise AssertionError("the last try returns or raises")


def _last_cosigned(witness: Witness) -> int:
    rows = Cosignature.objects.filter(vkey=format_vkey(witness.key))
    size: int | None = rows.aggregate(last=Max("checkpoint_id"))["last"]
    return size or 0


def _has_cosigned(witness: Witness, size: int) -> bool:
    return _last_cosigned(witness) >= size
