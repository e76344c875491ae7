"""Walking from a pinned key to the newest: every step proven and signed by both."""

from itertools import count

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from deals.tlog import handover
from deals.tlog.checkpoint import Checkpoint, format_checkpoint
from deals.tlog.errors import (
    FileMissing,
    NotHandedOver,
    ProofInvalid,
    ProofMalformed,
    SignatureInvalid,
    TlogError,
)
from deals.tlog.handover import follow_keys, format_handover, parse_handover, signer_of
from deals.tlog.note import (
    SignedNote,
    VerifierKey,
    format_note,
    format_vkey,
    parse_note,
    parse_vkey,
    signature_line,
)
from deals.tlog.tree import leaf_hash

ORIGIN = "fair.example.org/log"
SECRETS = [Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in range(1, 5)]
PUBLIC = [secret.public_key().public_bytes_raw() for secret in SECRETS]
KEYS = [VerifierKey(ORIGIN, public) for public in PUBLIC]


def signed(root, *signers):
    text = format_checkpoint(Checkpoint(ORIGIN, 1, root))
    lines = [
        signature_line(VerifierKey(ORIGIN, PUBLIC[n]), SECRETS[n].sign(text.encode()))
        for n in signers
    ]
    return format_note(SignedNote(text, tuple(lines)))


def handing(new, *signers):
    """A handover to key `new`, in a tree of one entry; signed by these."""
    entry = format_vkey(KEYS[new]).encode()
    return format_handover(0, entry, (), signed(leaf_hash(entry), *signers)).encode()


def reader(*handovers):
    files = {f"handover/{n}": data for n, data in enumerate(handovers, start=1)}

    def read(path):
        if path not in files:
            raise FileMissing(path)
        return files[path]

    return read


def key_of(entry):
    return parse_vkey(entry.decode()) if entry else None


def walk(read, pinned):
    return [KEYS.index(key) for key in follow_keys(read, pinned=KEYS[pinned], key_of=key_of)]


FIRST, SECOND, THIRD = handing(1, 0, 1), handing(2, 1, 2), handing(3, 2, 3)


@pytest.mark.parametrize(
    ("handovers", "pinned", "keys"),
    [
        ((), 0, [0]),
        ((FIRST, SECOND, THIRD), 0, [0, 1, 2, 3]),
        ((FIRST, SECOND, THIRD), 1, [1, 2, 3]),
        ((FIRST, SECOND, THIRD), 3, [3]),
        ((FIRST, handing(2, 1), THIRD), 0, [0, 1]),
        ((FIRST, handing(2, 2), THIRD), 0, [0, 1]),
        ((handing(1, 0, 1, 2), handing(2, 0, 1, 2)), 0, [0, 1, 2]),
        ((handing(1, 0, 1, 2), handing(2, 0, 1, 2)), 2, [2]),
    ],
)
def test_each_step_is_signed_by_both(handovers, pinned, keys):
    assert walk(reader(*handovers), pinned) == keys


def test_the_first_key_that_signed_ends_the_walk():
    asked = []

    def read(path):
        asked.append(path)
        return reader(FIRST, SECOND)(path)

    note = parse_note(signed(bytes(32), 1))
    assert signer_of(note, read, pinned=KEYS[1], key_of=key_of) == KEYS[1]
    assert asked == []
    assert signer_of(note, read, pinned=KEYS[0], key_of=key_of) == KEYS[1]
    assert asked == ["handover/1", "handover/2", "handover/3"]
    with pytest.raises(NotHandedOver, match="pin the log's newest key"):
        signer_of(parse_note(signed(bytes(32), 3)), read, pinned=KEYS[0], key_of=key_of)


def test_a_false_signature_is_told_as_such():
    note = parse_note(signed(bytes(32), 0).replace("\n1\n", "\n2\n", 1))
    with pytest.raises(SignatureInvalid):
        signer_of(note, reader(), pinned=KEYS[0], key_of=key_of)


def test_the_entry_stands_under_the_checkpoint():
    entry = format_vkey(KEYS[1]).encode()
    other = format_handover(0, entry, (), signed(bytes(32), 0, 1)).encode()
    with pytest.raises(ProofInvalid):
        parse_handover(other)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"\n".join(line for line in FIRST.split(b"\n") if not line.startswith(b"extra")),
        FIRST.replace(b"\n1\n", b"\nx\n", 1),
    ],
)
def test_what_is_no_handover_is_refused(data):
    with pytest.raises(TlogError):
        parse_handover(data)


def test_an_entry_that_names_no_key_and_a_walk_without_end_are_refused(monkeypatch):
    empty = format_handover(0, b"", (), signed(leaf_hash(b""), 0, 1)).encode()
    with pytest.raises(ProofMalformed, match="handover/1 names no key"):
        walk(reader(empty), 0)
    monkeypatch.setattr(handover, "MOST_HANDOVERS", 5)
    asked = count()

    def read(path):
        next(asked)
        return FIRST

    with pytest.raises(ProofMalformed, match="more than 5"):
        walk(read, 3)
    assert next(asked) == 5
