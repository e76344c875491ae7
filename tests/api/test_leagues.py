"""Leagues through the API: who may what, a season of sheets, standings and cards."""

import csv
import io
import json
import uuid

import pytest
from django.utils import timezone

from deals.models import Job
from deals.services.jobs import JobHint
from games.leagues.models import Entrant, Standing, Table, TableGame
from games.models import Game
from tests.api.directors import ONE_ROW, SHEETS, Director
from tests.api.guests import V1, is_problem
from tests.archives import do_all

pytestmark = pytest.mark.usefixtures("log")


@pytest.fixture
def league(log):
    return Director(people=8)


def test_a_league_is_made_by_a_director_and_seen_by_everybody(league):
    seen = league.get().json()
    assert (seen["name"], seen["kind"], seen["play"], seen["sources"]) == (
        "Winter",
        "cumulative",
        "sheet",
        "-",
    )
    assert seen["movement"]["balance"][1] == "across: once"
    (listed,) = league.get(f"/leagues?club={league.club}").json()["leagues"]
    assert listed["id"] == seen["id"]
    assert league.get("/leagues?club=00000000-0000-0000-0000-000000000000").json()["leagues"] == []


def test_only_directors_direct(league):
    _, player = league.member("ben")
    _, scorer = league.member("cara", "scorer")
    body = {"club": str(league.club), "name": "Summer", "kind": "swiss"} | SHEETS
    for token in (player, scorer):
        is_problem(league.post("/leagues", body, token), 403, "forbidden")
        is_problem(league.enter(token, name="Ben"), 403, "forbidden")
        is_problem(league.draw(token), 403, "forbidden")
        is_problem(league.close(1, token), 403, "forbidden")
        is_problem(league.decide("withdraw", token, entrant=league.people[0]), 403, "forbidden")
    is_problem(league.post("/leagues", body, None), 401, "token-needed")
    is_problem(league.draw(None), 401, "token-needed")
    _, director = league.member("dan", "director")
    assert league.draw(director).status_code == 201


def test_a_scorer_may_correct_results_and_nothing_else(league):
    drawn = league.drawn()
    league.play_all(drawn)
    league.close()
    _, scorer = league.member("cara", "scorer")
    game = drawn["tables"][0]["games"][0]["game"]
    done = league.decide("correct", scorer, game=game, totals=[13, 9, 4, 0])
    assert done.status_code == 201
    event = done.json()["events"][0]
    assert (event["kind"], event["reason"]) == ("correct", "said")
    is_problem(
        league.decide("penalty", scorer, entrant=league.people[0], value="1"), 403, "forbidden"
    )


def test_a_season_of_sheets_is_run_through_the_api_alone(league):
    drawn = league.drawn()
    assert (drawn["round"], drawn["state"], len(drawn["tables"])) == (1, "open", 2)
    proof = league.get(f"/deals/{drawn['deal']}/proof").json()
    seats = [seat["entrant"] for table in drawn["tables"] for seat in table["seats"]]
    assert proof["hands"] == seats
    is_problem(league.draw(), 409, "round-open")
    games = [game["game"] for table in drawn["tables"] for game in table["games"]]
    assert is_problem(league.close(), 409, "round-unfinished")["games"] == games
    league.play_all(drawn)
    closed = league.close()
    assert (closed.status_code, closed.json()["state"]) == (201, "closed")
    assert [line["rank"] for line in league.standings] == [1, 1, 3, 3, 5, 5, 7, 7]
    assert league.standings[0]["sum"] == "4"
    first = league.standings[0]["entrant"]
    league.decide("penalty", entrant=first, value="1/2")
    assert league.standings[1]["mean"] == "7/2"
    assert league.standings[0]["ahead_by"] == "mean"
    rounds = league.get(f"{league.url}/rounds").json()["rounds"]
    assert [one["state"] for one in rounds] == ["closed"]


