"""Witnesses: C2SP tlog-witness, add-checkpoint, judged without HTTP."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from deals.tlog.checkpoint import Checkpoint, format_checkpoint, parse_checkpoint
from deals.tlog.cosignature import cosignature_line, cosignature_times, cosigned_text
from deals.tlog.errors import (
    AnswerMalformed,
    CheckpointMalformed,
    NoteMalformed,
    RequestMalformed,
    SignatureInvalid,
    UnknownSigner,
)
from deals.tlog.note import (
    COSIGNATURE,
    SignedNote,
    VerifierKey,
    format_note,
    parse_note,
    signature_line,
)
from deals.tlog.proof import prove_consistency
from deals.tlog.tree import completed_hashes, leaf_hash, tree_root
from deals.tlog.witness import (
    CONFLICT,
    MALFORMED,
    NOT_CONSISTENT,
    OK,
    SIZE_TYPE,
    UNKNOWN_LOG,
    UNTRUSTED,
    AddRequest,
    format_cosignatures,
    format_request,
    judge_request,
    judge_text,
    parse_request,
    parse_size,
    take_cosignatures,
)

ORIGIN = "fair.example.org/log"
LOG = Ed25519PrivateKey.from_private_bytes(b"\1" * 32)
OTHER = Ed25519PrivateKey.from_private_bytes(b"\5" * 32)
SECRET = Ed25519PrivateKey.from_private_bytes(b"\3" * 32)
KEY = VerifierKey(ORIGIN, LOG.public_key().public_bytes_raw())
WITNESS = VerifierKey("witness.example.com/w1", SECRET.public_key().public_bytes_raw(), COSIGNATURE)
KEYS = {ORIGIN: [KEY]}
SPEC_EXAMPLE = (  # C2SP tlog-witness (its example body, without the long signatures)
    "old 20852014\n"
    "PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=\n"
    "jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=\n"
    "5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=\n"
    "/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=\n"
    "\n"
    "example.com/behind-the-sofa\n"
    "20852163\n"
    "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"
    "\n"
    "— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe"
    "4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
)


def rows(entries):
    stored = []

    def read(nodes):
        return [stored[((node.number + 1) << node.level) - 1][node.level] for node in nodes]

    for index, entry in enumerate(entries):
        stored.append(completed_hashes(index, leaf_hash(entry), read))
    return read


READ = rows([b"entry %d" % n for n in range(12)])
FORK = rows([b"other %d" % n for n in range(12)])


def state(size, read=READ):
    return Checkpoint(ORIGIN, size, tree_root(size, read))


def ask(old, size, *, read=READ, signer=LOG, origin=ORIGIN):
    text = format_checkpoint(Checkpoint(origin, size, tree_root(size, read)))
    line = signature_line(
        VerifierKey(origin, signer.public_key().public_bytes_raw()), signer.sign(text.encode())
    )
    return AddRequest(old, prove_consistency(old, size, read), SignedNote(text, (line,)))


def cosign(note, time):
    made = SECRET.sign(cosigned_text(note.text, time=time))
    return cosignature_line(WITNESS, time=time, signature=made)


def test_a_request_has_the_form_of_the_specification():
    request = parse_request(SPEC_EXAMPLE)
    assert (request.old_size, len(request.hashes)) == (20852014, 4)
    assert request.checkpoint.size == 20852163
    assert format_request(request) == SPEC_EXAMPLE


@given(st.integers(0, 12), st.integers(0, 12))
def test_requests_are_read_as_they_are_written(old, size):
    request = ask(min(old, size), max(old, size))
    assert parse_request(format_request(request)) == request


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("old 4", "old 04"),
        lambda text: text.replace("old 4", "old  4"),
        lambda text: text.replace("old 4", "old -4"),
        lambda text: text.replace("old 4", "4"),
        lambda text: text.replace("old 4", "old 9"),
        lambda text: text.replace("old 4\n", "old 4\n!\n"),
        lambda text: text.replace("old 4\n", "old 4\nAAAA\n"),
        lambda text: text.replace(
            "old 4\n", "old 4\n" + "A" * 43 + "=\n" * 1 + 63 * ("A" * 43 + "=\n")
        ),
        lambda text: text.replace("\n\n", "\n", 1),
        lambda text: text.replace("\n8\n", "\n08\n"),
        lambda text: text[:-1],
        lambda text: "",
    ],
)
def test_what_is_no_request_is_refused(change):
    text = change(format_request(ask(4, 8)))
    with pytest.raises((RequestMalformed, NoteMalformed, CheckpointMalformed)):
        parse_request(text)
    answer, request = judge_text(text, keys=KEYS, last={})
    assert (answer.status, request) == (MALFORMED, None)
    assert answer.body


@pytest.mark.parametrize("old", range(9))
def test_a_log_that_grew_is_cosigned(old):
    last = state(old) if old else None
    assert judge_request(ask(old, 8), keys=KEYS, last=last).status == OK
    answer, request = judge_text(
        format_request(ask(old, 8)), keys=KEYS, last={ORIGIN: last} if last else {}
    )
    assert (answer.status, request.old_size) == (OK, old)


def test_a_log_that_nobody_knows():
    assert judge_request(ask(0, 8), keys={}, last=None).status == UNKNOWN_LOG
    assert judge_request(ask(0, 8), keys={ORIGIN: []}, last=None).status == UNKNOWN_LOG


def test_a_checkpoint_that_no_trusted_key_signed():
    assert judge_request(ask(0, 8, signer=OTHER), keys=KEYS, last=None).status == UNTRUSTED
    request = ask(0, 8)
    (line,) = request.note.signatures
    broken = SignedNote(request.note.text, (type(line)(line.name, line.key_hash, b"\0" * 64),))
    request = AddRequest(0, (), broken)
    assert judge_request(request, keys=KEYS, last=None).status == UNTRUSTED


@pytest.mark.parametrize("old", [0, 3, 5])
def test_another_old_size_is_told_the_right_one(old):
    answer = judge_request(ask(old, 8), keys=KEYS, last=state(4))
    assert (answer.status, answer.content_type) == (CONFLICT, SIZE_TYPE)
    assert parse_size(answer.body) == 4


def test_another_root_of_the_same_size_is_a_conflict():
    answer = judge_request(ask(8, 8, read=FORK), keys=KEYS, last=state(8))
    assert answer.status == CONFLICT


def test_a_log_that_was_rewritten_is_not_cosigned():
    assert judge_request(ask(4, 8, read=FORK), keys=KEYS, last=state(4)).status == NOT_CONSISTENT


def test_the_proof_of_an_old_size_of_zero_is_empty():
    request = AddRequest(0, ask(4, 8).hashes, ask(0, 8).note)
    assert judge_request(request, keys=KEYS, last=None).status == NOT_CONSISTENT


def test_cosignatures_are_answered_and_taken_over():
    note = ask(0, 8).note
    answer = format_cosignatures([cosign(note, 5), cosign(note, 6)])
    assert answer.startswith("— witness.example.com/w1 ")
    taken = take_cosignatures(note, answer, WITNESS)
    assert cosignature_times(taken, WITNESS) == (5, 6)
    assert parse_checkpoint(taken.text).size == 8
    # Again, and nothing is added.
    assert take_cosignatures(taken, answer, WITNESS) == taken
    assert parse_note(format_note(taken)) == taken


def test_lines_of_others_are_left_out():
    note = ask(0, 8).note
    (foreign,) = ask(0, 8, signer=OTHER).note.signatures
    taken = take_cosignatures(note, format_cosignatures([foreign, cosign(note, 5)]), WITNESS)
    assert len(taken.signatures) == 2
    with pytest.raises(UnknownSigner):
        take_cosignatures(note, format_cosignatures([foreign]), WITNESS)


def test_a_cosignature_of_another_checkpoint_is_refused():
    note = ask(0, 8).note
    with pytest.raises(SignatureInvalid):
        take_cosignatures(note, format_cosignatures([cosign(ask(0, 7).note, 5)]), WITNESS)


@pytest.mark.parametrize("answer", ["", "no\n", "x\n\n— a AAAAAAAA\n", "— a AAAAAAAA"])
def test_what_is_no_answer_is_refused(answer):
    with pytest.raises(AnswerMalformed):
        take_cosignatures(ask(0, 8).note, answer, WITNESS)


@pytest.mark.parametrize("text", ["", "4", "04\n", "4\n\n", "-1\n", "x\n"])
def test_what_is_no_size_is_refused(text):
    with pytest.raises(AnswerMalformed):
        parse_size(text)


def test_the_vectors_checkpoints_extend_one_another():
    chain = Path(__file__).parents[2] / "vectors/chain"
    last = parse_checkpoint(parse_note((chain / "checkpoint-4.txt").read_text()).text)
    note = parse_note((chain / "checkpoint-8.txt").read_text())
    request = AddRequest(4, (), note)
    assert judge_request(request, keys=KEYS, last=last).status == NOT_CONSISTENT
