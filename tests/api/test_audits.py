"""Audits: asked for by those of the game, done by a worker."""

import uuid

from django.utils import timezone

from deals.models import Job
from deals.services.jobs import JobHint
from games.models import Score
from games.services.auditing import audit_game
from tests.api.guests import Guests, is_problem
from tests.archives import do_all


def test_a_seat_or_the_creator_may_ask(table):
    for token in (table.token, table.tokens[2]):
        asked = table.post("/audits", {"games": [table.game]}, token)
        assert asked.status_code == 202
        answer = asked.json()
        assert asked["Location"] == f"/api/v1/audits/{answer['id']}"
        assert (answer["game"], answer["state"], answer["result"]) == (table.game, "queued", None)


def test_asking_twice_is_one_job(table):
    asked = [table.post("/audits", {"games": [table.game]}, table.token).json() for _ in range(2)]
    assert asked[0]["id"] == asked[1]["id"]


def test_the_result_comes_when_the_worker_is_done(playing):
    playing.play_hand()
    job = playing.post("/audits", {"games": [playing.game]}, playing.token).json()["id"]
    assert playing.get(f"/audits/{job}/findings").json() == {
        "audit": job,
        "findings": [],
        "next": None,
    }
    audit_game(uuid.UUID(job), now=timezone.now())
    answer = playing.get(f"/audits/{job}").json()
    assert answer["state"] == "done"
    assert answer["result"]["verdict"] == "incomplete", answer
    (finding,) = playing.get(f"/audits/{job}/findings").json()["findings"]
    assert (finding["rule"], finding["hand"], finding["ply"]) == ("incomplete", 2, 0)


def test_nobody_else_may_ask(table):
    body = {"games": [table.game]}
    is_problem(table.post("/audits", body), 401, "token-needed")
    is_problem(table.post("/audits", body, Guests().token), 403, "forbidden")
    is_problem(table.post("/audits", {"games": [str(uuid.uuid4())]}, table.token), 403, "forbidden")


def test_the_director_has_derived_rows_repaired(playing):
    playing.play_hand()
    Score.objects.filter(hand=1).update(points=[26, 0, 0, 0])
    body = {"games": [playing.game], "repair": True}
    is_problem(playing.post("/audits", body, playing.tokens[1]), 403, "forbidden")
    asked = playing.post("/audits", body, playing.token)
    assert asked.status_code == 202
    run = asked.json()["id"]
    assert (asked.json()["state"], asked.json()["total"]) == ("queued", None)
    do_all([JobHint("plan_audit", Job.objects.get(subject=run).id, 0)], now=timezone.now())
    answer = playing.get(f"/audits/{run}").json()
    assert (answer["state"], answer["done"], answer["false"]) == ("done", 1, 1)
    assert (answer["repaired"], answer["not_audited"]) == (1, [])
    page = playing.get(f"/audits/{run}/findings?limit=1").json()
    (finding,) = page["findings"]
    assert (finding["game"], finding["rule"]) == (playing.game, "stored_scores")
    assert page["next"] is None
    assert Score.objects.get(hand=1).points != [26, 0, 0, 0]


def test_an_audit_can_be_called_off(table):
    run = table.post("/audits", {"games": [table.game], "repair": True}, table.token).json()["id"]
    is_problem(table.post(f"/audits/{run}/cancel", {}, Guests().token), 403, "forbidden")
    off = table.post(f"/audits/{run}/cancel", {}, table.token)
    assert (off.status_code, off.json()["state"]) == (200, "cancelled")
    do_all([JobHint("plan_audit", Job.objects.get(subject=run).id, 0)], now=timezone.now())
    assert table.get(f"/audits/{run}").json()["state"] == "cancelled"


def test_no_token_has_everything_audited(table):
    is_problem(table.post("/audits", {"all": True}, table.token), 403, "forbidden")
    both = {"all": True, "games": [table.game]}
    is_problem(table.post("/audits", both, table.token), 422, "invalid-body")


def test_findings_go_on_only_where_an_answer_said(playing):
    job = playing.post("/audits", {"games": [playing.game]}, playing.token).json()["id"]
    is_problem(playing.get(f"/audits/{job}/findings?cursor=eA"), 400, "invalid-query")


def test_a_body_that_does_not_fit_is_told_where(table):
    for body in ({}, {"games": []}, {"games": None}, {"games": ["x"]}, {"games": [1]}):
        problem = is_problem(table.post("/audits", body, table.token), 422, "invalid-body")
        assert problem["errors"][0]["pointer"].startswith("/games"), body


def test_an_audit_that_is_not_there_is_not_found(guests):
    for path in (f"/audits/{uuid.uuid4()}", f"/audits/{uuid.uuid4()}/findings", "/audits/x"):
        is_problem(guests.get(path), 404, "not-found")


def test_audits_answer_their_own_methods_alone(guests):
    is_problem(guests.get("/audits"), 405, "method-not-allowed")
    is_problem(guests.post(f"/audits/{uuid.uuid4()}", {}), 405, "method-not-allowed")
