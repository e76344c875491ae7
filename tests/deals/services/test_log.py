"""The public log in the database: appended in order, signed, and never back."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.utils import DatabaseError

from deals.fairness.entries import CommitEntry, KeyEntry, parse_entry
from deals.models import Checkpoint, Deal, Entry, LogHead
from deals.selectors.log import checkpoint_of_size, inclusion_note, latest_checkpoint, node_hashes
from deals.services.checkpoints import SignerRefuses, publish_checkpoint
from deals.services.dealing import commit_deal, void_deal
from deals.services.keys import service_keys
from deals.services.locked import lock_deal
from deals.services.log import LogNotOpen, lock_log, open_log
from deals.tlog.checkpoint import open_checkpoint
from deals.tlog.inclusion_note import parse_tlog_proof
from deals.tlog.note import format_vkey
from deals.tlog.proof import check_consistency, check_inclusion, prove_consistency
from deals.tlog.tree import leaf_hash, node_hash, tree_root
from tests.cast import NOW

GAME = "7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55"


def commit(hand, *, now=NOW):
    writer = lock_log(now=now)
    purpose = f"game/{GAME}/hand/{hand}"
    return Deal.objects.get(
        number=commit_deal(writer, purpose, deck="4", sources="seats", game=None)
    )


def signed():
    return open_checkpoint(latest_checkpoint().note, service_keys().log.verifier_key)


def test_the_first_entries_are_the_keys(log):
    entries = [parse_entry(text) for text in Entry.objects.values_list("text", flat=True)]
    assert [type(entry) for entry in entries] == [KeyEntry, KeyEntry]
    assert [entry.role for entry in entries] == ["log", "receipt"]
    assert entries[0].vkey == format_vkey(service_keys().log.verifier_key)
    assert open_log(now=NOW) is False
    assert Entry.objects.count() == 2


def test_nothing_is_appended_before_the_log_is_open(db, keys):
    with pytest.raises(LogNotOpen, match="openlog"):
        lock_log(now=NOW)
    assert publish_checkpoint(now=NOW) is None


def test_deals_are_numbered_without_a_gap_and_their_commits_stand_in_the_log(log):
    deals = [commit(hand) for hand in range(1, 6)]
    assert [deal.number for deal in deals] == [1, 2, 3, 4, 5]
    for deal in deals:
        entry = parse_entry(deal.commit_entry.text)
        assert isinstance(entry, CommitEntry)
        assert (entry.deal, entry.commitment) == (deal.number, deal.commitment)
    assert LogHead.objects.get().size == 7


def test_two_deals_never_share_a_seed(log):
    assert len({commit(hand).commitment for hand in range(1, 20)}) == 19


def test_a_second_deal_for_a_purpose_needs_the_first_to_be_void(log):
    first = commit(1)
    with pytest.raises(IntegrityError), transaction.atomic():
        commit(1)
    void_deal(lock_log(now=NOW), lock_deal(first.purpose), reason="unused", game=None)
    assert commit(1).number == 2
    assert Deal.objects.get(number=1).state == "void"


def test_times_of_entries_never_go_back(log):
    commit(1, now=NOW + timedelta(hours=1))
    late = commit(2, now=NOW)
    assert "time 2026-11-02T20:00:00.250Z\n" in late.commit_entry.text


def test_a_checkpoint_signs_the_root_of_all_entries(log):
    for hand in range(1, 12):
        commit(hand)
        publish_checkpoint(now=NOW)
    texts = Entry.objects.order_by("index").values_list("text", flat=True)
    leaves = [leaf_hash(text.encode()) for text in texts]
    checkpoint = signed()
    assert checkpoint.size == 13
    assert checkpoint.root == tree_root(13, lambda nodes: _slow_nodes(nodes, leaves))
    for index, leaf in enumerate(leaves):
        proof = parse_tlog_proof(inclusion_note(index))
        check_inclusion(proof.hashes, index=index, size=13, root=checkpoint.root, leaf=leaf)
    for row in Checkpoint.objects.all():
        hashes = prove_consistency(row.size, 13, node_hashes)
        check_consistency(
            hashes, old_size=row.size, old_root=bytes(row.root), size=13, root=checkpoint.root
        )


def _slow_nodes(nodes, leaves):
    def node(level, number):
        if level == 0:
            return leaves[number]
        return node_hash(node(level - 1, 2 * number), node(level - 1, 2 * number + 1))

    return [node(at.level, at.number) for at in nodes]


def test_no_proof_reaches_past_the_signed_checkpoint(log):
    publish_checkpoint(now=NOW)
    commit(1)
    assert inclusion_note(1) is not None
    assert inclusion_note(2) is None
    assert inclusion_note(-1) is None
    assert checkpoint_of_size(2) is not None
    assert checkpoint_of_size(3) is None


def test_signing_an_unchanged_log_again_gives_the_same_checkpoint(log):
    first = publish_checkpoint(now=NOW)
    assert publish_checkpoint(now=NOW + timedelta(minutes=1)) == first


def test_one_signer_signs_for_all_who_wait_for_him(log, monkeypatch):
    commit(1)

    def while_we_wait():
        monkeypatch.undo()
        publish_checkpoint(now=NOW)
        commit(2)

    monkeypatch.setattr("deals.services.checkpoints.be_only_signer", while_we_wait)
    ours = publish_checkpoint(now=NOW)
    assert (ours, Entry.objects.count()) == (latest_checkpoint(), ours.size + 1)
    assert publish_checkpoint(now=NOW).size == ours.size + 1


def test_a_database_restored_from_before_is_refused_and_stays_refused(log):
    commit(1)
    publish_checkpoint(now=NOW)
    transaction_of_backup = transaction.savepoint()
    commit(2)
    publish_checkpoint(now=NOW)
    transaction.savepoint_rollback(transaction_of_backup)
    with pytest.raises(SignerRefuses, match="append the missing ones"):
        publish_checkpoint(now=NOW)
    commit(2)
    with pytest.raises(SignerRefuses, match="not those that were signed"):
        publish_checkpoint(now=NOW)


def test_a_signer_whose_file_is_lost_is_refused(log, settings):
    publish_checkpoint(now=NOW)
    (Path(settings.HEARTS_KEYS) / "log.signed").unlink()
    with pytest.raises(SignerRefuses, match="knows of none"):
        publish_checkpoint(now=NOW)


def test_a_flipped_bit_in_a_stored_entry_is_never_signed(log):
    commit(1)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE deals_entry DISABLE TRIGGER USER")
        cursor.execute("UPDATE deals_entry SET text = replace(text, 'deck 4', 'deck 5')")
        cursor.execute("ALTER TABLE deals_entry ENABLE ALWAYS TRIGGER deals_entry_rows_stay")
        cursor.execute("ALTER TABLE deals_entry ENABLE ALWAYS TRIGGER deals_entry_table_stays")
    with pytest.raises(SignerRefuses, match="entry 2 does not have the hashes"):
        publish_checkpoint(now=NOW)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE deals_entry SET text = text",
        "DELETE FROM deals_entry",
        "TRUNCATE deals_entry CASCADE",
    ],
)
def test_the_log_table_takes_no_change(log, statement):
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


@pytest.mark.parametrize("kind", [Entry.Kind.KEY, Entry.Kind.VERIFIER, Entry.Kind.CONTINUE])
def test_an_entry_of_a_rare_kind_is_found_without_reading_the_log(log, kind):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")  # the log is short here
    plan = Entry.objects.filter(kind=kind, index__lt=10**6).order_by("-index").explain()
    assert "rare_entries" in plan


def test_the_deals_of_a_game_are_found_without_reading_all(log):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")  # there are few here
    ended = Deal.objects.filter(purpose__startswith=f"game/{GAME}/", state__in=["revealed", "void"])
    assert "deals_by_purpose" in ended.explain()
