"""The beacon's rounds that were published, and a game that waits for one of them."""

from __future__ import annotations

import json
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from deals.fairness.beacon import round_due
from deals.models import Job
from deals.services.log import open_log
from games.services.rounds import fetch_beacon
from tests.cast import Clock, Party
from tests.stand_in import round_answers, serving

DRAND = json.loads((Path(__file__).parent / "vectors" / "drand.json").read_text())
ROUNDS = {one["round"]: one["signature"] for one in DRAND["quicknet"]["rounds"]}
NUMBER = 657413
DUE = round_due(NUMBER)
ONE_HAND = {"preset": "standard", "hands": 1, "target": None, "tie": "share"}


@contextmanager
def drand_node(settings):
    """Serve a drand node that has nothing out; give it rounds."""
    rounds = {}
    settings.HEARTS_FETCH_TIMEOUT = 1
    with serving(round_answers(rounds)) as (address, asked):
        settings.HEARTS_BEACONS = [address]
        rounds["asked"] = asked
        yield rounds


def waiting_party():
    """Four people whose deal waits for round 657413: the log begins 76 s before it is due."""
    began = DUE - timedelta(seconds=76)
    open_log(now=began)
    party = Party(rules=ONE_HAND, sources="beacon", clock=Clock(began - timedelta(seconds=1)))
    party.sit()
    return party


def fetch(party, now):
    """What the job of this game does at a moment."""
    job = Job.objects.get(kind="fetch_beacon", state="queued")
    party.clock.time = max(party.clock.time, now)
    return fetch_beacon(job.id, now=now)
