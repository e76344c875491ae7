"""Games of accounts and clubs: who directs them, who sits, and whom the chain names."""

from uuid import uuid4

import pytest

from games.models import Game, SeatHolder
from tests.api.guests import Guests, is_problem
from tests.api.people import GameOf, Person, SheetOf

VOID = {"scope": "game", "reason": "quarrel"}


def by_whom(answer):
    """The uuid that the line of an answered act names."""
    assert answer.status_code in {200, 201}, answer.content
    return answer.json()["event"]["line"].rpartition(" by ")[2].split(" ")[0]


def test_an_account_directs_the_game_that_it_made(anna, ben):
    game = GameOf(anna)
    assert game.made["token"] is None
    assert str(Game.objects.get().creator_id) == anna.account
    is_problem(ben.post(f"{game.url}/void", VOID), 403, "forbidden")
    is_problem(anna.post(f"{game.url}/void", VOID, token=None), 401, "token-needed")
    is_problem(anna.post(f"{game.url}/void", VOID, token=anna.only("score")), 403, "forbidden")
    assert by_whom(anna.post(f"{game.url}/void", VOID)) == anna.account


def test_a_game_without_an_account_is_its_tokens(guests, anna):
    assert guests.token.startswith("hearts_")
    is_problem(anna.post(f"{guests.url}/void", VOID), 403, "forbidden")
    assert by_whom(guests.post(f"{guests.url}/void", VOID, guests.token)) == guests.game


def test_an_act_at_a_game_that_is_not_there_is_not_found(anna):
    for path, body in [
        ("/void", VOID),
        ("/plays", {"card": "2C", "expected_seq": 1}),
        ("/substitutions", {"seat": 0}),
        ("/rows", {"points": [26, 0, 0, 0]}),
    ]:
        is_problem(anna.post(f"/games/{uuid4()}{path}", body), 404, "not-found")


@pytest.mark.parametrize("role", ["owner", "director", "scorer", "player", "stranger"])
def test_a_clubs_game_is_made_and_directed_by_its_directors(club, role):
    person = club.people()[role]
    made = person.post("/games", {"sources": "server", "club": club.id})
    game = GameOf(club.director, club=club.id)
    assert game.summary["club"] == club.id
    voided = person.post(f"{game.url}/void", VOID)
    if role in {"owner", "director"}:
        assert made.status_code == 201
        assert by_whom(voided) == person.account
    else:
        is_problem(made, 403, "forbidden")
        is_problem(voided, 403, "forbidden")


def test_who_made_a_clubs_game_directs_it_as_long_as_he_is_a_director(club):
    game = GameOf(club.director, club=club.id)
    club.owner.put(f"{club.url}/members/{club.director.account}", {"role": "player"})
    is_problem(club.director.post(f"{game.url}/void", VOID), 403, "forbidden")


def test_a_club_is_named_by_an_account_that_may_make_its_games(club):
    body = {"sources": "server", "club": club.id}
    is_problem(club.director.post("/games", body, token=None), 401, "token-needed")
    weak = club.director.only("read", "play", "score")
    is_problem(club.director.post("/games", body, token=weak), 403, "forbidden")
    is_problem(club.director.post("/games", {"sources": "server"}, token=weak), 403, "forbidden")
    is_problem(club.director.post("/games", body | {"club": str(uuid4())}), 403, "forbidden")
    for wrong in ("x", None, 5, club.id.upper()):
        problem = is_problem(
            club.director.post("/games", body | {"club": wrong}), 422, "invalid-body"
        )
        assert problem["errors"][0]["pointer"] == "/club"


def test_a_clubs_own_software_directs_in_the_clubs_name(club):
    token = club.owner.post(f"{club.url}/tokens", {"scopes": ["direct"]}).json()["token"]
    made = club.owner.post("/games", {"sources": "server", "club": club.id}, token=token)
    assert (made.status_code, made.json()["token"]) == (201, None)
    path = f"/games/{made.json()['game']['id']}/void"
    assert by_whom(club.owner.post(path, VOID, token=token)) == club.id
    body = {"sources": "server"}
    is_problem(club.owner.post("/games", body, token=token), 403, "forbidden")


