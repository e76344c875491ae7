import json
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from deals.tlog.errors import NoteMalformed, SignatureInvalid, UnknownSigner
from deals.tlog.note import (
    COSIGNATURE,
    Signature,
    SignedNote,
    VerifierKey,
    check_note,
    format_note,
    format_vkey,
    parse_note,
    parse_vkey,
    signature_line,
    signatures_by,
)

VECTORS_DIR = Path(__file__).parents[2] / "vectors"
VECTORS = json.loads((VECTORS_DIR / "tlog/signed-note.json").read_text())
LOG_SECRET = Ed25519PrivateKey.from_private_bytes(b"\x01" * 32)
RECEIPT_SECRET = Ed25519PrivateKey.from_private_bytes(b"\x02" * 32)
LOG_VKEY = "fair.example.org/log+621ab163+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c"
RECEIPT_VKEY = "fair.example.org/log/receipt+eb1c4903+AYE5dw6ofRdfVqNUZsNMfszLjYqRtO43ol32D1uPybOU"
LOG_KEY = parse_vkey(LOG_VKEY)
TEXT = "hello\n"


def sign(name, secret, text):
    public = secret.public_key().public_bytes_raw()
    return signature_line(VerifierKey(name, public), secret.sign(text.encode()))


NOTE = SignedNote(TEXT, (sign("fair.example.org/log", LOG_SECRET, TEXT),))
STRANGER = sign("other", RECEIPT_SECRET, TEXT)


@pytest.mark.parametrize(
    ("name", "secret", "vkey"),
    [
        ("fair.example.org/log", LOG_SECRET, LOG_VKEY),
        ("fair.example.org/log/receipt", RECEIPT_SECRET, RECEIPT_VKEY),
    ],
)
def test_the_keys_of_the_example_come_out(name, secret, vkey):
    key = VerifierKey(name, secret.public_key().public_bytes_raw())
    assert format_vkey(key) == vkey
    assert parse_vkey(vkey) == key


@pytest.mark.parametrize("vector", VECTORS["verify"], ids=lambda vector: vector["vkey"][:12])
def test_the_notes_of_the_vectors_verify(vector):
    text = vector["text"] + "\n" + vector["signature_line"] + "\n"
    note = parse_note(text)
    assert note.text == vector["text"]
    assert format_note(note) == text
    check_note(note, parse_vkey(vector["vkey"]))


def test_a_note_with_both_signatures_is_the_key_s_whichever_stands_first():
    for signatures in ((*NOTE.signatures, STRANGER), (STRANGER, *NOTE.signatures)):
        check_note(parse_note(format_note(replace(NOTE, signatures=signatures))), LOG_KEY)


def test_the_receipt_of_the_example_comes_out_byte_for_byte():
    expected = (VECTORS_DIR / "chain/receipt-19.txt").read_text(encoding="utf-8")
    text = parse_note(expected).text
    line = sign("fair.example.org/log/receipt", RECEIPT_SECRET, text)
    assert format_note(SignedNote(text, (line,))) == expected
    check_note(parse_note(expected), parse_vkey(RECEIPT_VKEY))


@pytest.mark.parametrize("vkey", VECTORS["refuse_vkeys"])
def test_the_refused_keys_of_the_vectors_are_refused(vkey):
    with pytest.raises(NoteMalformed):
        parse_vkey(vkey)


@pytest.mark.parametrize(
    "vkey",
    [
        "",
        "fair.example.org/log",
        LOG_VKEY.replace("621ab163", "621AB163"),
        LOG_VKEY.replace("621ab163", "0621ab163"),
        LOG_VKEY.replace("621ab163", "621ab164"),
        LOG_VKEY.replace("fair", "fare"),
        LOG_VKEY.replace("fair", "fa ir"),
        LOG_VKEY.replace("+621ab163", "+621ab163+"),
        LOG_VKEY[:-1],
        LOG_VKEY + "=",
        LOG_VKEY + "\n",
        LOG_VKEY[LOG_VKEY.index("+") :],
        LOG_VKEY[:-1] + "\N{EM DASH}",
    ],
)
def test_another_text_is_no_key(vkey):
    with pytest.raises(NoteMalformed):
        parse_vkey(vkey)


def test_a_witness_s_key_is_a_key_but_signs_no_text():
    public = LOG_SECRET.public_key().public_bytes_raw()
    witness = VerifierKey("fair.example.org/log", public, COSIGNATURE)
    assert parse_vkey(format_vkey(witness)) == witness
    assert witness.key_hash != LOG_KEY.key_hash
    note = SignedNote(
        TEXT, (Signature(witness.name, witness.key_hash, LOG_SECRET.sign(b"hello\n")),)
    )
    with pytest.raises(UnknownSigner):
        check_note(note, witness)


def test_a_signature_of_another_key_is_not_the_pinned_key_s():
    with pytest.raises(UnknownSigner) as raised:
        check_note(SignedNote(TEXT, (STRANGER,)), LOG_KEY)
    assert raised.value.name == "fair.example.org/log"


