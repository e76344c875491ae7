"""POST /verify: the verifier for everybody."""

import json
from pathlib import Path

import pytest
from django.utils import timezone

from deals.services.rekeying import change_key
from tests.api.guests import is_problem

VECTORS = Path(__file__).parents[1] / "vectors"


@pytest.fixture
def proof():
    return json.loads((VECTORS / "fair-deal.json").read_text())[0]["proof"]


def test_a_deal_proof_is_verified_without_a_token(guests, proof):
    verified = guests.post("/verify", proof)
    assert verified.status_code == 200
    assert (verified.json()["verdict"], verified.json()["strength"]) == ("ok", "unproven")


def test_a_negative_verdict_is_no_error(guests, proof):
    proof["seed"] = "f" * 64
    verified = guests.post("/verify", proof)
    assert verified.status_code == 200
    assert verified.json()["verdict"] == "false"
    assert verified.json()["findings"]


def test_another_logs_bundle_is_verified_without_a_key(guests):
    bundle = json.loads((VECTORS / "chain" / "bundle.json").read_text())
    verified = guests.post("/verify", bundle).json()
    assert (verified["verdict"], verified["strength"]) == ("ok", "unproven")


def test_our_own_bundle_is_verified_under_our_key(playing):
    playing.play_hand()
    bundle = playing.get(f"{playing.url}/bundle").json()
    verified = playing.post("/verify", bundle).json()
    assert (verified["verdict"], verified["strength"]) == ("incomplete", "shared")


def test_a_bundle_of_any_time_is_ours_whatever_key_the_log_has_now(playing):
    playing.play_hand()
    before = playing.get(f"{playing.url}/bundle").json()
    change_key("log", now=timezone.now())
    playing.play_hand()
    after = playing.get(f"{playing.url}/bundle").json()
    for bundle in (before, after):
        verified = playing.post("/verify", bundle).json()
        assert (verified["verdict"], verified["not_made"]) == ("incomplete", {})


def test_a_record_is_replayed(guests):
    records = Path(__file__).parents[1] / "records" / "cases-four.ndjson"
    line = records.read_bytes().splitlines()[0]
    assert guests.post("/verify", line).json()["verdict"] in {"ok", "incomplete", "false"}


def test_what_is_no_document_of_ours_is_told_where(guests):
    for document, pointer in [
        ({}, ""),
        ([], ""),
        (None, ""),
        (5, ""),
        ({"format": "hearts-deal/2"}, "/format"),
        ({"format": None}, "/format"),
        ({"format": ["hearts-deal/1"]}, "/format"),
        ({"format": "hearts-deal/1"}, ""),
        ({"format": "hearts-record/1"}, ""),
        ({"format": "hearts-bundle/1", "checkpoint": {}}, ""),
    ]:
        problem = is_problem(guests.post("/verify", document), 400, "unreadable")
        assert [place["pointer"][: len(pointer)] for place in problem["errors"]] == [pointer]


def test_what_is_no_json_is_malformed(guests):
    for body in (b"", b"{", b"\xff", b'{"a": NaN}', b"[" * 100_000, b'{"a": 1, "a": 2}'):
        refused = guests.post("/verify", body)
        assert refused.status_code == 400, body[:20]
        assert refused.json()["code"] in {"malformed-body", "unreadable"}


def test_a_body_over_the_limit_is_refused(guests):
    refused = guests.post("/verify", b" " * (8 * 1024 * 1024 + 1))
    assert is_problem(refused, 413, "too-large")["limit"] == 8 * 1024 * 1024
