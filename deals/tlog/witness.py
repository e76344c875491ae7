"""What a witness says and when: C2SP tlog-witness, the one call add-checkpoint, without its HTTP.

    POST <prefix>/add-checkpoint

    old 4
    TrX46A8cPQ6QV/Y9yEbYZ3ij6kDQtBALhojikCqjJsU=
    …

    fair.example.org/log
    8
    …

`judge_request` says whether a witness may cosign, given the last checkpoint it cosigned of that
log. A service that asks witnesses and one that is a witness use the same forms. What is cosigned
must be stored before it is answered, in the same step as the comparison with the last one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from deals.tlog.base64_text import format_base64, parse_base64
from deals.tlog.checkpoint import SIZE, Checkpoint, parse_checkpoint
from deals.tlog.cosignature import cosignature_times
from deals.tlog.errors import (
    AnswerMalformed,
    CheckpointMalformed,
    NoteMalformed,
    ProofInvalid,
    RequestMalformed,
    SignatureInvalid,
    UnknownSigner,
)
from deals.tlog.note import (
    Signature,
    SignedNote,
    VerifierKey,
    check_note,
    format_note,
    parse_note,
)
from deals.tlog.proof import check_consistency
from deals.tlog.tree import EMPTY_ROOT, HASH_SIZE

MOST_HASHES: Final = 63
"""No consistency proof has more."""
SIZE_TYPE: Final = "text/x.tlog.size"
"""The content type of the answer 409 that tells a size."""

OK: Final = 200
MALFORMED: Final = 400
UNTRUSTED: Final = 403
UNKNOWN_LOG: Final = 404
CONFLICT: Final = 409
NOT_CONSISTENT: Final = 422


@dataclass(frozen=True)
class AddRequest:
    """A log asks for a cosignature: the size it extends, the proof for that, its checkpoint."""

    old_size: int
    hashes: tuple[bytes, ...]
    note: SignedNote

    @property
    def checkpoint(self) -> Checkpoint:
        """What the note says. Raises CheckpointMalformed."""
        return parse_checkpoint(self.note.text)


@dataclass(frozen=True)
class AddAnswer:
    """What is answered: an HTTP status, a body, its content type.

    A body for 200 is missing here: the cosignature is for the one to make who has the key.
    """

    status: int
    body: str = ""
    content_type: str = "text/plain; charset=utf-8"


def format_request(request: AddRequest) -> str:
    """Return the body of an add-checkpoint request. Raises RequestMalformed, NoteMalformed."""
    lines = [f"old {request.old_size}", *map(format_base64, request.hashes)]
    text = "\n".join(lines) + "\n\n" + format_note(request.note)
    parse_request(text)
    return text


def parse_request(text: str) -> AddRequest:
    """Return what the body of an add-checkpoint request asks.

    Raises RequestMalformed, NoteMalformed, CheckpointMalformed.
    """
    head, _, checkpoint = text.partition("\n\n")
    first, *lines = head.split("\n")
    old = first.removeprefix("old ")
    if old == first or not SIZE.fullmatch(old):
        raise RequestMalformed("expected the line old <size>")
    if len(lines) > MOST_HASHES:
        raise RequestMalformed(f"more than {MOST_HASHES} hashes")
    hashes = [parse_base64(line) or b"" for line in lines]
    if any(len(value) != HASH_SIZE for value in hashes):
        raise RequestMalformed("expected hashes of 32 bytes in base64")
    request = AddRequest(int(old), tuple(hashes), parse_note(checkpoint))
    if request.old_size > request.checkpoint.size:
        raise RequestMalformed("the old size is above the checkpoint's")
    return request


def judge_request(
    request: AddRequest, *, keys: Mapping[str, Sequence[VerifierKey]], last: Checkpoint | None
) -> AddAnswer:
    """Return what a witness answers; with 200 it may cosign, and must store the checkpoint first.

    `keys` are those trusted for each origin; `last` is the newest checkpoint that was cosigned of
    the request's origin, None before any.
    """
    checkpoint = request.checkpoint
    trusted = keys.get(checkpoint.origin)
    if not trusted:
        return AddAnswer(UNKNOWN_LOG)
    if not any(_is_signed(request.note, key) for key in trusted):
        return AddAnswer(UNTRUSTED)
    known = last or Checkpoint(checkpoint.origin, 0, EMPTY_ROOT)
    is_other = known.size == checkpoint.size and known.root != checkpoint.root
    if request.old_size != known.size or is_other:
        return AddAnswer(CONFLICT, f"{known.size}\n", SIZE_TYPE)
    try:
        check_consistency(
            request.hashes,
            old_size=known.size,
            old_root=known.root,
            size=checkpoint.size,
            root=checkpoint.root,
        )
    except ProofInvalid:
        return AddAnswer(NOT_CONSISTENT)
    return AddAnswer(OK)


def judge_text(
    text: str, *, keys: Mapping[str, Sequence[VerifierKey]], last: Mapping[str, Checkpoint]
) -> tuple[AddAnswer, AddRequest | None]:
    """Return the answer to a request's body, and the request unless it is malformed (400)."""
    try:
        request = parse_request(text)
    except (RequestMalformed, NoteMalformed, CheckpointMalformed) as error:
        return AddAnswer(MALFORMED, f"{error}\n"), None
    origin = request.checkpoint.origin
    return judge_request(request, keys=keys, last=last.get(origin)), request


def format_cosignatures(signatures: Sequence[Signature]) -> str:
    """Return the body of the answer 200: a signature line for each. Raises NoteMalformed."""
    text = format_note(SignedNote("\n", tuple(signatures)))
    return text.removeprefix("\n\n")


def parse_size(text: str) -> int:
    """Return the size that the answer 409 tells. Raises AnswerMalformed."""
    if not text.endswith("\n") or not SIZE.fullmatch(text[:-1]):
        raise AnswerMalformed("expected a size in decimal and a line end")
    return int(text[:-1])


def take_cosignatures(note: SignedNote, answer: str, witness: VerifierKey) -> SignedNote:
    """Return a checkpoint with the cosignatures of a witness added that its answer 200 brings.

    Lines of other keys are left out, and those that stand there already. Raises AnswerMalformed
    when it brings no signature lines, UnknownSigner when none is the witness's, SignatureInvalid.
    """
    try:
        brought = parse_note(f"{note.text}\n{answer}")
    except NoteMalformed as error:
        raise AnswerMalformed(str(error)) from None
    if brought.text != note.text:
        raise AnswerMalformed("expected signature lines and nothing else")
    cosignature_times(brought, witness)
    lines = tuple(
        line
        for line in brought.signatures
        if (line.name, line.key_hash) == (witness.name, witness.key_hash)
        and line not in note.signatures
    )
    return SignedNote(note.text, (*note.signatures, *lines))


def _is_signed(note: SignedNote, key: VerifierKey) -> bool:
    try:
        check_note(note, key)
    except (UnknownSigner, SignatureInvalid):
        return False
    return True
