"""The director's desk: who may sit there, what is done there, and where the token goes."""

import logging
import re

import pytest
from django.test import Client

from api.apps import buckets
from api.models import Token
from api.pages.leagues.desk_acts import ACTS
from api.pages.leagues.signed_in import COOKIE
from api.policy import Kind, Scope
from api.tokens import Bearer, Terms, issue_token
from games.leagues.models import LeagueEvent
from tests.api.directors import Director
from tests.api.test_league_pages import plain
from tests.cast import NOW
from tests.season import Boards

pytestmark = pytest.mark.usefixtures("log")


class Desk:
    """A browser without script at the desk of a league: it sends forms as they stand."""

    def __init__(self, league, token=None):
        self.path = f"/desk/{league.url.rpartition('/')[2]}"
        self.client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        self.page = self.client.get(self.path)
        if token is not None:
            self.send("sign-in", token=token)

    @property
    def text(self):
        return self.page.content.decode()

    def form(self, act):
        """The hidden fields of a form."""
        forms = re.findall("<form .*?</form>", self.text, re.DOTALL)
        (form,) = [one for one in forms if f'value="{act}"' in one]
        fields = re.findall('<input type="hidden" name="(.*?)" value="(.*?)"', form)
        return dict(fields)

    def send(self, act, query="", **fields):
        """Send a form, and follow where it leads."""
        body = self.form(act) | {"act": act} | fields
        self.answer = self.client.post(self.path + query, body)
        self.page = self.answer
        if self.answer.status_code == 303:
            self.page = self.client.get(self.answer["Location"])
        return self.answer

    @property
    def acts(self):
        return re.findall('<section class="act" id="(.*?)"', self.text)

    @property
    def alert(self):
        found = re.search('role="alert">(.*?)</div>', self.text, re.DOTALL)
        return plain(found[1]) if found else ""

    @property
    def done(self):
        return plain(re.search('role="status">(.*?)</p>', self.text)[1])


@pytest.fixture
def league():
    return Director("cumulative", people=8)


@pytest.fixture
def desk(league):
    return Desk(league, league.token)


def events(league):
    return [one["kind"] for one in league.get(f"{league.url}/events?limit=1000").json()["events"]]


def test_nobody_sees_the_desk_without_a_token(league):
    desk = Desk(league)
    assert desk.page.status_code == 200
    assert desk.acts == []
    assert 'type="password"' in desk.text
    for act in ACTS:
        answer = desk.client.post(desk.path, desk.form("sign-in") | {"act": act})
        assert b'type="password"' in answer.content
    assert events(league) == ["enter"] * 8
    assert desk.client.get(f"/desk/{league.club}").status_code == 404


def test_only_who_may_direct_sits_down(league):
    def desk_of(token):
        return Desk(league, token)

    player = league.member("pete", "player")[1]
    reader = issue_token(
        Bearer(Kind.ACCOUNT, account=league.account), Terms(scopes=frozenset({Scope.READ})), now=NOW
    ).token
    for token in ("x", "hearts_" + "a" * 43, player, reader):
        desk = desk_of(token)
        assert (desk.page.status_code, desk.acts) == (403, [])
        assert COOKIE not in desk.client.cookies
        assert token not in desk.text or token == "x"
    director = desk_of(league.member("dora", "director")[1])
    assert "draw" in director.acts
    club = Bearer(Kind.CLUB, club=league.club)
    tablet = issue_token(club, Terms(scopes=frozenset({Scope.DIRECT})), now=NOW).token
    assert desk_of(tablet).acts == director.acts


def test_a_scorer_corrects_and_does_nothing_else(league):
    league.play_all(league.drawn())
    league.close()
    desk = Desk(league, league.member("sam", "scorer")[1])
    assert desk.acts == ["correct"]
    game = league.get(f"{league.url}/rounds/1").json()["tables"][0]["games"][0]["game"]
    desk.send("correct", game=game, totals="13 0 13 0", reason="misread")
    assert desk.done.endswith("came to 13 0 13 0.")
    before = events(league)
    secret = desk.form("correct")
    answer = desk.client.post(desk.path, secret | {"act": "draw"})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert events(league) == before


def test_the_token_lies_in_a_cookie_for_the_desk_alone(league, settings):
    settings.SESSION_COOKIE_SECURE = True
    desk = Desk(league, league.token)
    cookie = desk.client.cookies[COOKIE]
    assert cookie.value == league.token
    assert (cookie["path"], cookie["samesite"]) == ("/desk/", "Strict")
    assert cookie["httponly"]
    assert cookie["secure"]
    assert (cookie["expires"], cookie["max-age"]) == ("", "")
    assert desk.page["Cache-Control"] == "private, no-store"
    assert "Access-Control-Allow-Origin" not in desk.page
    assert league.token not in desk.text
    assert "?" not in desk.answer["Location"]


