"""Whole seasons over HTTP by clients: drawn, played, closed, audited, verified offline."""

import json
from collections import Counter
from datetime import timedelta
from fractions import Fraction
from itertools import permutations

import pytest
from django.utils import timezone

from deals.models import Job
from deals.services.keys import service_keys
from games.leagues.services.counting import count_result
from games.leagues.services.rebuilding import derived_league, stored_league
from games.services.auditing import audit_game
from games.verifier.options import Options
from games.verifier.verify import verify_value
from tests.api.directors import Director

pytestmark = pytest.mark.usefixtures("log")


class Seat:
    """A guest's client at one seat: it reads its own view, and plays the first card it may."""

    def __init__(self, league, game, seat):
        self.league, self.url, self.seat = league, f"/games/{game}", seat
        asked = league.post(f"{league.url}/games/{game}/seats/{seat}", {})
        self.token = asked.json()["token"]

    @property
    def view(self):
        return self.league.get(f"{self.url}/seats/{self.seat}", self.token).json()

    def give(self):
        view = self.view
        if view["phase"] == "passing":
            cards = view["cards"]["holding"][:3]
            given = self.league.post(f"{self.url}/passes", {"cards": cards}, self.token)
            assert given.status_code == 201, given.content

    def play(self, view):
        body = {"card": view["cards"]["legal_cards"][0], "expected_seq": view["seq"]}
        played = self.league.post(f"{self.url}/plays", body, self.token)
        assert played.status_code == 201, played.content


class Season:
    """A league of guests, played to the end of its movement."""

    def __init__(self, kind, *, people, rounds, **terms):
        self.league = Director(kind, people=people, **terms)
        self.rounds, self.games, self.draws, self.seats = rounds, [], [], Counter()
        for number in range(1, rounds + 1):
            self.play_round(number)

    def play_round(self, number):
        drawn = self.league.drawn()
        self.draws.append(drawn)
        for table in drawn["tables"]:
            for game in table["games"]:
                self.play_game(game["game"])
                self.games.append(game["game"])
        self.work("count_result", count_result)
        closed = self.league.close(number)
        assert closed.status_code == 201, closed.content
        assert stored_league(self.id) == derived_league(self.id)

    @property
    def id(self):
        return self.league.url.rpartition("/")[2]

    def play_game(self, game):
        seats = [Seat(self.league, game, seat) for seat in range(4)]
        for seat in seats:
            seat.give()
        turn = 0
        for _ in range(52):
            view = seats[turn].view
            if view["turn"] != turn:
                turn = view["turn"]
                view = seats[turn].view
            seats[turn].play(view)
            turn = (turn + 1) % 4

    def work(self, kind, service):
        """What the workers do."""
        later = timezone.now() + timedelta(minutes=1)
        while jobs := list(Job.objects.filter(kind=kind, state="queued")):
            for job in jobs:
                service(job.id, now=later)

    def verify(self):
        """Every game and every draw, as a stranger with the log's key does."""
        options = Options(key=service_keys().log.verifier_key)
        for game in self.games:
            bundle = self.league.get(f"/games/{game}/bundle").json()
            report = verify_value(json.loads(json.dumps(bundle)), options)
            assert (report.verdict, report.strength) == ("ok", "server-only")
            assert len(bundle["deals"]) == 1
        for drawn in self.draws:
            proof = self.league.get(f"/deals/{drawn['deal']}/proof").json()
            assert verify_value(proof, Options()).verdict == "ok"
            seated = [seat["entrant"] for table in drawn["tables"] for seat in table["seats"]]
            assert sorted(proof["hands"]) == sorted(seated)

        rounds = self.league.get(f"{self.league.url}/rounds/proof").json()
        report = verify_value(json.loads(json.dumps(rounds)), options)
        assert (report.verdict, report.strength, report.choices) == ("ok", "server-only", 1)
        assert len(rounds["rounds"]) == self.rounds

    def audit(self):
        assert self.league.post(f"{self.league.url}/audit", {}).json()["findings"] == []
        self.work("audit_game", audit_game)
        listed = self.league.get(f"/games?league={self.id}&verdict=ok&limit=200").json()["games"]
        assert {one["id"] for one in listed} == set(self.games)

    def met(self, relation):
        """How often each ordered pair sat so: reckoned from the answers alone."""
        found = Counter()
        for drawn in self.draws:
            for table in drawn["tables"]:
                names = [seat["entrant"] for seat in table["seats"]]
                if relation == "table":
                    found.update(permutations(names, 2))
                else:
                    step = {"left": 1, "across": 2}[relation]
                    found.update((names[at], names[(at + step) % 4]) for at in range(4))
        return found


def test_sixteen_play_a_cumulative_season():
    rules = [{"hands": 1, "target": None, "tie": "share"}]
    season = Season("cumulative", people=16, rounds=5, rules=rules)
    assert set(season.met("table").values()) == {1}
    assert len(season.met("table")) == 16 * 15
    lines = season.league.standings
    assert [line["games"] for line in lines] == [5] * 16
    assert sum(Fraction(line["sum"]) for line in lines) == 20 * 10
    season.verify()
    season.audit()


def test_thirteen_play_a_same_deal_season():
    season = Season("same-deal", people=13, rounds=13, rules=[{}])
    for relation in ("left", "across"):
        assert set(season.met(relation).values()) == {1}
        assert len(season.met(relation)) == 13 * 12
    sat = Counter(name for drawn in season.draws for name in drawn["sitting"])
    assert set(sat.values()) == {1}
    lines = season.league.standings
    assert [line["games"] for line in lines] == [12] * 13
    assert sum(Fraction(line["sum"]) for line in lines) == Fraction(13 * 12, 2)
    season.verify()
    season.audit()
