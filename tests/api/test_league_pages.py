"""The pages of leagues: what stands there is what the API says, and no more than may be seen."""

import html
import re
from fractions import Fraction

import pytest

from api.pages.leagues import words
from api.pages.leagues.signed_in import COOKIE
from deals.models import Deal
from games.leagues.standings.facts import KINDS
from games.leagues.standings.ranking import CRITERIA
from tests.api.directors import Director
from tests.api.test_pages import Outline
from tests.season import Boards, Season

LIGHT = 120_000
"""Bytes of a page: with its style it has to stay below 150 KB."""

pytestmark = pytest.mark.usefixtures("log")


@pytest.fixture
def league():
    """Eight guests who have played a round of sheets, and begun a second one."""
    league = Director("cumulative", people=8)
    league.play_all(league.drawn())
    league.close()
    league.decide("penalty", entrant=league.people[0], value="1/2")
    league.drawn()
    return league


@pytest.fixture
def boards():
    """Eight computer players who have played two boards; the round is closed."""
    boards = Boards(boards=2)
    boards.draw()
    boards.move()
    boards.count()
    boards.close()
    return boards


def text_of(client, path, status=200):
    answer = client.get(path)
    assert answer.status_code == status, answer.content
    text = answer.content.decode()
    assert Outline(text).open == []
    return text


def plain(text):
    """The words of a page."""
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", text)).split())


def cells(text, caption):
    """The rows of the table with this caption."""
    table = text.split(caption, 1)[1].split("</table>", 1)[0]
    rows = re.findall("<tr>(.*?)</tr>", table.split("<tbody>", 1)[1], re.DOTALL)
    return [
        [plain(cell) for cell in re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row, re.DOTALL)]
        for row in rows
    ]


def test_a_club_leads_to_its_leagues_and_a_league_to_its_club(league, client):
    club = text_of(client, f"/clubs/{league.club}")
    assert f'href="{league.url}"' in club
    assert f'href="{league.url}"' in text_of(client, "/leagues")
    assert f'href="/clubs/{league.club}"' in text_of(client, league.url)


def test_the_standings_are_those_of_the_api_with_what_decided(league, client):
    rows = cells(text_of(client, league.url), "Standings, with")
    lines = league.standings
    assert [row[1] for row in rows] == [line["name"] for line in lines]
    assert [row[0] for row in rows] == [str(line["rank"]) for line in lines]
    assert [row[4].split()[0] for row in rows] == [line["mean_decimal"] for line in lines]
    said = {"mean": "the higher mean", None: ""}
    assert [row[-1] for row in rows] == [said[line["ahead_by"]] for line in lines]
    assert len({row[-1] for row in rows}) == 2


def test_a_past_moment_is_shown_by_its_event_or_its_time(league, client):
    before = cells(text_of(client, f"{league.url}?at=8"), "Standings, with")
    assert {row[2] for row in before} == {"0"}
    closed = league.get(f"{league.url}/rounds").json()["rounds"][0]["closed"]
    then = text_of(client, f"{league.url}?time={closed}")
    assert "How it stands now" in then
    assert "3.5000" not in then
    assert [row[4].split()[0] for row in cells(then, "Standings, with")][:2] == ["4.0000"] * 2
    assert f"?time={closed.replace(':', '%3A')}" in text_of(client, league.url)


@pytest.mark.parametrize("query", ["at=x", "at=-1", "time=soon", "at=1&time=2026-11-02"])
def test_a_moment_that_is_none_is_told_and_now_is_shown(league, client, query):
    text = text_of(client, f"{league.url}?{query}")
    assert 'role="alert"' in text
    assert "How it stands now" not in text


