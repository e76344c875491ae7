"""A board while a table plays it: nothing of it reaches anybody but its own seats, by no path.

The paths are those of the API's own document, so that a new one is tried from its first day.
"""

import re
from datetime import timedelta
from fractions import Fraction

import pytest
from django.utils import timezone

from api.document import parsed_document
from api.policy import Kind, Scope
from api.tokens import Bearer, Terms, issue_token
from deals.models import Deal, Job
from deals.services.keys import service_keys
from games.events.event import parse_event
from games.leagues.services.counting import count_result
from games.models import Game, SealedPass
from games.selectors.events import event_lines
from games.selectors.hands import pass_context
from games.selectors.seats import own_view
from games.services.passing import record_pass
from games.services.playing import record_play
from games.services.rebuilding import stored_rows
from tests.api.directors import Director
from tests.cast import NOW, Clock
from tests.secrecy.search import leaks

pytestmark = pytest.mark.usefixtures("log")
OWN = "/games/{game}/seats/{seat}"


class Table:
    """A table of guests, who play the first legal card."""

    def __init__(self, league, drawn, clock):
        self.league, self.clock = league, clock
        self.game = drawn["games"][0]["game"]
        self.tokens = [self.token(seat["seat"]) for seat in drawn["seats"]]

    def token(self, seat):
        path = f"{self.league.url}/games/{self.game}/seats/{seat}"
        return self.league.post(path, {}).json()["token"]

    def play(self, cards):
        for seat in range(4):
            view = own_view(self.game, seat)
            if view["phase"] == "passing":
                record_pass(self.game, seat, view["cards"]["holding"][-3:], now=self.clock())
        for _ in range(cards):
            view = own_view(self.game, own_view(self.game, 0)["turn"])
            card = view["cards"]["legal_cards"][0]
            record_play(self.game, view["seat"], card, expected_seq=view["seq"], now=self.clock())

    @property
    def secrets(self):
        """What of this table nobody else may find: its lines since the deal, salts, holdings."""
        lines = event_lines(self.game)
        after = [one for one in lines if parse_event(one).kind in {"pass", "play", "score"}]
        texts = {f"line {at}": line for at, line in enumerate(after)}
        rows = SealedPass.objects.filter(game=self.game)
        for row in rows:
            context = pass_context(Game.objects.get(id=self.game).id, row.seq)
            texts[f"pass {row.seq}"] = (
                service_keys().sealer.open(bytes(row.sealed), context=context).decode()
            )
        return texts

    def holdings(self, *, but=None):
        """The holdings as an answer would write them."""
        dealt = stored_rows(Game.objects.get(id=self.game).id).hand.dealt
        return {
            f"holding {seat}": ",".join(f'"{card}"' for card in holding)
            for seat, holding in enumerate(dealt)
            if seat != but
        }


@pytest.fixture
def evening(log):
    """Table 1 has played the board, table 2 is in the middle of it."""
    league = Director("same-deal", people=8, rules=[{}])
    drawn = league.drawn()
    clock = Clock(timezone.now())
    done, busy = (Table(league, table, clock) for table in drawn["tables"])
    done.play(52)
    clock.time += timedelta(hours=1)
    for job in Job.objects.filter(kind="count_result", state="queued"):
        count_result(job.id, now=clock())
    busy.play(17)
    return league, drawn, done, busy


def seeds():
    for deal in Deal.objects.filter(purpose__startswith="board/"):
        seed = service_keys().sealer.open(bytes(deal.sealed_seed), context=deal.commitment)
        yield f"seed {deal.number}", seed


def paths(league, drawn, game):
    """Every address that may be read, filled in with what is there."""
    deal = Deal.objects.get(purpose__startswith="board/").number
    known = {
        "game": game,
        "league": league.url.rpartition("/")[2],
        "club": str(league.club),
        "account": str(league.account),
        "number": "1",
        "seat": "1",
        "board": "1",
        "hand": "1",
    }
    for path, item in parsed_document()["paths"].items():
        if "get" not in item:
            continue
        names = re.findall(r"{(\w+)}", path)
        if not set(names) <= set(known):
            continue
        values = known | ({"number": str(deal)} if "/deals/" in path else {})
        yield path.removeprefix("/api/v1").format(**values)
    yield f"/games?club={league.club}"
    yield f"/games/{game}/events?after=5&limit=1000"
    yield f"{league.url}/standings?format=csv"
    yield f"{league.url}/events?limit=1000"


def answers(league, drawn, table, token):
    for path in paths(league, drawn, table.game):
        for accept in ("application/json", "application/x-ndjson", "text/csv"):
            answer = league.get(path, token, Accept=accept)
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            said = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
            yield path, answer.status_code, body + said.encode()


