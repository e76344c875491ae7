"""Metrics: what there is to do, how far behind it is, and what audits have found."""

import re
from datetime import timedelta

from games.models import Score
from tests.api.guests import is_problem
from tests.archives import audit_all, fill_archive
from tests.cast import NOW

LINE = re.compile(r'[a-z_]+(\{[a-z]+="[a-z_]+"(,[a-z]+="[a-z_]+")*\})? -?[0-9.e+]+')


def values(client):
    answer = client.get("/metrics")
    assert answer["Content-Type"].startswith("text/plain; version=0.0.4")
    lines = [line for line in answer.content.decode().splitlines() if line[0] != "#"]
    assert all(map(LINE.fullmatch, lines)), lines
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_an_empty_service_has_nothing_to_do(log, client):
    found = values(client)
    assert found["hearts_jobs_lag_seconds"] == 0
    assert (found["hearts_log_entries"], found["hearts_audit_games_false"]) == (2, 0)
    assert "hearts_last_audit_finished" not in found


def test_jobs_that_wait_are_counted_and_their_lag_is_told(playing):
    playing.post("/audits", {"games": [playing.game]}, playing.token)
    found = values(playing.client)
    assert found['hearts_jobs_open{kind="audit_game",state="queued"}'] == 1
    assert found["hearts_jobs_lag_seconds"] >= 0
    assert found['hearts_games{state="playing"}'] == 1


def test_what_audits_have_found_is_counted(log, client):
    fill_archive(20)
    Score.objects.filter(hand=3).update(points=[26, 0, 0, 0])
    audit_all()
    audit_all(repair=True, now=NOW + timedelta(hours=1))
    audit_all(now=NOW + timedelta(hours=2))
    found = values(client)
    assert found["hearts_audit_games_audited"] == 6
    assert found["hearts_audit_games_false"] == 4
    assert found["hearts_audit_games_repaired"] == 2
    assert (found["hearts_last_audit_done"], found["hearts_last_audit_false"]) == (2, 0)
    assert found["hearts_last_audit_log"] == 0
    assert found["hearts_log_signed"] == found["hearts_log_entries"]


def test_metrics_are_only_read(client):
    is_problem(client.post("/metrics"), 405, "method-not-allowed")
