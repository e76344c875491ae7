"""GET /games/{id}/view: the table at any point, as whoever asks may see it."""

import uuid

import pytest

from deals.models import Deal
from games.events.event import parse_event
from games.replay.sight import SPECTATOR
from games.selectors.events import event_lines
from games.selectors.views import table_steps
from tests.api.guests import Guests, is_problem

FOR_EVER = "public, max-age=31536000, immutable"


def view(guests, token=None, at=None):
    query = "" if at is None else f"?at={at}"
    return guests.get(f"{guests.url}/view{query}", token)


def holdings(answer):
    return [seat["holding"] for seat in answer.json()["seats"]]


def test_a_seat_sees_now_what_its_own_view_says(playing):
    for seat, token in playing.tokens.items():
        answer, own = view(playing, token), playing.view(seat)
        table = answer.json()
        shown = table["seats"][seat]
        for key in ("dealt", "gave", "received", "holding", "legal_cards"):
            assert shown[key] == own["cards"][key], key
        for key in ("seq", "state", "hand", "phase", "turn", "asked", "totals"):
            assert table[key] == own[key], key
        assert table["tricks"] == own["cards"]["tricks"]
        assert answer["Cache-Control"] == "private, no-store"


def test_spectators_and_the_creator_see_masks(playing):
    answers = [view(playing, token) for token in (None, playing.token)]
    assert answers[0].content == answers[1].content
    assert holdings(answers[0]) == [["??"] * 13] * 4
    assert answers[0].json()["deal"]["seed"] == "??"


def first_line_of_hand_2(guests):
    events = map(parse_event, event_lines(uuid.UUID(guests.game)))
    return next(event.seq for event in events if event.hand == 2)


def test_every_point_of_a_finished_hand_is_open_and_stays_as_it_is(playing):
    playing.play_hand()
    end = first_line_of_hand_2(playing)
    for seq in [*range(0, end, 9), end - 1]:
        answer = view(playing, at=seq)
        assert answer.json()["seq"] == seq
        assert "??" not in answer.content.decode()
        assert answer["Cache-Control"] == FOR_EVER
    assert view(playing, playing.tokens[1], at=30).content == view(playing, at=30).content
    is_problem(view(playing, at=playing.summary["seq"] + 1), 404, "not-found")


def test_hand_two_is_masked_while_hand_one_is_open(playing):
    playing.play_hand()
    playing.contribute()
    begin = first_line_of_hand_2(playing)
    for seq in range(begin, playing.summary["seq"] + 1):
        answer = view(playing, at=seq)
        assert answer.json()["deal"]["index"] == "??"
        assert answer["Cache-Control"] == "private, no-store"
    assert holdings(view(playing)) == [["??"] * 13] * 4


def test_what_is_open_now_is_asked_for_again(table):
    assert view(table, at=1)["Cache-Control"] == FOR_EVER
    sheet = Guests(kind="sheet", rules={"preset": "scoresheet"}, players=["A", "B", "C", "D"])
    assert view(sheet)["Cache-Control"] == "no-cache"


def test_all_steps_of_a_hand_come_out_of_one_replay(playing):
    playing.play_hand()
    last = playing.summary["seq"]
    steps = list(table_steps(uuid.UUID(playing.game), SPECTATOR, first=5, last=last + 9))
    assert [step.table["seq"] for step in steps] == list(range(5, last + 1))
    for step in (steps[0], steps[20], steps[-1]):
        alone = view(playing, at=step.table["seq"]).json()
        assert alone["seats"] == step.table["seats"]
    assert list(table_steps(uuid.uuid4(), SPECTATOR, first=0, last=9)) == []


@pytest.mark.parametrize("sources", ["seats", "server"])
def test_a_hand_that_was_thrown_away_is_open(log, sources):
    guests = Guests(sources=sources)
    guests.sit()
    if sources == "seats":
        guests.contribute()
    guests.give(0)
    seq = guests.summary["seq"]
    before = view(guests, guests.tokens[0], at=seq).json()["seats"][0]
    void = guests.post(f"{guests.url}/void", {"reason": "x", "scope": "hand"}, guests.token)
    assert void.status_code == 201
    answer = view(guests, at=seq)
    table = answer.json()
    assert answer["Cache-Control"] == FOR_EVER
    assert {key: table["seats"][0][key] for key in ("dealt", "gave")} == {
        key: before[key] for key in ("dealt", "gave")
    }
    assert len({card for cards in holdings(answer) for card in cards}) == 52
    assert table["deal"]["seed"] == Deal.objects.get(number=table["deal"]["number"]).seed


def test_a_deal_thrown_away_before_its_draw_has_no_index(table):
    table.commit(0)
    seq = table.summary["seq"]
    table.post(f"{table.url}/void", {"scope": "game", "reason": "x"}, table.token)
    deal = view(table, at=seq).json()["deal"]
    assert (deal["index"], len(deal["seed"])) == (None, 64)


def test_a_sheet_has_no_cards_to_show(log):
    guests = Guests(kind="sheet", rules={"preset": "scoresheet"}, players=["A", "B", "C", "D"])
    guests.post(f"{guests.url}/rows", {"points": [5, 0, 8, 13]}, guests.token)
    answer = view(guests, at=guests.summary["seq"])
    assert answer["Cache-Control"] == FOR_EVER
    assert answer.json()["totals"] == [5, 0, 8, 13]


def test_a_token_of_another_game_is_a_spectators(playing):
    other = Guests()
    other.sit()
    assert view(playing, other.tokens[0]).content == view(playing).content
    assert view(playing, other.token).content == view(playing).content


def test_who_left_a_seat_to_a_computer_player_is_a_spectator(playing):
    assert holdings(view(playing, playing.tokens[2]))[2] != ["??"] * 13
    left = playing.post(f"{playing.url}/substitutions", {"seat": 2}, playing.token)
    assert left.status_code == 201
    assert view(playing, playing.tokens[2]).content == view(playing).content


def test_what_does_not_fit_is_refused(playing):
    for query in ("at=-1", "at=x", "at=", "at=1&at=2", "seat=1"):
        is_problem(playing.get(f"{playing.url}/view?{query}"), 400, "invalid-query")
    is_problem(playing.get(f"{playing.url}/view?at=9999999999"), 400, "invalid-query")
    is_problem(playing.get(f"/games/{uuid.uuid4()}/view"), 404, "not-found")
    is_problem(view(playing, "hearts_" + "A" * 43), 401, "token-invalid")
    refused = playing.post(f"{playing.url}/view", {}, playing.token)
    is_problem(refused, 405, "method-not-allowed")
