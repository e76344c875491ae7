"""Exports through the API: asked for, written by a worker, taken away."""

import io
import json
import tarfile
import uuid
from hashlib import sha256

import pytest
from django.utils import timezone

from api.v1 import exports
from deals.models import Job
from games.models import Game
from games.selectors.exports import export_path
from games.services.exporting import write_export
from tests.api.directors import Director
from tests.api.guests import V1, Guests, is_problem
from tests.api.test_document import check, shape_of

NOBODY = "00000000-0000-4000-8000-000000000000"
NAMES = ["Anna", "Ben", "Cara", "Dan"]


@pytest.fixture(autouse=True)
def data(settings, tmp_path):
    settings.HEARTS_DATA = tmp_path / "data"
    settings.HEARTS_VERIFIER = tmp_path / "nothing.pyz"


@pytest.fixture
def sheet(log):
    """A sheet that is over."""
    sheet = Guests(kind="sheet", rules={"target": 25}, players=NAMES)
    written = sheet.post(f"{sheet.url}/rows", {"points": [0, 26, 0, 0]}, sheet.token)
    assert written.status_code == 201
    return sheet


def ask(guests, *games):
    answer = guests.post("/exports", {"games": games or [guests.game]}, guests.token)
    assert answer.status_code == 202, answer.content
    check(answer.json(), shape_of("post", "/exports", "202"))
    return answer


def written(answer):
    export = answer.json()["id"]
    write_export(Job.objects.get(subject=export).id, now=timezone.now())
    return export


def test_an_archive_is_asked_for_written_and_taken_away(sheet):
    asked = ask(sheet)
    place = asked["Location"].removeprefix(V1)
    assert sheet.get(place).json()["state"] == "queued"
    export = written(asked)
    stands = sheet.get(place).json()
    check(stands, shape_of("get", "/exports/{export}", "200"))
    assert (stands["state"], stands["included"], stands["left_out"]) == ("done", 1, [])
    answer = sheet.get(stands["file"].removeprefix(V1))
    data = answer.getvalue()
    assert answer["Content-Type"] == "application/x-tar"
    assert answer["Content-Length"] == str(len(data)) == str(stands["size"])
    assert f"hearts-{export}.tar" in answer["Content-Disposition"]
    assert sha256(data).hexdigest() == stands["sha256"] == answer["ETag"].strip('"')
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        assert f"bundles/{sheet.game}.json" in tar.getnames()
        lines = tar.extractfile("records.ndjson").read().splitlines()
    assert [json.loads(line)["id"] for line in lines] == [sheet.game]


def test_a_game_that_is_not_over_is_left_out_with_a_word(sheet):
    other = Guests()
    export = written(ask(sheet, sheet.game, other.game))
    stands = sheet.get(f"/exports/{export}").json()
    assert (stands["asked"], stands["included"]) == (2, 1)
    assert stands["left_out"] == [{"game": other.game, "reason": "not-finished"}]


def test_what_is_not_written_yet_or_swept_away_is_said(sheet):
    asked = ask(sheet)
    file = f"/exports/{asked.json()['id']}/file"
    is_problem(sheet.get(file), 409, "export-unfinished")
    export = written(asked)
    export_path(export).unlink()
    is_problem(sheet.get(file), 410, "export-gone")


def test_games_that_are_not_there_and_bodies_that_do_not_fit_are_refused(sheet):
    nobody = str(uuid.UUID(int=7))
    refused = sheet.post("/exports", {"games": [nobody]}, sheet.token)
    assert nobody in is_problem(refused, 404, "not-found")["detail"]
    for games in ([], ["x"], "all", [sheet.game] * 1001):
        is_problem(sheet.post("/exports", {"games": games}, sheet.token), 422, "invalid-body")
    is_problem(sheet.post("/exports", {"games": [sheet.game]}), 401, "token-needed")
    is_problem(sheet.get(f"/exports/{nobody}"), 404, "not-found")
    is_problem(sheet.get(f"/exports/{nobody}/file"), 404, "not-found")
    assert Game.objects.count() == 1


def test_all_games_of_a_league_or_a_club_are_taken_away(log):
    league = Director(people=9)
    league.play_all(league.drawn())
    league.close()
    games = set(map(str, Game.objects.values_list("id", flat=True)))
    assert len(games) == 2
    for body in ({"league": league.url.rpartition("/")[2]}, {"club": str(league.club)}):
        answer = league.post("/exports", body)
        assert answer.status_code == 202, answer.content
        write_export(Job.objects.get(kind="write_export", state="queued").id, now=timezone.now())
        done = league.get(f"/exports/{answer.json()['id']}").json()
        assert (done["included"], done["left_out"]) == (2, [])
    for wrong in ({}, {"league": NOBODY, "club": NOBODY}, {"games": list(games), "club": NOBODY}):
        is_problem(league.post("/exports", wrong), 422, "invalid-body")
    is_problem(league.post("/exports", {"league": NOBODY}), 404, "not-found")
    is_problem(league.post("/exports", {"club": NOBODY}), 404, "not-found")


def test_a_league_without_games_and_one_with_too_many_are_told(log, monkeypatch):
    league = Director(people=8)
    body = {"league": league.url.rpartition("/")[2]}
    is_problem(league.post("/exports", body), 422, "invalid-body")
    league.drawn()
    monkeypatch.setattr(exports, "MOST_GAMES", 1)
    said = is_problem(league.post("/exports", body), 422, "invalid-body")
    assert said["errors"][0]["pointer"] == "/league"
    assert "there are 2 games" in said["errors"][0]["detail"]
