"""The whole site by one command: real processes, real signals."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from hearts_site.local.child import ChildFailed
from hearts_site.local.processes import LocalSite, SiteUnusable

ROOT = Path(__file__).parents[2]
STOP_SECONDS = 6


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """One data directory for all: what the first start made, the next ones find."""
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A site that is up, for all that only look at it."""
    data = tmp_path_factory.mktemp("site-that-stays")
    with LocalSite(data, settings=("fsync=off",)) as site:
        yield site


@pytest.fixture
def serve(data):
    """`manage.py serve` as a child, started and ready: the process and what it printed."""
    started = []
    ours = {"DATABASE_URL", "PYTHONUNBUFFERED"}  # of the tests, not of who types the command
    environment = {name: text for name, text in os.environ.items() if name not in ours}

    def start(**more):
        words = [sys.executable, "manage.py", "serve", "--port", "0", "--data", str(data)]
        process = subprocess.Popen(
            words,
            cwd=ROOT,
            env=environment | more,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        started.append(process)
        lines = []
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            if "Ctrl-C" in line:
                break
        return process, lines

    yield start
    for process in started:
        process.kill()
        process.wait()
        process.stdout.close()


def test_the_site_answers_with_a_request_id_and_logs_it_without_the_query(site):
    answer = get(site, "/nowhere?token=s3cret", headers={"X-Request-ID": "asked-for"})
    assert (answer.status, answer.headers["X-Request-ID"]) == (404, "asked-for")
    log = (site.data / "logs" / "web.log").read_text()
    assert "asked-for" in log
    assert "s3cret" not in log


def test_static_files_are_served(site):
    answer = get(site, "/static/admin/css/base.css")
    assert (answer.status, answer.headers["content-type"]) == (200, "text/css")


def test_web_and_worker_have_the_applications_rights_only(site):
    for child in site.children.values():
        environment = Path(f"/proc/{child.pid}/environ").read_bytes()
        assert b"hearts_app@" in environment
        assert b"hearts_owner" not in environment


def test_the_schedule_sends_and_the_worker_takes(site, eventually):
    with psycopg.connect(site.postgres.url("hearts_app"), autocommit=True) as connection:

        def sent_and_taken():
            sent, waiting = connection.execute(
                "SELECT total_messages, queue_length FROM pgmq.metrics('celery')"
            ).fetchone()
            return sent > 0 and waiting == 0

        assert eventually(sent_and_taken, within=15)


def ask(site, method, path, body=None, token=None):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    with closing(http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)) as connection:
        connection.request(method, f"/api/v1{path}", json.dumps(body) if body else None, headers)
        return json.loads(connection.getresponse().read())


def test_a_waiter_is_woken_by_what_a_worker_does(site):
    seats = ["human", "computer", "computer", "computer"]
    rules = {"hands": 1, "tie": "share", "passing": "none"}
    made = ask(site, "POST", "/games", {"rules": rules, "seats": seats, "sources": "server"})
    game, (invite,) = f"/games/{made['game']['id']}", made["invites"]
    token = ask(site, "POST", f"{game}/seats/0", {"invite": invite["invite"]})["token"]
    waits = []
    while len(waits) < 6:
        view = ask(site, "GET", f"{game}/seats/0", token=token)
        if view["turn"] == 0:
            card = {"card": view["cards"]["legal_cards"][0], "expected_seq": view["seq"]}
            ask(site, "POST", f"{game}/plays", card, token)
        else:
            began = time.monotonic()
            assert ask(site, "GET", f"{game}/events?after={view['seq']}&wait=20")["events"]
            waits.append(time.monotonic() - began)
    assert max(waits) < 8, "they looked by themselves, after ten seconds"


def test_a_second_site_in_the_same_directory_is_refused(site):
    with pytest.raises(SiteUnusable, match="already"):
        LocalSite(site.data).start()


def test_a_port_in_use_is_named(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SiteUnusable, match=f"Port {port} .*--port"):
            LocalSite(tmp_path, port=port).start()


def test_what_a_child_logs_is_json(site, eventually):
    log = site.data / "logs" / "worker.log"

    def ready():
        lines = [line for line in log.read_text().splitlines() if line.startswith("{")]
        return any("ready" in json.loads(line)["message"] for line in lines)

    assert eventually(ready, within=5)


def test_a_dead_child_is_noticed_and_may_be_started_again(site, processes_of, eventually):
    before = site.children["worker"].pid
    site.children["worker"].kill()
    assert eventually(lambda: before not in processes_of(site.data), within=5)
    site.start_child("worker")
    assert site.children["worker"].pid != before


def test_a_failing_start_leaves_nothing_running(data, processes_of):
    with pytest.raises(ChildFailed, match=r"manage.py prepare"):
        LocalSite(data, environment={"HEARTS_COMPUTER_DELAY": "soon"}).start()
    assert not processes_of(data)


def test_serve_says_each_step_and_ends_everything_on_sigterm(serve, data, processes_of):
    process, lines = serve()
    assert [line.split()[0] for line in lines[:4]] == ["database", "tables", "web", "worker"]
    assert re.fullmatch(r"Ready in \d+\.\d s: http://127\.0\.0\.1:\d+", lines[4])
    assert str(data) in lines[5]
    process.terminate()
    rest, _ = process.communicate(timeout=STOP_SECONDS)
    assert (process.returncode, rest) == (0, "Stopped.\n")
    assert not processes_of(data)


def test_kill_9_of_the_parent_leaves_nothing_behind(serve, data, processes_of, eventually):
    process, lines = serve(DATABASE_URL="postgres://elsewhere/hearts")
    assert lines[0].startswith("DATABASE_URL is not used")
    assert len(processes_of(data)) > 5
    process.kill()
    process.wait()
    assert eventually(lambda: not processes_of(data), within=STOP_SECONDS)


@pytest.mark.parametrize(
    ("word", "name"), [("granian", "web"), ("worker", "worker"), ("beat", "schedule")]
)
def test_a_dying_child_ends_everything_and_is_named(serve, data, processes_of, word, name):
    process, _ = serve()
    os.kill(_leader(processes_of(data), word), signal.SIGKILL)
    said, _ = process.communicate(timeout=STOP_SECONDS)
    assert process.returncode == 1
    assert f"{name} ended with status -9" in said
    assert not processes_of(data)


def get(site, path, headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=10)
    connection.request("GET", path, headers=headers or {})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def _leader(processes, word):
    """Find the process that leads its session and has `word` in its command line."""
    (found,) = (
        pid
        for pid in processes
        if os.getsid(pid) == pid
        and word.encode() in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    )
    return found