def test_a_signature_that_only_bears_the_pinned_key_s_name_and_hash_is_refused():
    forged = Signature(LOG_KEY.name, LOG_KEY.key_hash, STRANGER.blob)
    for signatures in ((forged,), (*NOTE.signatures, forged), (forged, *NOTE.signatures)):
        with pytest.raises(SignatureInvalid):
            check_note(SignedNote(TEXT, signatures), LOG_KEY)


def test_a_line_with_the_name_or_the_hash_alone_is_another_key_s():
    name_alone = replace(NOTE.signatures[0], key_hash=1)
    hash_alone = replace(NOTE.signatures[0], name="other")
    note = SignedNote(TEXT, (name_alone, hash_alone, *NOTE.signatures))
    assert signatures_by(note, LOG_KEY) == (NOTE.signatures[0].blob,)
    check_note(note, LOG_KEY)


def test_another_text_is_not_what_was_signed():
    with pytest.raises(SignatureInvalid):
        check_note(replace(NOTE, text="hallo\n"), LOG_KEY)


def test_the_text_may_have_blank_lines_and_any_letters():
    text = "ed \N{LATIN SMALL LETTER E WITH GRAVE} subito sera.\n\nHearts \N{EM DASH}\n"
    note = SignedNote(text, (sign("fair.example.org/log", LOG_SECRET, text), STRANGER))
    assert parse_note(format_note(note)) == note
    check_note(note, LOG_KEY)


def test_a_note_has_up_to_100_signatures():
    note = SignedNote(TEXT, NOTE.signatures * 100)
    assert parse_note(format_note(note)) == note
    with pytest.raises(NoteMalformed, match="100"):
        format_note(SignedNote(TEXT, NOTE.signatures * 101))


WRITTEN = format_note(NOTE)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "\n\n",
        TEXT,
        TEXT + "\n",
        WRITTEN[:-1],
        WRITTEN + "\n",
        WRITTEN.replace("\n\n", "\n"),
        WRITTEN.replace("\n", "\r\n"),
        WRITTEN.replace("hello", "hel\tlo"),
        WRITTEN.replace("hello", "hel\0lo"),
        WRITTEN.replace("hello", "hel\ud800lo"),
        WRITTEN.replace("\N{EM DASH}", "-"),
        WRITTEN.replace("\N{EM DASH} ", "\N{EM DASH}"),
        WRITTEN.replace("\N{EM DASH} ", "\N{EM DASH}  "),
        WRITTEN.replace("fair.example.org/log", "fair+log"),
        WRITTEN.replace("fair.example.org/log", "fair\N{NO-BREAK SPACE}log"),
        WRITTEN.replace("fair.example.org/log", ""),
        WRITTEN[:-2] + "\n",
        WRITTEN[:-1] + " \n",
        WRITTEN[:-1] + "=\n",
        "hello\n\n\N{EM DASH} name AQIDBA==\n",
        WRITTEN + "trailing\n",
    ],
)
def test_another_text_is_no_note(text):
    with pytest.raises(NoteMalformed):
        parse_note(text)


@pytest.mark.parametrize(
    "note",
    [
        SignedNote(TEXT, ()),
        SignedNote("hello", NOTE.signatures),
        SignedNote(TEXT, (replace(STRANGER, name="a b"),)),
        SignedNote(TEXT, (replace(STRANGER, blob=b""),)),
        SignedNote(TEXT, (replace(STRANGER, name="a AQIDBAU=\n\N{EM DASH} b"),)),
    ],
)
def test_a_note_that_could_not_be_read_back_is_not_written(note):
    with pytest.raises(NoteMalformed):
        format_note(note)


@given(st.text(max_size=60))
def test_nothing_but_a_note_error_leaves_the_parser(text):
    for candidate in (text, TEXT + "\n" + text, WRITTEN + text):
        try:
            note = parse_note(candidate)
        except NoteMalformed:
            continue
        assert format_note(note) == candidate


@given(st.data())
def test_whatever_character_of_a_note_is_changed_it_does_not_verify(data):
    place = data.draw(st.integers(0, len(WRITTEN) - 1))
    other = data.draw(st.characters(max_codepoint=0x7F).filter(lambda c: c != WRITTEN[place]))
    with pytest.raises((NoteMalformed, SignatureInvalid, UnknownSigner)):
        check_note(parse_note(WRITTEN[:place] + other + WRITTEN[place + 1 :]), LOG_KEY)


@pytest.mark.parametrize(
    "text",
    [
        "sigsum.org+e4ade967+AZuUY6B08pW3QVHu8uvsrxWPcAv9nykap2Nb4oxCee+r",
        "example.com+3753d3de+AebBhMcghIUoavZpjuDofa4sW6fYHyVn7gvwDBfvkvuM",
        "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2",
    ],
)
def test_keys_of_witnesses_that_others_publish_are_read(text):
    # transparency-dev/formats, tests of the witness policy (Apache-2.0)
    assert format_vkey(parse_vkey(text)) == text
