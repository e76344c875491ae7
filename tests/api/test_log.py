"""The public log for strangers' clients."""

from uuid import uuid4

import pytest

from api.log import log_urls
from deals.models import Checkpoint, Entry, LogHead
from deals.selectors.log import node_hashes
from deals.services.checkpoints import publish_checkpoint
from deals.services.dealing import commit_deal
from deals.services.keys import service_keys
from deals.services.log import lock_log
from deals.tlog.checkpoint import parse_checkpoint
from deals.tlog.inclusion_note import parse_tlog_proof
from deals.tlog.note import check_note, parse_note
from deals.tlog.proof import check_inclusion
from deals.tlog.tile import decode_entry_bundle, decode_hash_tile
from deals.tlog.tree import leaf_hash, tree_root
from tests.api.guests import is_problem
from tests.cast import NOW
from tests.unguarded import forget_checkpoints


def test_the_newest_checkpoint_is_a_note_of_the_logs_key(guests):
    answer = guests.client.get("/log/checkpoint")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    note = parse_note(answer.content.decode())
    check_note(note, service_keys().log.verifier_key)
    assert parse_checkpoint(note.text).size == Checkpoint.objects.order_by("-size").first().size


def test_every_entry_is_proven_under_the_newest_checkpoint(table):
    for entry in Entry.objects.all():
        answer = table.client.get(f"/log/proof/{entry.index}")
        assert answer["Content-Type"] == "text/plain; charset=utf-8"
        proof = parse_tlog_proof(answer.content.decode())
        state = parse_checkpoint(parse_note(proof.checkpoint).text)
        check_inclusion(
            proof.hashes,
            index=entry.index,
            size=state.size,
            root=state.root,
            leaf=leaf_hash(entry.text.encode()),
        )


def test_an_entry_that_is_not_there_has_no_proof(guests):
    for index in ("999", "00", "-1", "x", "9" * 19, ""):
        is_problem(guests.client.get(f"/log/proof/{index}"), 404, "not-found")


def test_before_the_first_checkpoint_there_is_none(guests):
    forget_checkpoints()
    is_problem(guests.client.get("/log/checkpoint"), 404, "not-found")
    is_problem(guests.client.get("/log/proof/0"), 404, "not-found")


def test_the_log_answers_get_and_head_alone(guests):
    for path in ("/log/checkpoint", "/log/proof/0", "/log/tile/0/000.p/4"):
        head = guests.client.head(path)
        assert (head.status_code, head.content) == (200, b"")
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            refused = guests.client.generic(method, path)
            is_problem(refused, 405, "method-not-allowed")
            assert refused["Allow"] == "GET, HEAD"


@pytest.fixture
def grown(guests):
    """A log of 300 entries, signed at many sizes on the way: the last at 300."""
    for hand in range(2, 300 - LogHead.objects.get().size + 2):
        writer = lock_log(now=NOW)
        purpose = f"game/{guests.game}/hand/{hand}"
        commit_deal(writer, purpose, deck="4", sources="seats", game=None)
        if hand % 50 == 0:
            publish_checkpoint(now=NOW)
    publish_checkpoint(now=NOW)
    return guests.client


def tile(client, path):
    answer = client.get(f"/log/{path}")
    assert answer.status_code == 200, path
    assert answer["Content-Type"] == "application/octet-stream"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer["Access-Control-Allow-Origin"] == "*"
    return answer.content


def test_a_strangers_client_reads_the_whole_log_from_its_tiles(grown):
    """As a client of tlog-tiles would: the entries of both bundles, the root from both levels."""
    state = parse_checkpoint(parse_note(grown.get("/log/checkpoint").content.decode()).text)
    assert state.size == 300
    entries = decode_entry_bundle(tile(grown, "tile/entries/000"))
    entries += decode_entry_bundle(tile(grown, "tile/entries/001.p/44"), 44)
    assert [entry.decode() for entry in entries] == list(
        Entry.objects.order_by("index").values_list("text", flat=True)
    )
    hashes = decode_hash_tile(tile(grown, "tile/0/000"))
    hashes += decode_hash_tile(tile(grown, "tile/0/001.p/44"), 44)
    assert list(hashes) == list(map(leaf_hash, entries))
    (upper,) = decode_hash_tile(tile(grown, "tile/1/000.p/1"), 1)
    assert upper == tree_root(256, node_hashes)


def test_partial_tiles_of_every_published_size_stay(grown):
    full = tile(grown, "tile/0/000")
    for row in Checkpoint.objects.filter(size__lt=256):
        assert tile(grown, f"tile/0/000.p/{row.size}") == full[: 32 * row.size]
        bundle = decode_entry_bundle(tile(grown, f"tile/entries/000.p/{row.size}"), row.size)
        assert len(bundle) == row.size


def test_nothing_reaches_past_the_signed_checkpoint(grown):
    commit_deal(lock_log(now=NOW), f"game/{uuid4()}/hand/1", deck="4", sources="seats", game=None)
    for path in ("tile/0/001.p/45", "tile/entries/001.p/45", "tile/1/000.p/2", "tile/0/001"):
        is_problem(grown.get(f"/log/{path}"), 404, "not-found")
    publish_checkpoint(now=NOW)
    assert len(tile(grown, "tile/0/001.p/45")) == 45 * 32


def test_what_is_no_tile_is_not_found(guests):
    for path in (
        "tile",
        "tile/0",
        "tile/0/0",
        "tile/0/000.p/0",
        "tile/0/000.p/256",
        "tile/00/000.p/1",
        "tile/0/000.p/01",
        "tile/0/x000/000",
        "tile/entries/000/",
        "tile/entries/000.p/4%0A",
        "tile/64/000",
        "tile/-1/000",
        "tile/data/000",
        "tile/0/x999/x999/x999/x999/999",
    ):
        is_problem(guests.client.get(f"/log/{path}"), 404, "not-found")


@pytest.mark.parametrize(
    ("origin", "path"),
    [
        ("hearts.localhost/log", "log/checkpoint"),
        ("fair.example.org", "checkpoint"),
        ("fair.example.org:8443/a.b/c", "a.b/c/checkpoint"),
    ],
)
def test_the_addresses_follow_the_origin_and_log_stays(origin, path):
    below = path.removesuffix("checkpoint")
    tiles = "tile/entries/000.p/4"
    for address in (path, f"{below}{tiles}", f"{below}proof/0", "log/checkpoint", f"log/{tiles}"):
        found = [pattern for pattern in log_urls(origin) if pattern.resolve(address)]
        assert len(found) == 1, address
    assert not any(pattern.resolve(f"axb/c/{tiles}") for pattern in log_urls(origin))
