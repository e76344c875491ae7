"""Making a league on a page, and links for the guests at its tables."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from api.models import Token
from api.pages.leagues.making_form import LeagueForm
from games.leagues.models import League
from games.models import Account, Club, Member
from games.rules.presets import PRESETS
from games.rules.ruleset import parse_rules, parse_rules_line
from tests.api.guests import V1
from tests.api.visitors import Visitor, plain
from tests.cast import NOW

pytestmark = pytest.mark.usefixtures("log")
USUAL = {
    "name": "Winter",
    "kind": "cumulative",
    "play": "cards",
    "games": "1",
    "players": "4",
    "preset": "standard",
    "lots": "server",
    "wait": "600",
}
ONE_HAND = {"hands": "1", "target": "0", "tie": "share"}


@pytest.fixture
def anna():
    """An owner of a club."""
    anna = Visitor("anna")
    anna.open("/clubs")
    anna.send("found", name="Club")
    return anna


def making():
    return f"/clubs/{Club.objects.get().id}/leagues/new"


def make(visitor, **fields):
    visitor.open(making())
    return visitor.send("make", **(USUAL | fields))


def lines(**fields):
    """The rules that a form leads to, by size."""
    form = LeagueForm({**USUAL, **fields}, name="league")
    assert form.is_valid(), form.errors
    return [parse_rules(one) for one in form.terms().rules]


def with_role(role):
    visitor = Visitor(role)
    account = Account.objects.get(username=role)
    Member.objects.create(club=Club.objects.get(), account=account, role=role, joined=NOW)
    return visitor


def test_a_league_is_made_and_leads_to_its_desk(anna):
    make(anna)
    league = League.objects.get()
    assert anna.answer["Location"] == f"/desk/{league.id}"
    assert "The director&#x27;s desk" in anna.text or "The director's desk" in anna.text
    assert anna.sees("enter")
    terms = (league.name, league.kind, league.play, league.sources, league.lots, league.wait)
    assert terms == ("Winter", "cumulative", "cards", "seats", "server", 600)
    assert [parse_rules_line(line) for line in league.rules] == [parse_rules({})]
    assert "Winter" in anna.open(f"/clubs/{league.club_id}")
    assert f'href="/desk/{league.id}"' in anna.text


def test_a_league_that_is_sent_twice_is_made_once(anna):
    anna.open(making())
    body = anna.hidden("make") | {"act": "make"} | USUAL
    for _ in range(3):
        assert anna.client.post(making(), body).status_code == 303
    assert League.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "rules"),
    [
        ({}, [{}]),
        *(({"preset": name}, [{"preset": name}]) for name in PRESETS),
        ({"hands": "4", "target": "0"}, [{"hands": 4, "target": None}]),
        ({"target": "50"}, [{"target": 50}]),
        ({"passing": "no-hold", "moon": "off"}, [{"passing": "no-hold", "moon": "off"}]),
        ({"preset": "omnibus", "jack": "-"}, [{"preset": "omnibus", "jack": None}]),
        ({"jack": "TD", "tie": "share"}, [{"jack": "TD", "tie": "share"}]),
        ({"more": '{"sun": true, "spades": {"QS": 7}}'}, [{"sun": True, "spades": {"QS": 7}}]),
        (
            {"players": "5", "also": ["4", "5", "3"]},
            [{"players": 5}, {"players": 4}, {"players": 3}],
        ),
    ],
)
def test_fields_and_json_lead_to_the_same_rules_as_the_api(fields, rules):
    assert lines(**fields) == [parse_rules(one) for one in rules]


@pytest.mark.parametrize(
    ("fields", "kind", "sources"),
    [
        ({}, "cumulative", "seats"),
        ({"sources": "beacon"}, "swiss", "beacon"),
        ({}, "same-deal", "server"),
        ({"play": "sheet", "sources": "beacon"}, "cumulative", "-"),
    ],
)
def test_where_deals_come_from(anna, fields, kind, sources):
    make(anna, kind=kind, **fields)
    league = League.objects.get()
    assert (league.kind, league.sources) == (kind, sources)


@pytest.mark.parametrize(
    ("fields", "field", "said"),
    [
        ({"name": ""}, "name", "required"),
        ({"name": "\u200e"}, "name", "all of them printable"),
        ({"kind": "knockout"}, "kind", "valid choice"),
        ({"games": "33"}, "games", "less than or equal to 32"),
        ({"target": "51"}, "target", "multiple of five"),
        ({"target": "20"}, "target", "multiple of five"),
        ({"target": "0"}, "hands", "needs a number of hands"),
        ({"hands": "101"}, "hands", "less than or equal to 100"),
        ({"more": "{"}, "more", "not JSON"),
        ({"more": "[1]"}, "more", "Write an object of settings"),
        ({"more": '{"sun": true, "sun": false}'}, "more", "JSON"),
        ({"more": '{"sunny": true}'}, "more", "Sunny: no such setting"),
        ({"more": '{"sun": 1}'}, "more", "true or false"),
        ({"more": '{"preset": "spot"}'}, "more", "set it there alone"),
        ({"more": '{"players": 5}'}, "more", "set it there alone"),
        ({"moon": "off", "more": '{"moon": "add"}'}, "more", "set it there alone"),
        ({"more": '{"moon": "blue"}'}, "moon", "expected"),
        ({"players": "5", "more": '{"passing": ["across"]}'}, "passing", "can't pass across"),
        ({"kind": "swiss", "players": "5"}, "players", "tables of four"),
        ({"kind": "same-deal", "also": ["3"]}, "players", "tables of four"),
        ({"kind": "same-deal", "play": "sheet"}, "play", "let this service deal"),
        ({"kind": "same-deal", "sources": "seats"}, "sources", "beacon, server or the usual"),
        ({"kind": "same-deal", "moon": "choice"}, "moon", "add, subtract or off"),
        ({"kind": "same-deal", "preset": "black-maria"}, "more", "low_club or any_club"),
    ],
)
def test_what_can_t_be_is_told_at_its_field_and_nothing_is_made(anna, fields, field, said):
    make(anna, **fields)
    assert anna.answer.status_code == 422
    assert said.lower() in anna.wrong[f"league-{field}"].lower()
    assert not League.objects.exists()
    assert "Nothing is made yet" in anna.wrong[""]
    if name := fields.get("name", "Winter").strip():
        assert f'value="{name}"' in anna.text


def test_only_directors_make_leagues(anna):
    nobody = Visitor()
    answer = nobody.client.get(making())
    assert (answer.status_code, answer["Location"]) == (303, f"/account?next={making()}")
    visitors = [with_role(role) for role in ("player", "scorer")] + [Visitor("stranger")]
    for visitor in visitors:
        visitor.open("/account")
        body = visitor.hidden("sign-out") | {"act": "make"} | USUAL
        visitor.open(making(), status=403)
        assert not visitor.sees("make")
        assert "Directors of Club make its leagues" in visitor.wrong[""]
        answer = visitor.client.post(making(), body)
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    make(with_role("director"))
    assert League.objects.count() == 1
    anna.open("/clubs/00000000-0000-4000-8000-000000000000/leagues/new", status=404)


def test_the_desk_is_for_who_is_signed_in_with_the_right(anna):
    make(anna)
    desk = f"/desk/{League.objects.get().id}"
    nobody = Visitor()
    assert f'href="/account?next={desk}"' in nobody.open(desk)
    player = with_role("player")
    player.open(desk, status=403)
    assert "your account does not direct" in player.wrong[""]
    body = player.hidden("sign-in") | {"act": "enter", "name": "Zoe"}
    assert player.client.post(desk, body).status_code == 403
    anna.open(desk)
    anna.send("enter", name="Zoe")
    assert anna.done == "Done: Zoe comes in."
    assert not anna.sees("sign-out")


def drawn(anna, **fields):
    """A league of three guests and a computer player whose first round is drawn."""
    make(anna, sources="server", **(ONE_HAND | fields))
    for name in ("Zoe", "Yan", "Xena"):
        anna.send("enter", name=name)
    anna.send("enter", name="Deep", computer="on")
    anna.send("draw")
    assert "round 1 is drawn" in anna.done


def links(visitor):
    """The links that a page shows, with whom they are for."""
    shown = re.findall('<li><b>(.*?)</b>.*?<code class="secret">(.*?)</code>', visitor.text)
    return {name: urlsplit(link.replace("&amp;", "&")) for name, link in shown}


def test_guests_get_links_that_are_shown_once(anna):
    drawn(anna)
    body = anna.hidden("guest-links") | {"act": "guest-links", "guest": "all"}
    anna.send("guest-links", guest="all")
    assert anna.page["Cache-Control"] == "private, no-store"
    shown = links(anna)
    assert set(shown) == {"Zoe", "Yan", "Xena"}
    for link in shown.values():
        given = {key: value[0] for key, value in parse_qs(link.fragment).items()}
        assert link.path == "/play"
        assert given["back"] == f"/leagues/{League.objects.get().id}/rounds/1"
        bearer = {"Authorization": f"Bearer {given['token']}"}
        own = f"{V1}/games/{given['game']}/seats"
        assert anna.client.get(f"{own}/{given['seat']}", headers=bearer).status_code == 200
        other = (int(given["seat"]) + 1) % 4
        assert anna.client.get(f"{own}/{other}", headers=bearer).status_code == 403
    assert Token.objects.filter(kind="seat").count() == 3
    anna.path = f"/desk/{League.objects.get().id}"
    again = anna.post(anna.path, body)
    assert again.status_code == 303
    assert "were made, and shown" in plain(anna.text)
    assert Token.objects.filter(kind="seat").count() == 3
    assert not any(link.fragment in anna.text for link in shown.values())


def test_one_guest_gets_a_link(anna):
    drawn(anna)
    key = re.search('<option value="([^"]+)">Yan', anna.text)[1]
    anna.send("guest-links", guest=key)
    assert set(links(anna)) == {"Yan"}
    anna.open(f"/desk/{League.objects.get().id}")
    seats = {f"{key.rpartition('/')[0]}/{seat}" for seat in range(4)}
    (computer,) = seats - set(re.findall('<option value="(.*?)"', anna.text))
    for wrong in (computer, "x", ""):
        anna.send("guest-links", guest=wrong)
        assert anna.answer.status_code == 303
        assert anna.sees("guest-links")
    assert Token.objects.filter(kind="seat").count() == 1


def test_who_plays_in_the_round_makes_no_links(anna):
    make(anna, sources="server", **ONE_HAND)
    account = Account.objects.get(username="anna")
    anna.send("enter", name="Anna", account=str(account.id))
    for name in ("Zoe", "Yan", "Xena"):
        anna.send("enter", name=name)
    other = with_role("director")
    anna.send("draw")
    assert "You play in this round yourself" in anna.said
    assert not anna.sees("guest-links")
    other.open(anna.path)
    body = anna.hidden("enter") | {"act": "guest-links", "guest": "all"}
    assert anna.post(anna.path.partition("?")[0], body).status_code == 303
    assert not Token.objects.filter(kind="seat").exists()
    other.send("guest-links", guest="all")
    assert set(links(other)) == {"Zoe", "Yan", "Xena"}


def test_only_directors_make_links(anna):
    drawn(anna)
    desk = f"/desk/{League.objects.get().id}"
    scorer = with_role("scorer")
    scorer.open(desk)
    assert not scorer.sees("guest-links")
    scorer.open("/account")
    body = scorer.hidden("sign-out") | {"act": "guest-links", "guest": "all"}
    answer = scorer.client.post(desk, body)
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    player = with_role("player")
    body = player.hidden("sign-out") | {"act": "guest-links", "guest": "all"}
    assert player.client.post(desk, body).status_code == 403
    assert not Token.objects.filter(kind="seat").exists()


def test_there_are_links_for_open_rounds_of_cards_alone(anna):
    make(anna, play="sheet", preset="scoresheet", hands="1", target="0")
    for name in "abcd":
        anna.send("enter", name=name)
    anna.send("draw")
    assert not anna.sees("guest-links")
    League.objects.update(play="cards")
    assert "Links for guests" in anna.open(anna.path)
    anna.send("close", override="on", reason="dark")
    assert "Links for guests" not in anna.text


def test_presets_differ_in_words_that_people_say():
    told = dict(LeagueForm.base_fields["preset"].choices)
    assert "passing right" in told["black-maria"]
    assert "target none" in told["openspiel"]
    assert not [label for label in told.values() if set(label) & set("[]'_") or "None" in label]


def test_the_desk_says_who_makes_guests_links_before_the_draw(anna):
    make(anna)
    assert "another director does" in anna.said