def test_a_scorer_keeps_a_sheet_and_directs_nothing(club):
    sheet = SheetOf(club.scorer, club=club.id)
    row = {"points": [13, 0, 8, 5]}
    for person in (club.player, club.stranger):
        is_problem(person.post(f"{sheet.url}/rows", row), 403, "forbidden")
    for person in (club.scorer, club.director, club.owner):
        assert person.post(f"{sheet.url}/rows", row).status_code == 201
    correction = row | {"points": [5, 0, 8, 13], "reason": "typo"}
    corrected = club.scorer.put(f"{sheet.url}/rows/1", correction)
    assert by_whom(corrected) == club.scorer.account
    rules = {"rules": {"preset": "scoresheet"}}
    adjustment = {"seat": 0, "points": 5, "reason": "late"}
    for path, body in [("/rules", rules), ("/adjustments", adjustment), ("/void", VOID)]:
        is_problem(club.scorer.post(sheet.url + path, body), 403, "forbidden")
        assert by_whom(club.director.post(sheet.url + path, body)) == club.director.account
    is_problem(club.scorer.post("/games", {"club": club.id}), 403, "forbidden")


def test_a_scorer_answers_what_a_moon_does_on_a_sheet(club):
    sheet = SheetOf(club.scorer, club=club.id, rules={"moon": "choice"})
    club.scorer.post(f"{sheet.url}/rows", {"points": [26, 0, 0, 0]})
    is_problem(club.player.get(f"{sheet.url}/moon-choice"), 403, "forbidden")
    assert club.scorer.get(f"{sheet.url}/moon-choice").json()["seat"] == 0
    chosen = club.scorer.post(f"{sheet.url}/moon-choice", {"choice": "add"})
    assert by_whom(chosen) == club.scorer.account


def test_a_seat_that_an_account_takes_is_the_accounts(anna, ben):
    game = GameOf(anna)
    path = f"{game.url}/seats/2"
    is_problem(
        ben.post(path, {"invite": game.invites[2]}, token=ben.only("read")), 403, "forbidden"
    )
    taken = ben.post(path, {"invite": game.invites[2]}).json()
    assert taken["player"] == ben.account
    assert taken["event"]["line"].endswith(f" seat 2 human {ben.account}")
    again = ben.post(f"{game.url}/seats/1", {"invite": game.invites[1]})
    is_problem(again, 409, "already-seated")
    assert SeatHolder.objects.filter(player=ben.account).count() == 1
    for token in (ben.token, taken["token"], ben.only("play")):
        assert ben.get(path, token=token).status_code == 200
    is_problem(ben.get(path, token=ben.only("direct")), 403, "forbidden")
    is_problem(ben.get(f"{game.url}/seats/1"), 403, "forbidden")
    is_problem(anna.get(path), 403, "forbidden")


def test_accounts_play_a_whole_hand_with_their_own_tokens(log):
    people = [Person(name) for name in ("anna", "ben", "cara", "dan")]
    game = GameOf(people[0], rules={"hands": 1, "target": None, "tie": "share"})
    for seat, person in enumerate(people):
        taken = person.post(f"{game.url}/seats/{seat}", {"invite": game.invites[seat]})
        assert taken.status_code == 200, taken.content
        game.tokens[seat] = person.only("play")
    game.pass_cards()
    game.play_hand()
    assert game.summary["state"] == "finished"
    assert [seat["player"] for seat in game.summary["seats"]] == [each.account for each in people]


