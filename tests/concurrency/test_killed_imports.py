"""An import whose worker is killed again and again: nothing is lost, nothing is doubled."""

import json
from contextlib import contextmanager

import psycopg
from django.utils import timezone

from deals.models import Job
from games.models import Audit, Event, Game, ImportedLine
from games.records.upload import split_lines
from games.selectors.imports import import_summary
from games.services.importing import CHUNK, begin_import
from games.services.sweeping import sweep
from games.tasks import wake
from hearts_site.database_url import parse_database_url
from tests.real_parts import eventually

NAMES = ["Anna", "Ben", "Cara", "Dan"]
KILLS = 3
LINES = KILLS * CHUNK + 17


def line(number):
    record = {"format": "hearts-record/1", "id": f"x{number}", "rules": {}, "players": NAMES}
    return json.dumps(record | {"hands": [{"points": [5, 0, 8, 13]}]}).encode() + b"\n"


@contextmanager
def held(url):
    """Let nobody write audits: whoever has written the games of a chunk waits before its end."""
    with psycopg.connect(parse_database_url(url).conninfo()) as connection:
        connection.execute("LOCK TABLE games_audit IN EXCLUSIVE MODE")
        yield
        connection.rollback()


def is_waiting(url):
    query = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'games_audit'::regclass"
    with psycopg.connect(parse_database_url(url).conninfo()) as connection:
        return connection.execute(query).fetchone()[0] > 0


def test_an_import_whose_worker_is_killed_in_each_chunk_has_every_line_once(broker, start_worker):
    worker = start_worker()
    data = b"".join(map(line, range(LINES))) + line(0) + b"{}\n"
    with held(broker):
        begun = begin_import(split_lines([data]), source="x", now=timezone.now())
        wake([begun.hint])
        eventually(lambda: is_waiting(broker), within=60)
        worker.kill_children()

    def swept(condition):
        wake(sweep(now=timezone.now()))
        return condition()

    for kill in range(1, KILLS):
        eventually(lambda kill=kill: swept(lambda: done(begun.file) >= kill * CHUNK), within=60)
        with held(broker):
            eventually(lambda: swept(lambda: is_waiting(broker)) or is_done(begun), within=60)
            worker.kill_children()
    eventually(lambda: swept(lambda: is_done(begun)), within=60)
    report = import_summary(begun.file)
    assert (report["state"], report["lines"], report["done"]) == ("done", LINES + 2, LINES + 2)
    assert (report["imported"], report["duplicates"], report["rejected"]) == (LINES, 1, 1)
    assert Game.objects.count() == Audit.objects.count() == LINES
    assert Event.objects.count() == sum(Game.objects.values_list("seq", flat=True))
    assert ImportedLine.objects.filter(result="imported").count() == LINES


def done(file):
    return import_summary(file)["done"]


def is_done(begun):
    return Job.objects.get(id=begun.hint.job).state == "done"