def test_no_log_line_holds_the_token(league, caplog):
    caplog.set_level(logging.DEBUG)
    desk = Desk(league, league.token)
    desk.send("enter", name="Zoe")
    desk.send("sign-out")
    assert desk.acts == []
    assert caplog.records
    assert league.token not in "\n".join(str(vars(record)) for record in caplog.records)


def test_who_signs_out_or_is_revoked_is_out(league, desk):
    desk.send("sign-out")
    assert (desk.acts, desk.client.cookies[COOKIE].value) == ([], "")
    desk.send("sign-in", token=league.token)
    secret = desk.form("enter")
    Token.objects.all().delete()
    answer = desk.client.post(desk.path, secret | {"act": "enter", "name": "Zoe"})
    assert b'type="password"' in answer.content
    assert events(league) == ["enter"] * 8


def test_a_form_without_its_secret_is_refused(desk):
    for fields in ({}, {"csrfmiddlewaretoken": "a" * 64}):
        answer = desk.client.post(desk.path, {"act": "draw"} | fields)
        assert (answer.status_code, answer.json()["code"]) == (403, "csrf-failed")


def test_a_round_is_drawn_played_and_closed(league, desk):
    assert (desk.acts[0], "close" in desk.acts) == ("draw", False)
    desk.send("draw")
    assert desk.answer.status_code == 303
    assert desk.done == "Done: round 1 is drawn, 2 tables."
    assert (desk.acts[0], "draw" in desk.acts) == ("close", False)
    assert "Open tables" in desk.text
    desk.send("close")
    assert desk.answer.status_code == 409
    assert "Still on: table 1 (1), table 2 (1)." in desk.alert
    desk.send("close", override="on")
    assert (desk.answer.status_code, "needs a reason" in desk.text) == (422, True)
    drawn = league.get(f"{league.url}/rounds/1").json()
    league.play(drawn["tables"][0]["games"][0]["game"], 0, 4, 9, 13)
    desk.send("close", override="on", reason="dark")
    assert desk.done == "Done: round 1 is closed."
    last = LeagueEvent.objects.order_by("-seq").first()
    assert (last.kind, last.reason, last.by) == ("close", "dark", league.account)


def test_a_page_that_is_old_closes_no_other_round(league, desk):
    desk.send("draw")
    old = desk.form("close")
    desk.send("close", override="on", reason="dark")
    desk.send("draw")
    fields = {"act": "close", "override": "on", "reason": "dark", "key": "of-another-page"}
    answer = desk.client.post(desk.path, old | fields)
    assert answer.status_code == 409
    assert league.get(f"{league.url}/rounds/2").json()["state"] == "open"


def test_what_is_sent_twice_is_done_once(league, desk):
    body = desk.form("penalty") | {"act": "penalty", "entrant": league.people[0],
                                   "value": "1", "reason": "late"}  # fmt: skip
    for _ in range(3):
        assert desk.client.post(desk.path, body).status_code == 303
    assert events(league).count("penalty") == 1
    desk.page = desk.client.get(desk.path)
    desk.send("penalty", entrant=league.people[0], value="1", reason="late")
    assert events(league).count("penalty") == 2


def test_entries_and_what_becomes_of_entrants(league, desk):
    account, _ = league.member("ben")
    desk.send("enter", name="Ben", account=str(account))
    assert desk.done == "Done: Ben comes in."
    desk.send("enter", name="Deep Heart", computer="on", reason="even-number")
    desk.send("enter", name="Zoe")
    assert [one["holder"] for one in entrants(league)][8:] == ["account", "computer", "guest"]
    desk.send("enter", name="Ben", account=str(account))
    assert (desk.answer.status_code, "Already in" in desk.alert) == (409, True)
    desk.send("enter", name="\u200e")
    assert "printable" in desk.alert
    assert "return" not in desk.acts
    desk.send("withdraw", entrant=league.people[0], reason="ill")
    assert desk.done == "Done: guest 0 leaves."
    desk.send("return", entrant=league.people[0], reason="well")
    carl, _ = league.member("carl")
    desk.send("substitute", entrant=league.people[0], player=str(carl), reason="away")
    assert entrants(league)[0]["substitute"] == str(carl)
    desk.send("substitute", entrant=league.people[0], player="", reason="back")
    assert entrants(league)[0]["substitute"] is None
    desk.send("penalty", entrant=league.people[0], value="-1/2", reason="excuse")
    assert desk.done == "Done: guest 0 gets 1/2 back."


def entrants(league):
    return league.get(f"{league.url}/entrants").json()["entrants"]


