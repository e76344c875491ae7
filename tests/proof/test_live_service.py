"""A whole service as people run it, and a stranger who trusts nothing but the log's key.

Real processes and real HTTP: the site, a witness by `manage.py witness`, the monitor with a mirror,
the verifier offline.
"""

import json
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from api.client.client import HeartsClient
from api.client.http import HttpTransport
from deals.tlog.cosignature import cosignature_times
from deals.tlog.note import parse_note, parse_vkey
from games.coach import thumb
from hearts_site.local.processes import ROOT, LocalSite
from tests.real_parts import eventually

RULES = {"preset": "standard", "hands": 1}
SEATS = ["human", "computer", "computer", "computer"]


def manage(*words, environment):
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def fetch(address):
    with urllib.request.urlopen(address, timeout=30) as answer:  # noqa: S310 - our own site
        return answer.read().decode()


class Witness:
    """`manage.py witness` as a process of its own: its key, and where it listens."""

    def __init__(self, place, log_key, environment):
        words = ["--key", place / "key", "--state", place / "state", "--name", "witness.example"]
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "witness", *map(str, words), "--port", "0", log_key],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.vkey = self.process.stdout.readline().split()[1]
        self.address = self.process.stdout.readline().split()[1]

    def stop(self):
        self.process.kill()
        self.process.communicate()


@pytest.fixture(scope="module")
def place():
    with TemporaryDirectory(prefix="hearts-live-") as directory:
        yield Path(directory)


@pytest.fixture(scope="module")
def site(place):
    """A site whose checkpoints a witness cosigns; its keys were made before its first start."""
    site = LocalSite(place / "site", settings=("fsync=off",))
    site.data.mkdir(mode=0o700)
    environment = site.child_environment()
    del environment["SECRET_KEY_FILE"]  # the first start makes it
    assert manage("makekeys", environment=environment).returncode == 0
    shown = manage("showkeys", environment=environment).stdout
    site.log_key = shown.splitlines()[0].removeprefix("log ")
    (place / "witness").mkdir()
    site.witness = Witness(place / "witness", site.log_key, environment)
    site.environment = {
        "HEARTS_WITNESSES": f"{site.witness.address}={site.witness.vkey}",
        "HEARTS_COMPUTER_DELAY": "50",
    }
    try:
        with site:
            yield site
    finally:
        site.witness.stop()


@pytest.fixture(scope="module")
def game(site):
    """A whole game, played by one person's program over HTTP."""
    with closing(HttpTransport(site.url)) as transport:
        client = HeartsClient(site.url, site.log_key, transport=transport)
        game = client.create_game(RULES, seats=SEATS)
        client.take_seat(game.id, 0, invite=game.invites[0]).play_game(thumb)
    return game.id


@pytest.fixture(scope="module")
def mirror(site, game, place):
    """What the monitor keeps of the log, read from the running service."""
    words = ("monitor", f"{site.url}/log", "--key", site.log_key, "--mirror", str(place / "mirror"))
    done = manage(*words, environment=site.child_environment())
    assert (done.returncode, done.stderr) == (0, "")
    return place / "mirror", done.stdout.splitlines()


def test_the_monitor_reads_the_whole_log_of_a_running_service(site, mirror):
    _, said = mirror
    assert said[0] == "origin hearts.localhost/log"
    assert "deals 1, open 0, void 0 (0.0 %)" in said
    assert not [line for line in said if line.startswith("FINDING")]


def test_a_log_that_has_grown_since_is_the_mirrors_log_still(site, game, mirror, place):
    with closing(HttpTransport(site.url)) as transport:
        HeartsClient(site.url, site.log_key, transport=transport).create_game(RULES, seats=SEATS)
    words = ("monitor", f"{site.url}/log", "--key", site.log_key, "--mirror", str(mirror[0]))
    done = manage(*words, environment=site.child_environment())
    assert done.returncode == 0, done.stdout
    assert "deals 2, open 1, void 0 (0.0 %)" in done.stdout
    by_itself = manage(
        *("monitor", str(mirror[0]), "--key", site.log_key), environment=site.child_environment()
    )
    assert by_itself.stdout == done.stdout


def test_the_witness_has_cosigned_what_the_service_publishes(site, game):
    key = parse_vkey(site.witness.vkey)

    def cosigned():
        return cosignature_times(parse_note(fetch(f"{site.url}/log/checkpoint")), key)

    assert len(eventually(cosigned)) == 1


@pytest.fixture
def judged(site, game, mirror, place):
    """Run the offline verifier over the game's bundle; its answer."""
    bundle = place / "bundle.json"
    bundle.write_text(fetch(f"{site.url}/api/v1/games/{game}/bundle"))

    def judge(*words, file=bundle):
        done = subprocess.run(
            [sys.executable, "-S", "-m", "games.verifier", "--json", *words, str(file)],
            cwd=ROOT,
            env={},
            capture_output=True,
            text=True,
            check=False,
        )
        return json.loads(done.stdout)

    return judge


def test_a_stranger_with_key_mirror_witness_and_a_checkpoint_makes_all_ten_steps(
    site, game, mirror, place, judged
):
    kept = place / "kept"
    kept.write_text(fetch(f"{site.url}/log/checkpoint"))
    lines = json.loads((place / "bundle.json").read_text())["events"]
    mine = next(line.split(" ")[5] for line in lines if " contribute 0 " in line)
    known = ["--key", site.log_key, "--log", mirror[0], "--witness", site.witness.vkey]
    report = judged(*map(str, known), "--seen", str(kept), "--mine", mine)
    assert (report["findings"], report["verdict"], report["strength"]) == ([], "ok", "shared")
    assert (report["not_made"], report["choices"]) == ({}, 1)
    assert report["log"]["findings"] == []


def test_the_same_game_without_the_pinned_key_is_unproven(judged):
    report = judged()
    assert (report["verdict"], report["strength"]) == ("ok", "unproven")
    assert [*report["not_made"]] == ["2"]


def test_a_deals_proof_alone_is_found_in_the_mirror_and_unproven(site, mirror, place, judged):
    proof = place / "proof.json"
    proof.write_text(fetch(f"{site.url}/api/v1/deals/1/proof"))
    report = judged("--key", site.log_key, "--log", str(mirror[0]), file=proof)
    assert (report["verdict"], report["strength"]) == ("ok", "unproven")
    assert [*report["not_made"]] == ["2", "8", "9", "10"]