def strangers(league, table):
    """Who is none of a table's: nobody, the director, the club, a seat of the other table."""
    scopes = Terms(scopes=frozenset({Scope.READ, Scope.SCORE, Scope.DIRECT}))
    return {
        "nobody": None,
        "director": league.token,
        "club": issue_token(Bearer(Kind.CLUB, club=league.club), scopes, now=NOW).token,
        "other table": table.tokens[1],
    }


@pytest.mark.parametrize("who", ["nobody", "director", "club", "other table"])
@pytest.mark.parametrize("which", ["done", "busy"])
def test_no_path_shows_a_board_to_others_than_its_seats(evening, who, which):
    league, drawn, done, busy = evening
    table, other = (done, busy) if which == "done" else (busy, done)
    token = strangers(league, other)[who]
    secrets = dict(seeds()) | table.secrets | table.holdings()
    tried = 0
    for path, status, said in answers(league, drawn, table, token):
        tried += 1
        assert not leaks(secrets, said), path
        if path.startswith(f"/games/{table.game}"):
            assert status in {401, 403}, path
            if path.endswith("/events"):
                assert b"embargoed" in said
        if path.startswith("/games?"):
            assert str(table.game).encode() not in said
    assert tried > 60


def test_a_seat_sees_its_own_table_and_its_own_cards_alone(evening):
    league, drawn, done, busy = evening
    for table in (done, busy):
        secrets = dict(seeds()) | table.holdings(but=1)
        seen = b""
        for path, _, said in answers(league, drawn, table, table.tokens[1]):
            assert not leaks(secrets, said), path
            seen += said
        assert parse_event(event_lines(table.game)[-1]).kind.encode() in seen
        assert table.holdings()["holding 1"].encode() in seen
    page = league.get(f"/games/{done.game}/events", done.tokens[1])
    assert page["Cache-Control"] == "private, no-store"
    shown = league.get(f"/games/{done.game}", done.tokens[1])
    assert (shown["Cache-Control"], shown.json()["phase"]) == ("private, no-store", "closing")


def test_what_is_refused_says_nothing_of_a_board(evening):
    league, _, done, busy = evening
    secrets = dict(seeds()) | done.secrets | done.holdings() | busy.secrets
    bodies = {
        f"/games/{done.game}/void": {"scope": "game", "reason": "x"},
        f"/games/{done.game}/adjustments": {"seat": 0, "points": 1, "reason": "x"},
        f"/games/{done.game}/rescore": {"rules": {}},
        f"/games/{busy.game}/plays": {"card": "2C", "expected_seq": 1},
        "/audits": {"games": [str(busy.game)]},
        f"{league.url}/rounds/1/close": {},
    }
    for path, body in bodies.items():
        answer = league.post(path, body)
        assert not leaks(secrets, answer.content), path
    assert league.post("/audits", {"games": [str(busy.game)]}).json()["code"] == "embargoed"
    rescored = league.post(f"/games/{done.game}/rescore", {"rules": {}}).json()
    assert rescored["hands"] == []


def test_when_the_last_table_is_done_everybody_sees_all(evening):
    league, _, done, busy = evening
    busy.play(52 - 17)
    busy.clock.time += timedelta(hours=1)
    for job in Job.objects.filter(kind="count_result", state="queued"):
        count_result(job.id, now=busy.clock())
    for table in (done, busy):
        events = league.get(f"/games/{table.game}/events?limit=1000")
        assert events.json()["events"][-1]["line"].split()[3] == "end"
        assert league.get(f"/games/{table.game}/bundle").status_code == 200
    board = league.get(f"{league.url}/rounds/1").json()["boards"][0]
    assert board["state"] == "open"
    assert league.get(f"/deals/{board['deal']}/proof").status_code == 200
    assert not any(line["games"] for line in league.standings)
    shown = f"{league.url}/rounds/1/boards/1"
    assert league.get(shown).json()["results"] == []
    assert league.close().status_code == 201
    results = league.get(shown).json()["results"]
    totals = [result["totals"] for result in results]
    for seat in range(4):
        own, other = (one[seat] for one in totals)
        won = [result["matchpoints"][seat] for result in results]
        assert won == [1 + (own < other) - (own > other), 1 + (other < own) - (other > own)]
        assert [Fraction(one["scores"][seat]) for one in results] == [Fraction(n, 2) for n in won]
    assert league.get(f"{league.url}/rounds/1/boards/2").status_code == 404
    assert all(line["games"] for line in league.standings)