@pytest.mark.parametrize(
    ("act", "fields"),
    [
        ("penalty", {"value": "1", "reason": ""}),
        ("penalty", {"value": "a", "reason": "late"}),
        ("penalty", {"value": "1", "reason": "Was late"}),
        ("penalty", {"value": "1", "reason": "late", "entrant": "x"}),
        ("enter", {"name": ""}),
        ("enter", {"name": "n" * 65}),
        ("withdraw", {"reason": "ill", "entrant": ""}),
    ],
)
def test_what_does_not_fit_is_told_at_its_field(league, desk, act, fields):
    desk.send(act, **({"entrant": league.people[0]} | fields))
    assert desk.answer.status_code == 422
    assert re.search('class="wrong" id=".*?_error"', desk.text)
    assert events(league) == ["enter"] * 8


def test_corrections_of_any_round(league, desk):
    for _ in range(2):
        drawn = league.drawn()
        league.play_all(drawn)
        league.close(drawn["round"])
    desk.page = desk.client.get(f"{desk.path}?round=1")
    game = league.get(f"{league.url}/rounds/1").json()["tables"][1]["games"][0]["game"]
    for totals in ("1 2 x 3", "1.5 2 3 4", str(10**7)):
        desk.send("correct", "?round=1", game=game, totals=totals, reason="misread")
        assert "Write whole numbers" in desk.text
    desk.send("correct", "?round=1", game=game, totals="1 2", reason="misread")
    assert "4 sit at this table" in desk.alert
    desk.send("correct", "?round=1", game=game, totals="26, 0, 0, 0", reason="misread")
    assert desk.done.endswith("came to 26 0 0 0.")
    desk.page = desk.client.get(f"{desk.path}?round=1")
    for said in ({"totals": ""}, {"totals": "1 2 3 20", "counts_no_more": "on"}):
        desk.send("correct", "?round=1", game=game, reason="void", **said)
        assert "or else say that it counts no more" in desk.text
    desk.send("correct", "?round=1", game=game, counts_no_more="on", reason="void")
    assert desk.done.endswith("counts no more.")


def test_averages_are_for_boards(desk):
    assert "average" not in desk.acts


def test_a_same_deal_league_is_directed(log):
    league = Director("same-deal", people=8, rules=[{}])
    desk = Desk(league, league.token)
    desk.send("draw")
    assert "which tables are done is seen by nobody" in plain(desk.text)
    assert "/games/" not in desk.text
    desk.send("close", override="on", reason="dark")
    desk.send("average", entrant=league.people[0], round=1, board=1, value="1/2", reason="missed")
    assert desk.done == "Done: guest 0 gets 1/2 for board 1 of round 1."
    desk.send("average", entrant=league.people[0], round=1, board=1, value="1/2", reason="missed")
    assert desk.answer.status_code == 409
    desk.send("average", entrant=league.people[1], round=1, board=1, value="2", reason="missed")
    assert "a board gives 0 to 1" in desk.alert


def test_the_desk_says_nothing_of_a_board_while_it_is_shut(log):
    boards = Boards(boards=1)
    boards.draw()
    token = issue_token(
        Bearer(Kind.ACCOUNT, account=boards.director),
        Terms(scopes=frozenset({Scope.DIRECT})),
        now=NOW,
    ).token
    boards.url = f"/leagues/{boards.id}"
    desk = Desk(boards, token)
    fresh = still(desk)
    boards.move(boards.games()[0])
    boards.count()
    assert still(desk) == fresh
    assert not any(str(game) in fresh for game in boards.games())


def still(desk):
    """The desk but for what is new on each page."""
    text = desk.client.get(desk.path).content.decode().partition("<footer>")[0]
    assert "Close the round" in text
    return re.sub('name="(csrfmiddlewaretoken|key)" value=".*?"', "", text)


def test_too_few_and_open_rounds_are_told(log):
    league = Director("cumulative", people=3)
    desk = Desk(league, league.token)
    old = desk.form("draw")
    desk.send("draw")
    assert "Too few to seat" in desk.alert
    for name in "abcde":
        desk.send("enter", name=name)
    desk.send("draw")
    answer = desk.client.post(desk.path, old | {"act": "draw"})
    assert answer.status_code == 409
    assert b"close it first" in answer.content


def test_what_is_sent_to_the_desk_counts_for_the_caps(league, desk, settings):
    body = desk.form("enter") | {"act": "enter", "name": "Zoe"}
    buckets().__init__(rate=0.001, burst=1)
    try:
        answers = [desk.client.post(desk.path, body | {"key": str(nth)}) for nth in range(3)]
    finally:
        buckets().__init__(rate=settings.HEARTS_RATE, burst=2 * settings.HEARTS_RATE)
    assert answers[0].status_code == 303
    assert (answers[-1].status_code, answers[-1].json()["code"]) == (429, "throttled")
    assert int(answers[-1]["Retry-After"]) > 0
