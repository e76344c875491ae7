"""A stranger's client for C2SP logs, aics-tlog of the package index, reads our log unchanged.

It runs where that client is installed (`pip install aics-tlog`, which needs Python 3.12): we do not
depend on it.
"""

import pytest

from deals.fairness.entries import HeadEntry
from deals.models import Entry
from deals.selectors.log import inclusion_note
from deals.services.checkpoints import publish_checkpoint
from deals.services.keys import service_keys
from deals.services.log import lock_log
from deals.tlog.note import format_vkey
from tests.cast import NOW
from tests.log_files import export_log, file_answers
from tests.stand_in import serving

aics = pytest.importorskip("aics_tlog", reason="the stranger's client is not installed")


@pytest.fixture
def stranger(party, tmp_path):
    """The log of a hand and 300 heads more, at two signed sizes, served over HTTP."""
    party.play_hand()
    old = publish_checkpoint(now=NOW)
    writer = lock_log(now=NOW)
    for seq in range(1, 301):
        writer.append(
            HeadEntry(
                origin=writer.origin,
                game=str(party.game),
                seq=seq,
                head="ab" * 32,
                time=writer.time,
            )
        )
    new = publish_checkpoint(now=NOW)
    with serving(file_answers(export_log(tmp_path))) as (address, _):
        yield aics.HttpTileReader([address]), old, new


def test_it_verifies_the_checkpoint_under_our_key(stranger):
    reader, _, new = stranger
    key = aics.parse_vkey(format_vkey(service_keys().log.verifier_key))
    note = aics.parse_note(reader.read_checkpoint())
    result = aics.verify_checkpoint(note, key, [], quorum=0)
    assert (result.ok, result.error) == (True, None)
    assert aics.parse_checkpoint(note.text).size == new.size


def test_it_authenticates_every_tile_and_every_entry(stranger):
    reader, _, new = stranger
    report = aics.audit_tiles(reader, new.size, new.root)
    assert (report.size, report.tiles, report.bundles) == (new.size, 3, 2)
    texts = Entry.objects.order_by("index").values_list("text", flat=True)
    verified = aics.VerifiedTileReader(reader, new.size, new.root)
    for index in (0, 3, 255, 256, new.size - 1):
        assert verified.entry(index).decode() == texts[index]


def test_it_proves_from_our_tiles_that_the_log_extends_its_old_self(stranger):
    reader, old, new = stranger
    proof = aics.consistency_proof_from_tiles(reader, old.size, new.size)
    assert aics.verify_consistency(old.size, new.size, old.root, new.root, proof)


def test_its_inclusion_proof_is_ours(stranger):
    reader, _, new = stranger
    for index in (0, 3, 255, 256, new.size - 1):
        proof = aics.inclusion_proof_from_tiles(reader, index, new.size)
        leaf = aics.leaf_hash(Entry.objects.get(index=index).text.encode())
        assert aics.verify_inclusion(leaf, index, new.size, proof, new.root)
        head, _, _ = inclusion_note(index).partition("\n\n")
        assert len(head.splitlines()[2:]) == len(proof)
