"""Imports through the API: a file goes in, a report that sums comes out."""

import gzip
import json
from pathlib import Path

import pytest
from django.utils import timezone

from deals.models import Job
from games.models import Game, Import
from games.services.importing import import_lines
from tests.api.guests import V1, is_problem
from tests.api.test_document import check, shape_of

RECORDS = Path(__file__).parents[1] / "records"
LINES = (RECORDS / "cases-sheets.ndjson").read_bytes().splitlines(keepends=True)[:5]
NDJSON = "application/x-ndjson"


@pytest.fixture
def send(guests):
    """Send a file with the token of a game's creator."""

    def send(body, kind=NDJSON, query="", token=guests.token, **headers):
        if token:
            headers["Authorization"] = f"Bearer {token}"
        return guests.client.generic(
            "POST", f"{V1}/imports{query}", body, content_type=kind, headers=headers
        )

    return send


def done(guests, answer):
    """The report, once a worker was there."""
    assert answer.status_code == 202, answer.content
    place = answer["Location"].removeprefix(V1)
    job = Job.objects.get(subject=answer.json()["id"])
    while import_lines(job.id, now=timezone.now()):
        pass
    report = guests.get(place).json()
    check(report, shape_of("get", "/imports/{file}", "200"))
    return report


def test_a_file_is_accepted_and_its_report_sums(guests, send):
    sent = send(b"".join(LINES) + LINES[0] + b"\n{}\n", query="?name=club.ndjson")
    check(sent.json(), shape_of("post", "/imports", "202"))
    assert (sent.json()["state"], sent.json()["lines"]) == ("queued", 7)
    report = done(guests, sent)
    assert (report["name"], report["state"], report["done"]) == ("club.ndjson", "done", 7)
    assert (report["imported"], report["duplicates"], report["rejected"]) == (5, 1, 1)
    (reject,) = report["rejects"]
    assert (reject["line"], reject["code"], reject["place"]["pointer"]) == (8, "unreadable", "")


def test_each_line_says_what_it_became(guests, send):
    report = done(guests, send(LINES[0] + b"x\n"))
    page = guests.get(f"/imports/{report['id']}/lines")
    check(page.json(), shape_of("get", "/imports/{file}/lines", "200"))
    first, second = page.json()["lines"]
    assert (first["result"], second["result"]) == ("imported", "rejected")
    game = f"/games/{first['game']}"
    assert guests.get(game).json()["sources"] == "imported"
    check(guests.get(game).json(), shape_of("get", "/games/{game}", "200"))
    assert guests.get(f"{game}/record").json()["id"] == json.loads(LINES[0])["id"]
    assert guests.get(f"{game}/events").json()["complete"] is True
    assert guests.get(f"{game}/scoresheet").status_code == 200
    assert guests.get(f"{game}/scoresheet?format=csv").status_code == 200
    is_problem(guests.get(f"{game}/bundle"), 404, "not-found")
    one = guests.get(f"/imports/{report['id']}/lines?result=imported&limit=1").json()
    assert [line["line"] for line in one["lines"]] == [1]
    is_problem(guests.get(f"/imports/{report['id']}/lines?limit=1001"), 400, "over-limit")


@pytest.mark.parametrize("kind", [NDJSON, "application/gzip", NDJSON + "; charset=utf-8"])
def test_a_packed_file_is_known_by_its_first_bytes(guests, send, kind):
    report = done(
        guests, send(gzip.compress(b"".join(LINES)), kind, **{"Content-Encoding": "gzip"})
    )
    assert report["imported"] == 5


def test_a_sheet_is_sent_as_a_spreadsheet_has_it(guests, send):
    sheet = b"Hand,Anna,Ben,Cara,Dan\r\n1,0,26,0,0\r\n"
    report = done(guests, send(sheet, "text/csv", "?name=club"))
    assert (report["form"], report["imported"]) == ("sheet", 1)
    assert Game.objects.get(sources="imported").totals == [0, -26, 0, 0]
    report = done(guests, send(sheet, "text/csv", '?rules={"moon":"add"}'))
    assert report["verdicts"] == {"ok": 1}
    is_problem(send(sheet, "text/csv", "?rules=nothing"), 422, "invalid-rules")
    is_problem(send(sheet, "text/csv", "?rules={"), 400, "malformed-body")


def test_nothing_is_a_file_without_lines(guests, send):
    assert done(guests, send(b""))["lines"] == 0


def test_a_token_is_needed(send):
    is_problem(send(LINES[0], token=None), 401, "token-needed")
    assert not Import.objects.exists()


@pytest.mark.parametrize(
    "kind", ["application/json", "text/plain", "multipart/form-data; boundary=x", ""]
)
def test_other_kinds_of_files_are_refused(send, kind):
    is_problem(send(LINES[0], kind), 415, "unsupported-media-type")


def test_another_packing_is_refused(send):
    refused = send(LINES[0], **{"Content-Encoding": "br"})
    is_problem(refused, 415, "unsupported-media-type")


def test_a_file_above_the_limit_is_refused_and_nothing_is_kept(send, settings):
    settings.HEARTS_IMPORT_LIMIT = len(LINES[0]) - 1
    assert is_problem(send(LINES[0]), 413, "too-large")["limit"] == len(LINES[0]) - 1
    assert not Import.objects.exists()


def test_a_bomb_is_refused_and_nothing_is_kept(send, settings):
    settings.HEARTS_IMPORT_LIMIT = 20_000
    bomb = gzip.compress(LINES[0] + b"\n" * 5_000_000)
    assert len(bomb) < 20_000
    assert is_problem(send(bomb), 413, "too-large")["limit"] == 160_000
    is_problem(send(gzip.compress(b"\n" * 5_000_000), "text/csv"), 413, "too-large")
    assert not Import.objects.exists()


def test_a_damaged_file_is_refused_and_nothing_is_kept(send):
    is_problem(send(gzip.compress(b"".join(LINES))[:-9]), 400, "broken-upload")
    assert not Import.objects.exists()


def test_an_import_that_is_not_there_is_not_found(guests):
    is_problem(guests.get(f"/imports/{guests.game}"), 404, "not-found")
    is_problem(guests.get(f"/imports/{guests.game}/lines"), 404, "not-found")
    is_problem(guests.get("/imports"), 405, "method-not-allowed")