def test_an_entrant_withdraws_and_returns_by_events_with_reasons(league):
    entrant = league.people[3]
    assert league.decide("withdraw", entrant=entrant).status_code == 201
    is_problem(league.decide("withdraw", entrant=entrant), 409, "already-left")
    listed = league.get(f"{league.url}/entrants").json()["entrants"]
    assert [one["left"] for one in listed] == [False] * 3 + [True] + [False] * 4
    assert league.decide("return", entrant=entrant).status_code == 201
    events = league.get(f"{league.url}/events?after=8").json()
    assert [event["kind"] for event in events["events"]] == ["withdraw", "return"]
    assert events["last_seq"] == 10
    assert {event["by"] for event in events["events"]} == {str(league.account)}


def test_a_member_plays_for_himself_and_a_substitute_for_an_entrant(league):
    account, _ = league.member("ben")
    entered = league.enter(name="Ben", account=str(account)).json()
    assert entered["holder"] == "account"
    is_problem(league.enter(name="Ben", account=str(account)), 409, "already-entered")
    other, _ = league.member("cara")
    done = league.decide("substitute", entrant=league.people[0], player=str(other))
    assert done.status_code == 201
    taken = league.decide("substitute", entrant=league.people[1], player=str(account))
    is_problem(taken, 422, "invalid-league")
    stranger = league.decide(
        "substitute", entrant=league.people[1], player="00000000-0000-0000-0000-000000000001"
    )
    assert is_problem(stranger, 422, "invalid-league")["errors"][0]["pointer"] == "/player"
    assert league.decide("substitute", entrant=league.people[0], player=None).status_code == 201


def test_a_decision_has_the_fields_of_its_kind(league):
    refused = league.decide("average", entrant=league.people[0], totals=[1, 2, 3, 4])
    places = is_problem(refused, 422, "invalid-body")["errors"]
    assert [(place["pointer"], place["code"]) for place in places] == [
        ("/board", "required"),
        ("/round", "required"),
        ("/totals", "unknown"),
        ("/value", "required"),
    ]
    override = league.close(override=True)
    assert is_problem(override, 422, "invalid-body")["errors"][0]["pointer"] == "/reason"


@pytest.mark.parametrize(
    ("terms", "pointer"),
    [
        ({"name": " "}, "/name"),
        ({"rules": [ONE_ROW, ONE_ROW]}, "/rules"),
        ({"kind": "swiss", "rules": [ONE_ROW | {"players": 3}]}, "/rules"),
        ({"sources": "seats"}, "/sources"),
        ({"play": "cards", "sources": "dice"}, "/sources"),
        ({"kind": "same-deal"}, "/play"),
        ({"kind": "same-deal", "play": "cards", "sources": "seats"}, "/sources"),
        ({"kind": "same-deal", "play": "cards", "rules": [{"moon": "choice"}]}, "/rules"),
        (
            {"kind": "same-deal", "play": "cards", "rules": [{"preset": "black-maria"}]},
            "/rules",
        ),
    ],
)
def test_terms_that_do_not_fit_are_refused_at_their_place(league, terms, pointer):
    body = {"club": str(league.club), "name": "x", "kind": "cumulative"} | SHEETS | terms
    refused = is_problem(league.post("/leagues", body), 422, "invalid-league")
    assert refused["errors"][0]["pointer"] == pointer


def test_standings_are_there_for_any_past_moment_as_json_and_csv(league):
    drawn = league.drawn()
    seq = league.get().json()["seq"]
    league.play_all(drawn)
    league.close()
    before = league.get(f"{league.url}/standings?at={seq}").json()
    assert before["seq"] == seq
    assert {line["rank"] for line in before["lines"]} == {None}
    now = league.get().json()
    past = league.get(f"{league.url}/standings?time={now['created']}").json()
    assert (past["seq"], past["lines"]) == (0, [])
    again = league.get(f"{league.url}/standings?at={now['seq']}").json()
    assert again == league.get(f"{league.url}/standings").json()
    is_problem(league.get(f"{league.url}/standings?at=1&time={now['time']}"), 400, "invalid-query")
    sheet = league.get(f"{league.url}/standings", Accept="text/csv")
    rows = list(csv.DictReader(io.StringIO(sheet.content.decode())))
    assert [row["rank"] for row in rows] == ["1", "1", "3", "3", "5", "5", "7", "7"]
    assert (rows[0]["mean"], rows[0]["mean_numerator"]) == ("4.0000", "4")
    assert league.get(f"{league.url}/standings?format=csv").content == sheet.content