def test_a_director_who_plays_sees_his_own_cards_alone_and_substitutes_another(club):
    game = GameOf(club.director, club=club.id)
    game.sit()
    is_problem(club.director.get(f"{game.url}/seats/0"), 403, "forbidden")
    other = GameOf(club.director, club=club.id)
    club.director.post(f"{other.url}/seats/0", {"invite": other.invites[0]})
    for seat in (1, 2, 3):
        other.take(seat)
    assert club.director.get(f"{other.url}/seats/0").json()["cards"]["holding"]
    for seat in (1, 2, 3):
        is_problem(club.director.get(f"{other.url}/seats/{seat}"), 403, "forbidden")
    done = club.director.post(f"{other.url}/substitutions", {"seat": 1})
    assert by_whom(done) == club.director.account


def test_a_silent_deal_is_voided_by_a_clubs_director_in_his_name(club):
    game = GameOf(club.director, club=club.id, sources="seats")
    game.sit()
    path = f"/deals/{game.summary['deal']}/void"
    is_problem(club.scorer.post(path, {}), 403, "forbidden")
    assert by_whom(club.owner.post(path, {})) == club.owner.account


def test_a_clubs_members_may_ask_for_an_audit(club):
    game = GameOf(club.director, club=club.id)
    body = {"games": [game.game]}
    for person in (club.owner, club.director, club.scorer, club.player):
        assert person.post("/audits", body).status_code == 202
    is_problem(club.stranger.post("/audits", body), 403, "forbidden")
    is_problem(club.player.post("/audits", {"games": [str(uuid4())]}), 404, "not-found")


def test_games_are_found_by_club_player_time_and_verdict(club):
    here = GameOf(club.director, club=club.id)
    there = GameOf(club.director)
    club.player.post(f"{there.url}/seats/0", {"invite": there.invites[0]})

    def found(query):
        answer = club.player.get(f"/games?{query}", token=None)
        assert answer.status_code == 200, answer.content
        return [game["id"] for game in answer.json()["games"]]

    assert found(f"club={club.id}") == [here.game]
    assert found(f"club={uuid4()}") == []
    assert found(f"player={club.player.account}") == [there.game]
    assert found(f"club={club.id}&player={club.player.account}") == []
    assert found("from=2020-01-01") == [there.game, here.game]
    assert found("to=2020-01-01") == []
    made = here.summary["created"]
    assert found(f"to={made}") == []
    assert found("verdict=ok") == []


def test_a_filter_keeps_its_cursor(club):
    made = [GameOf(club.director, club=club.id).game for _ in range(3)]
    GameOf(club.stranger)
    Game.objects.update(created=Game.objects.first().created)
    seen, cursor = [], ""
    while cursor is not None:
        query = f"/games?limit=1&club={club.id}{cursor and f'&cursor={cursor}'}"
        page = club.player.get(query).json()
        seen += [game["id"] for game in page["games"]]
        cursor = page["next"]
    assert sorted(seen) == sorted(made)


@pytest.mark.parametrize(
    "query",
    ["club=x", "player=", "from=yesterday", "to=2026-02-30", "to=2026-13-01", "verdict=good"],
)
def test_a_filter_that_does_not_fit_is_told_which(guests, query):
    problem = is_problem(guests.get(f"/games?{query}"), 400, "invalid-query")
    assert [place["pointer"] for place in problem["errors"]] == [query.partition("=")[0]]


def test_a_newest_audits_verdict_counts(table):
    from games.models import Audit  # noqa: PLC0415

    game = Game.objects.get()
    for seq, verdict in [(1, "false"), (2, "ok")]:
        Audit.objects.create(
            game=game, seq=seq, engine=1, verdict=verdict, report={}, time=game.time
        )
    assert len(table.get("/games?verdict=ok").json()["games"]) == 1
    assert table.get("/games?verdict=false").json()["games"] == []


def test_a_creators_token_is_no_accounts(guests, anna):
    """A token at hand that is of no account makes a game as nobody."""
    made = guests.post("/games", {}, guests.token)
    assert made.status_code == 201
    assert made.json()["token"] is not None
    assert Guests().summary["club"] is None
