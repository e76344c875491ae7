"""Keys in files, secrets at rest."""

import base64
from pathlib import Path

import pytest

from deals.sealing import KeyFileMalformed, SealBroken, new_key_line, parse_sealer
from deals.services.keys import KeyFileExposed, KeyFileLost, ensure_keys, read_private_file
from deals.signing import SigningKeyMalformed, parse_signer
from deals.signing import new_key_line as new_signing_line
from deals.tlog.note import check_note, parse_note


def load_sealer(path):
    return parse_sealer(read_private_file(path))


def load_signer(path):
    return parse_signer(read_private_file(path))


CHAIN = Path(__file__).parents[2] / "vectors" / "chain"


def write(path, text):
    path.write_text(text)
    path.chmod(0o600)
    return path


@pytest.fixture
def sealer(tmp_path):
    return load_sealer(write(tmp_path / "sealing.key", new_key_line()))


def test_what_was_sealed_opens_in_its_context_only(sealer):
    sealed = sealer.seal(b"secret", context="deal 1")
    assert b"secret" not in sealed
    assert sealer.open(sealed, context="deal 1") == b"secret"
    with pytest.raises(SealBroken, match="sealed for deal 2"):
        sealer.open(sealed, context="deal 2")


def test_every_changed_byte_breaks_the_seal(sealer):
    sealed = sealer.seal(b"secret", context="deal 1")
    for at in range(len(sealed)):
        changed = sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :]
        with pytest.raises(SealBroken):
            sealer.open(changed, context="deal 1")


def test_two_seals_of_one_secret_differ(sealer):
    assert sealer.seal(b"x", context="c") != sealer.seal(b"x", context="c")


def test_a_new_key_in_front_seals_and_the_old_one_still_opens(tmp_path):
    old = new_key_line()
    path = write(tmp_path / "sealing.key", old)
    sealed = load_sealer(path).seal(b"old", context="c")
    write(path, new_key_line() + old)
    rotated = load_sealer(path)
    assert rotated.open(sealed, context="c") == b"old"
    assert rotated.seal(b"new", context="c")[:8] != sealed[:8]
    write(path, new_key_line())
    with pytest.raises(SealBroken, match="was it replaced"):
        load_sealer(path).open(sealed, context="c")


def test_a_key_never_shows_in_a_text_form(sealer):
    key = next(iter(sealer.keys.values()))
    assert key.hex() not in repr(sealer)
    assert str(key) not in repr(sealer)


LINE = "0011223344556677 " + "ab" * 32


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        LINE[:-1] + "\n",
        LINE + "a\n",
        LINE.upper() + "\n",
        "0x" + LINE + "\n",
        LINE + "\r\n",
        LINE + " \n",
        LINE,
        f"{LINE}\n\n",
    ],
)
def test_key_material_in_another_form_is_a_hard_error(tmp_path, text):
    path = tmp_path / "sealing.key"
    path.write_bytes(text.encode())
    path.chmod(0o600)
    with pytest.raises(KeyFileMalformed):
        load_sealer(path)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_a_key_file_that_others_can_read_is_refused(tmp_path, mode):
    path = write(tmp_path / "sealing.key", new_key_line())
    path.chmod(mode)
    with pytest.raises(KeyFileExposed, match="chmod 600"):
        load_sealer(path)
    signing = write(tmp_path / "log.key", new_signing_line("example.org/log"))
    signing.chmod(mode)
    with pytest.raises(KeyFileExposed):
        load_signer(signing)


def test_keys_are_made_once_readable_by_their_owner_alone(tmp_path):
    directory = tmp_path / "keys"
    made = ensure_keys(directory, origin="example.org/log")
    assert sorted(path.name for path in made) == ["log.key", "receipt.key", "sealing.key"]
    assert {path.stat().st_mode & 0o777 for path in made} == {0o600}
    assert directory.stat().st_mode & 0o777 == 0o700
    texts = {path: path.read_text() for path in made}
    assert ensure_keys(directory, origin="example.org/log") == []
    assert {path: path.read_text() for path in made} == texts
    assert load_signer(directory / "receipt.key").name == "example.org/log/receipt"


@pytest.mark.parametrize("name", ["log.key", "receipt.key", "sealing.key"])
def test_no_key_that_is_missing_is_replaced_in_silence_once_the_log_was_signed(tmp_path, name):
    ensure_keys(tmp_path, origin="example.org/log")
    (tmp_path / name).unlink()
    (tmp_path / "log.signed").write_text("0 \n")
    for _ in range(2):
        with pytest.raises(KeyFileLost, match=f"{name} is missing"):
            ensure_keys(tmp_path, origin="example.org/log")
    made = ensure_keys(tmp_path, origin="example.org/log", lost=[name])
    assert [path.name for path in made] == [name]


def test_the_vectors_checkpoint_and_receipt_are_signed_byte_for_byte(tmp_path):
    for name, byte, hash_, file in [
        ("fair.example.org/log", 1, "621ab163", "checkpoint-8.txt"),
        ("fair.example.org/log/receipt", 2, "eb1c4903", "receipt-19.txt"),
    ]:
        signer = load_signer(write(tmp_path / f"{byte}.key", _skey(name, byte, hash_)))
        note = (CHAIN / file).read_text(encoding="utf-8")
        text = note.partition("\n\n")[0] + "\n"
        assert signer.sign_note(text) == note
        check_note(parse_note(note), signer.verifier_key)


def _skey(name, byte, key_hash):
    blob = base64.b64encode(b"\x01" + bytes([byte]) * 32).decode()
    return f"PRIVATE+KEY+{name}+{key_hash}+{blob}\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "PRIVATE+KEY+a",
        "PRIVATE+KEY+a+00000000+AAAA\n",
        _skey("fair.example.org/log", 1, "621ab164"),
        _skey("fair.example.org/log", 1, "621ab163").strip(),
        _skey("fair.example.org/log", 1, "621ab163") + "\n",
        _skey("fair.example.org/log", 1, "621ab163").replace("\n", "\r\n"),
    ],
)
def test_a_signing_key_in_another_form_is_a_hard_error(tmp_path, text):
    path = tmp_path / "log.key"
    path.write_bytes(text.encode())
    path.chmod(0o600)
    with pytest.raises(SigningKeyMalformed):
        load_signer(path)


def test_a_missing_key_file_is_an_error_and_never_made_on_the_way(tmp_path):
    with pytest.raises(FileNotFoundError):
        load_sealer(tmp_path / "sealing.key")
    assert list(tmp_path.iterdir()) == []
