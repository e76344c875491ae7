"""The public log for strangers' clients."""

from deals.models import Checkpoint, Entry
from deals.services.keys import service_keys
from deals.tlog.checkpoint import parse_checkpoint
from deals.tlog.inclusion_note import parse_tlog_proof
from deals.tlog.note import check_note, parse_note
from deals.tlog.proof import check_inclusion
from deals.tlog.tree import leaf_hash
from tests.api.guests import is_problem


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
    Checkpoint.objects.all().delete()
    is_problem(guests.client.get("/log/checkpoint"), 404, "not-found")
    is_problem(guests.client.get("/log/proof/0"), 404, "not-found")


def test_the_log_answers_get_and_head_alone(guests):
    for path in ("/log/checkpoint", "/log/proof/0"):
        head = guests.client.head(path)
        assert (head.status_code, head.content) == (200, b"")
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            refused = guests.client.generic(method, path)
            is_problem(refused, 405, "method-not-allowed")
            assert refused["Allow"] == "GET, HEAD"
