"""A whole log from its files: every byte of them is checked."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from deals.tlog.checkpoint import Checkpoint, format_checkpoint
from deals.tlog.directory import (
    check_log,
    directory_reader,
    hash_reader,
    read_bundles,
    read_checkpoint,
)
from deals.tlog.errors import CheckpointMalformed, FileMissing, NoteMalformed
from deals.tlog.note import SignedNote, VerifierKey, format_note, format_vkey, signature_line
from deals.tlog.tile import Tile, encode_entry_bundle, encode_hash_tile, format_tile_path
from deals.tlog.tree import EMPTY_ROOT, Node, completed_hashes, leaf_hash, tree_root

CHAIN = Path(__file__).parents[2] / "vectors/chain"
ORIGIN = "fair.example.org/log"
SECRET = Ed25519PrivateKey.from_private_bytes(b"\1" * 32)
OTHER = Ed25519PrivateKey.from_private_bytes(b"\5" * 32)


def key_of(secret, name=ORIGIN):
    return VerifierKey(name, secret.public_key().public_bytes_raw())


def sign(text, secret=SECRET):
    line = signature_line(
        VerifierKey(ORIGIN, secret.public_key().public_bytes_raw()), secret.sign(text.encode())
    )
    return format_note(SignedNote(text, (line,))).encode()


class Rules:
    """Rules that only remember what they were shown."""

    def __init__(self, *keys):
        self.entries = []
        self.log_keys = [(0, format_vkey(key)) for key in keys]

    def take(self, entry):
        self.entries.append(entry)


def entry(n):
    return b"entry %d" % n * (n % 5)


def write_log(size):
    """Return the files of a log of so many entries, by path, and its nodes."""
    rows = []

    def read(nodes):
        return [rows[((node.number + 1) << node.level) - 1][node.level] for node in nodes]

    for index in range(size):
        rows += [completed_hashes(index, leaf_hash(entry(index)), read)]
    files = {"checkpoint": sign(format_checkpoint(Checkpoint(ORIGIN, size, tree_root(size, read))))}
    for level in (None, 0, 1, 2):
        count = size >> 8 * (level or 0)
        for number in range(-(-count // 256)):
            places = range(number * 256, min(count, number * 256 + 256))
            path = format_tile_path(Tile(level, number, len(places)))
            files[path] = (
                encode_entry_bundle([entry(place) for place in places])
                if level is None
                else encode_hash_tile(read([Node(8 * level, place) for place in places]))
            )
    return files, read


def reader(files):
    def read(path):
        if path not in files:
            raise FileMissing(path)
        return files[path]

    return read


def check(files, *, key=None, rules=None):
    return check_log(reader(files), key=key, rules=rules or Rules(key_of(SECRET)))


@pytest.mark.parametrize("size", [1, 2, 8, 255, 256, 257, 511, 512, 513, 700, 1024])
def test_an_honest_log_of_any_size_is_whole(size):
    files, _ = write_log(size)
    rules = Rules(key_of(SECRET))
    copy = check(files, key=key_of(SECRET), rules=rules)
    assert (copy.findings, copy.size) == ((), size)
    assert rules.entries == [entry(n) for n in range(size)]
    assert copy.keys[0].key == key_of(SECRET)


def test_a_third_level_of_tiles_is_checked_too():
    files, _ = write_log(65_536 + 300)
    assert "tile/2/000.p/1" in files
    assert check(files).findings == ()
    files["tile/2/000.p/1"] = b"\0" * 32
    assert check(files).findings == ("tile/2/000.p/1 is not what the entries hash to",)


def test_the_vectors_log_is_whole():
    files = {
        "checkpoint": (CHAIN / "checkpoint-8.txt").read_bytes(),
        "tile/0/000.p/8": (CHAIN / "tile-0-000.p-8.bin").read_bytes(),
        "tile/entries/000.p/8": (CHAIN / "tile-entries-000.p-8.bin").read_bytes(),
    }
    copy = check(files, key=key_of(SECRET))
    assert (copy.findings, copy.size) == ((), 8)
    assert copy.root == "d5d23a79e811dd3b8590da67dd8b54d81fcf7e157d9c06e77c43a4e3ec284476"


def test_an_empty_log_has_the_empty_root_and_no_key():
    files, _ = write_log(0)
    copy = check(files, rules=Rules())
    assert copy.root == EMPTY_ROOT.hex()
    assert copy.findings == ("the log has no key of its own",)


def test_every_file_is_needed():
    files, _ = write_log(300)
    for path in set(files) - {"checkpoint"}:
        (finding,) = check({name: data for name, data in files.items() if name != path}).findings
        assert finding == f"no file {path}"


def test_every_changed_byte_is_told():
    files, _ = write_log(20)
    for path in files:
        for at in range(0, len(files[path]), 7):
            data = bytearray(files[path])
            data[at] ^= 1
            try:
                copy = check(files | {path: bytes(data)}, key=key_of(SECRET))
            except (NoteMalformed, CheckpointMalformed):
                continue
            assert copy.findings, (path, at)


def test_the_root_must_be_the_signed_one():
    files, _ = write_log(9)
    text = format_checkpoint(Checkpoint(ORIGIN, 9, b"\7" * 32))
    (finding,) = check(files | {"checkpoint": sign(text)}).findings
    assert finding.startswith("the entries hash to ")


def test_the_checkpoint_is_signed_by_pinned_and_newest_key():
    files, _ = write_log(9)
    forged = {"checkpoint": sign(files["checkpoint"].decode().partition("\n\n")[0] + "\n", OTHER)}
    assert "no signature" in check(files | forged).findings[0]
    assert "none of the log's" in check(files, key=key_of(OTHER)).findings[0]
    assert "names no" not in check(files, key=key_of(SECRET)).findings


def test_the_checkpoints_origin_is_the_keys_name():
    files, _ = write_log(9)
    key = key_of(SECRET, "foul.example.org/log")
    (finding,) = check(files, rules=Rules(key)).findings
    assert finding == "the key is foul.example.org/log's, not fair.example.org/log's"


def test_a_key_that_is_none_is_told():
    files, _ = write_log(9)
    rules = Rules()
    rules.log_keys = [(0, "nonsense")]
    assert "verifier key" in check(files, rules=rules).findings[0]


@pytest.mark.parametrize("data", [b"\xff", b"", b"x\n\n"])
def test_without_a_checkpoint_there_is_nothing(data):
    with pytest.raises(NoteMalformed):
        read_checkpoint(reader({"checkpoint": data}))
    with pytest.raises(FileMissing):
        check({})


def test_a_checkpoint_of_another_form_is_refused():
    with pytest.raises(CheckpointMalformed):
        check({"checkpoint": sign("a\nb\n")})


@pytest.mark.parametrize("size", [1, 255, 256, 300, 700])
def test_earlier_roots_follow_from_the_tiles(size):
    files, read = write_log(size)
    tiles = hash_reader(reader(files), size)
    for earlier in {1, 2, size // 2, size - 1, size} - {0, size + 1}:
        assert tree_root(earlier, tiles) == tree_root(earlier, read)


def test_a_tile_is_read_once_for_all_its_nodes():
    files, _ = write_log(255)
    asked = []

    def read(path):
        asked.append(path)
        return files[path]

    tree_root(255, hash_reader(read, 255))
    assert asked == ["tile/0/000.p/255"]


def test_entries_come_a_bundle_at_a_time():
    files, _ = write_log(600)
    assert [len(entries) for entries in read_bundles(reader(files), 600)] == [256, 256, 88]


def test_a_directory_is_read(tmp_path):
    files, _ = write_log(3)
    for path, data in files.items():
        place = tmp_path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    read = directory_reader(tmp_path)
    assert check_log(read, key=None, rules=Rules(key_of(SECRET))).findings == ()
    with pytest.raises(FileMissing, match="no file tile/0/001 "):
        read("tile/0/001")
    with pytest.raises(FileMissing):
        read("tile")