def test_a_name_that_a_spreadsheet_would_reckon_is_quoted(league):
    league.entered(name="=HYPERLINK(1)")
    sheet = league.get(f"{league.url}/standings?format=csv").content.decode()
    assert ",'=HYPERLINK(1)," in sheet


def test_cards_are_printed_for_entrants_and_tables_with_what_is_to_come(league):
    drawn = league.drawn()
    first = drawn["tables"][0]["seats"][0]
    card = league.get(f"{league.url}/cards?entrant={first['entrant']}").content.decode()
    lines = card.splitlines()
    assert lines[0] == first["name"]
    assert lines[1].startswith("round 1   table 1   seat 0   with ")
    assert len(lines) == 1 + 7
    table = league.get(f"{league.url}/cards?table=2").content.decode()
    assert table.startswith("table 2\nround 1   0 guest ")
    is_problem(league.get(f"{league.url}/cards?table=3"), 404, "not-found")
    is_problem(league.get(f"{league.url}/cards?entrant={league.account}"), 404, "not-found")
    is_problem(league.get(f"{league.url}/cards"), 400, "invalid-query")


def test_what_is_not_there_is_not_found(league):
    nothing = "/leagues/00000000-0000-0000-0000-000000000000"
    for path in (
        "",
        "/entrants",
        "/events",
        "/rounds",
        "/rounds/1",
        "/standings",
        "/cards?table=1",
    ):
        is_problem(league.get(nothing + path), 404, "not-found")
    is_problem(league.get(nothing + "/standings?format=csv"), 404, "not-found")
    is_problem(league.post(nothing + "/rounds", {}), 404, "not-found")
    is_problem(league.post(nothing + "/events", {"kind": "correct"}), 404, "not-found")
    is_problem(league.close(7), 404, "not-found")
    unknown = league.decide("withdraw", entrant="00000000-0000-0000-0000-000000000000")
    is_problem(unknown, 404, "not-found")


def test_a_director_gets_tokens_for_guests_alone(log):
    league = Director(people=3, computers=1, rules=[{"hands": 1, "target": None}])
    drawn = league.drawn()
    game = drawn["tables"][0]["games"][0]["game"]
    for seat in drawn["tables"][0]["seats"]:
        asked = league.post(f"{league.url}/games/{game}/seats/{seat['seat']}", {})
        if seat["name"].startswith("guest"):
            token = asked.json()["token"]
            seen = league.get(f"/games/{game}/seats/{seat['seat']}", token).json()
            assert seen["seat"] == seat["seat"]
        else:
            is_problem(asked, 404, "not-found")


def test_who_plays_in_a_round_directs_no_other_table_of_it_and_no_guests(log):
    league = Director(people=7, rules=[{"hands": 1, "target": None}])
    league.entered(name="Anna", account=str(league.account))
    drawn = league.drawn()
    views = [
        league.get(f"/games/{table['games'][0]['game']}/seats/{seat['seat']}", league.token)
        for table in drawn["tables"]
        for seat in table["seats"]
    ]
    assert sorted(view.status_code for view in views) == [200] + [403] * 7
    for table in drawn["tables"]:
        (game,) = table["games"]
        asked = league.post(f"{league.url}/games/{game['game']}/seats/0", {})
        is_problem(asked, 403, "forbidden")
        if "Anna" not in [seat["name"] for seat in table["seats"]]:
            void = league.post(f"/games/{game['game']}/void", {"scope": "game", "reason": "x"})
            is_problem(void, 403, "forbidden")