def test_every_event_is_told_in_words_and_leads_to_its_moment(league, client):
    league.decide("withdraw", entrant=league.people[1])
    league.decide("return", entrant=league.people[1])
    account, _ = league.member("ben")
    league.decide("substitute", entrant=league.people[1], player=str(account))
    league.decide("substitute", entrant=league.people[1], player=None)
    league.decide("penalty", entrant=league.people[1], value="-1")
    game = league.get(f"{league.url}/rounds/1").json()["tables"][0]["games"][0]["game"]
    league.decide("correct", game=game, totals=[1, 2, 3, 20])
    league.decide("correct", game=game, totals=None)
    text = text_of(client, f"{league.url}/history")
    assert f'href="{league.url}?at=9#standings"' in text
    for said in (
        "guest 0 comes in", "round 1 is drawn, 2 tables", "round 1, table 1 counts: 0 4 9 13",
        "round 1 is closed", "1/2 is taken off guest 0", "guest 1 leaves", "guest 1 comes back",
        "somebody plays for guest 1", "guest 1 plays again", "guest 1 gets 1 back",
        "came to 1 2 3 20", "counts no more",
    ):  # fmt: skip
        assert said in plain(text), said
    assert "Before" in plain(text_of(client, f"{league.url}/history?after=9"))
    text_of_nothing(client, f"{league.url}/history?after=x")


def text_of_nothing(client, path):
    assert client.get(path).status_code == 404, path


def test_a_round_shows_tables_results_and_who_sits_out(client):
    league = Director("cumulative", people=9)
    drawn = league.drawn()
    names = {entrant["entrant"]: entrant["name"] for entrant in entrants(league)}
    page = plain(text_of(client, f"{league.url}/rounds/1"))
    assert f"Sitting out: {names[drawn['sitting'][0]]}." in page
    assert page.count("no result yet") == 2
    league.play(drawn["tables"][0]["games"][0]["game"], 0, 4, 9, 13)
    league.close(override=True, reason="dark")
    page = text_of(client, f"{league.url}/rounds/1")
    assert [cells(page, "Table 1<")[0][1:5], "does not count" in page] == [
        ["0", "4", "9", "13"],
        True,
    ]
    assert "/rounds/2" not in page
    league.drawn()
    assert "/rounds/2" in text_of(client, f"{league.url}/rounds/1")
    assert "/rounds/1" in text_of(client, f"{league.url}/rounds/2")
    text_of_nothing(client, f"{league.url}/rounds/3")


def entrants(league):
    return league.get(f"{league.url}/entrants").json()["entrants"]


def test_slips_have_a_line_for_each_game_and_a_column_for_each_seat(league, client):
    page = text_of(client, f"{league.url}/rounds/2/slips")
    assert page.count('class="cut"') == 2
    assert page.count('class="player"') == 8


def test_slips_of_boards_say_where_to_pass(client):
    boards = Boards(boards=5)
    boards.draw()
    rows = re.findall(
        r'<th scope="row">(.*?)</th>', text_of(client, f"/leagues/{boards.id}/rounds/1/slips")
    )
    assert rows[:5] == ["1 left", "2 right", "3 across", "4 hold", "5 left"]


def test_movement_cards_of_players_and_tables_are_those_of_the_api(league, client):
    players = text_of(client, f"{league.url}/cards")
    assert players.count('class="cut"') == 8
    one = text_of(client, f"{league.url}/cards?entrant={league.people[3]}")
    assert one.count('class="cut"') == 1
    said = league.get(f"{league.url}/cards?entrant={league.people[3]}").content.decode()
    for line in said.splitlines()[1:]:
        assert " ".join(line.split()) in plain(one)
    tables = text_of(client, f"{league.url}/cards?of=tables")
    assert tables.count('class="cut"') == 2
    said = league.get(f"{league.url}/cards?table=2").content.decode()
    for line in said.splitlines()[1:]:
        assert " ".join(line.split()) in plain(tables)
    for nothing in ("entrant=x", f"entrant={league.club}", "from=0", "from=x"):
        text_of_nothing(client, f"{league.url}/cards?{nothing}")