def test_an_audit_names_what_is_stored_wrongly_and_repairs_it(league):
    league.play_all(league.drawn())
    league.close()
    entrant = league.standings[0]["entrant"]
    before = league.standings
    assert league.post(f"{league.url}/audit", {}).json()["verdict"] == "ok"
    Standing.objects.filter(entrant=entrant).update(sum="9/2", games=2)
    Entrant.objects.filter(id=entrant).update(sat=3, left=True)
    Table.objects.filter(number=1).update(entrants=[])
    TableGame.objects.filter(number=1, table__number=2).update(totals=[1, 1, 1, 1])
    said = league.post(f"{league.url}/audit", {}).json()
    assert (said["verdict"], said["repaired"]) == ("false", False)
    details = [finding["detail"] for finding in said["findings"]]
    assert details == [
        "stored 9/2 in 2, 1 firsts, 0 points, rebuilt 4 in 1, 1 firsts, 0 points",
        "stored left True, rebuilt left False",
        "stored sit-outs 3, rebuilt sit-outs 0",
        "stored (1, 1, 1, 1), rebuilt (0, 4, 9, 13)",
        "the stored round is another one",
    ]
    assert {finding["step"] for finding in said["findings"]} == {11}
    assert league.post(f"{league.url}/audit", {"repair": True}).json()["repaired"]
    assert league.post(f"{league.url}/audit", {}).json()["findings"] == []
    assert league.standings == before


def test_an_audit_sees_a_game_that_came_to_something_else(league):
    league.play_all(league.drawn())
    league.close()
    row = TableGame.objects.first()
    Game.objects.filter(id=row.game_id).update(totals=[9, 9, 9, 9])
    (finding,) = league.post(f"{league.url}/audit", {}).json()["findings"]
    assert finding["game"] == str(row.game_id)
    _, player = league.member("ben")
    is_problem(league.post(f"{league.url}/audit", {}, player), 403, "forbidden")


def test_the_director_asks_for_an_audit_of_the_league_with_its_games(league):
    league.play_all(league.drawn())
    league.close()
    Standing.objects.filter(entrant=league.people[0]).update(sum="9/2")
    body = {"league": league.url.rpartition("/")[2], "repair": True}
    asked = league.post("/audits", body)
    assert (asked.status_code, asked.json()["state"]) == (202, "queued")
    _, player = league.member("ben")
    is_problem(league.post("/audits", body, player), 403, "forbidden")
    is_problem(league.post("/audits", body | {"all": True}), 422, "invalid-body")
    is_problem(league.post("/audits", {"league": str(uuid.uuid4())}), 404, "not-found")
    do_all([JobHint("plan_audit", Job.objects.get(kind="plan_audit").id, 0.0)], now=timezone.now())
    place = asked.headers["Location"].removeprefix("/api/v1")
    done = league.get(place).json()
    assert [done[key] for key in ("state", "total", "done", "false", "repaired")] == [
        "done",
        3,
        3,
        1,
        1,
    ]
    (finding,) = league.get(f"{place}/findings").json()["findings"]
    assert (finding["league"], finding["entrant"]) == (body["league"], league.people[0])
    assert league.post(f"{league.url}/audit", {}).json()["findings"] == []


def test_who_sits_where_is_proven_to_everybody(league):
    league.drawn()
    proof = league.get(f"{league.url}/rounds/proof", None)
    assert (proof.status_code, proof.json()["format"]) == (200, "hearts-rounds/1")
    said = league.post("/verify", proof.json())
    assert (said.json()["verdict"], said.json()["strength"]) == ("ok", "server-only")
    lie = proof.json()
    lie["rounds"][0]["order"].pop()
    assert league.post("/verify", lie).json()["findings"][0]["rule"] == "round_seating"


def test_a_draw_and_a_decision_sent_again_under_one_key_take_effect_once(league):
    def again(path, body):
        headers = {"Idempotency-Key": path[-6:], "Authorization": f"Bearer {league.token}"}
        return league.client.post(
            V1 + league.url + path,
            json.dumps(body),
            content_type="application/json",
            headers=headers,
        )

    drawn = [again("/rounds", {}) for _ in range(2)]
    assert [answer.status_code for answer in drawn] == [201, 201]
    assert drawn[0].json() == drawn[1].json()
    left = {"kind": "withdraw", "entrant": league.people[0], "reason": "said"}
    said = [again("/events", left) for _ in range(2)]
    assert said[0].json() == said[1].json()
    assert [again("/audit", {}).status_code for _ in range(2)] == [200, 200]
    assert league.get().json()["seq"] == 8 + 2