def test_many_cards_come_in_pages(client):
    league = Director("cumulative", people=100)
    league.drawn()
    first = text_of(client, f"{league.url}/cards")
    assert (first.count('class="cut"'), "from=25" in first) == (24, True)
    last = text_of(client, f"{league.url}/cards?from=97")
    assert (last.count('class="cut"'), "Next cards" in last) == (4, False)
    tables = text_of(client, f"{league.url}/cards?of=tables")
    assert (tables.count('class="cut"'), "from=25" in tables) == (24, True)
    assert text_of(client, f"{league.url}/cards?of=tables&from=25").count('class="cut"') == 1


def test_a_board_shows_its_deal_and_all_results_compared(boards, client):
    url = f"/leagues/{boards.id}/rounds/1/boards/1"
    page = text_of(client, url)
    rows = cells(page, "What each table made")
    assert len(rows) == 2
    assert page.count('class="suit-') == 16
    deal = Deal.objects.get(purpose__startswith="board/", purpose__endswith="/1")
    assert f"/verify?deal={deal.number}" in page
    assert "/boards/2" in page
    text_of_nothing(client, f"/leagues/{boards.id}/rounds/1/boards/3")


def test_the_scores_of_all_boards_add_up_to_the_standings(boards, client):
    sums = {}
    for board in (1, 2):
        page = text_of(client, f"/leagues/{boards.id}/rounds/1/boards/{board}")
        for row in cells(page, "What each table made"):
            for cell in row[1:5]:
                name, score = re.fullmatch(r"(computer \d) -?\d+ score (.*)", cell).groups()
                sums[name] = sums.get(name, 0) + Fraction(score)
    lines = boards.lines
    names = {f"computer {at}": entrant for at, entrant in enumerate(boards.people)}
    assert {names[name]: total for name, total in sums.items()} == {
        line.entrant: line.tally.sum for line in lines
    }


def test_until_the_round_is_closed_nothing_of_a_board_is_shown(client):
    boards = Boards(boards=1)
    boards.draw()
    fresh = pages_of(boards, client)
    boards.move(boards.games()[0])
    boards.count()
    assert pages_of(boards, client) == fresh
    boards.move()
    boards.count()
    opened = text_of(client, f"/leagues/{boards.id}/rounds/1/boards/1")
    assert opened.count('class="suit-') == 16
    assert "Results are shown when the round is closed" in opened
    boards.close()
    assert "score" in text_of(client, f"/leagues/{boards.id}/rounds/1/boards/1")


def pages_of(boards, client):
    """What strangers see of a league, but for the state of the log at the foot."""
    url = f"/leagues/{boards.id}"
    paths = (url, f"{url}/history", f"{url}/cards", f"{url}/rounds/1", f"{url}/rounds/1/slips",
             f"{url}/rounds/1/boards/1", f"/clubs/{boards.club}")  # fmt: skip
    shown = [text_of(client, path).partition("<footer>")[0] for path in paths]
    for game in boards.games():
        assert not any(f"/games/{game}" in text for text in shown)
    return shown


def test_a_league_before_its_first_round_has_pages(client):
    season = Season()
    for path in ("", "/history", "/cards", "/cards?of=tables"):
        text_of(client, f"/leagues/{season.id}{path}")
    for nothing in (
        f"/leagues/{season.club}",
        f"/clubs/{season.id}",
        f"/leagues/{season.club}/cards",
    ):
        text_of_nothing(client, nothing)


def test_every_kind_of_event_has_words():
    assert set(words._TELL) == set(KINDS)
    assert set(words.CRITERIA) == {name for names in CRITERIA.values() for name in names}
    assert set(words.KINDS) == set(CRITERIA)


def test_the_pages_of_a_league_of_two_hundred_stay_light(client):
    league = Director("cumulative", people=200)
    league.play_all(league.drawn())
    league.close()
    client.cookies[COOKIE] = league.token
    desk = f"/desk/{league.url.rpartition('/')[2]}"
    for path in (league.url, f"{league.url}/rounds/1", f"{league.url}/rounds/1/slips", desk):
        answer = client.get(path)
        assert (answer.status_code, len(answer.content) < LIGHT) == (200, True), path
