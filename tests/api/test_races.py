"""What many do at once, over real connections."""

from collections import Counter

import pytest
from django.test import Client

from tests.api.guests import PROBLEM, Guests


@pytest.fixture
def guests(committed_log):
    guests = Guests()
    guests.sit()
    guests.contribute()
    return guests


def as_another(guests, act):
    """The same people through a client of this thread."""

    def run():
        mine = Guests.__new__(Guests)
        mine.__dict__ = guests.__dict__ | {"client": Client(raise_request_exception=False)}
        return act(mine)

    return run


def test_fifty_threads_post_the_same_play_and_one_stands(guests, threads):
    guests.pass_cards()
    view = guests.turn
    card, seq = view["cards"]["legal_cards"][0], view["seq"]
    play = as_another(guests, lambda mine: mine.play(view["seat"], card, seq))
    answers = threads([play] * 50)
    assert Counter(answer.status_code for answer in answers) == {201: 1, 409: 49}
    refused = [answer for answer in answers if answer.status_code == 409]
    assert {answer["Content-Type"] for answer in refused} == {PROBLEM}
    assert {answer.json()["code"] for answer in refused} == {"stale"}
    assert guests.summary["seq"] == seq + 1


def test_four_seats_pass_at_once_and_all_have_passed(guests, threads):
    answers = threads([as_another(guests, lambda mine, s=seat: mine.give(s)) for seat in range(4)])
    assert [answer.status_code for answer in answers] == [201] * 4
    assert guests.summary["phase"] == "playing"
    lines = guests.get(f"{guests.url}/events?limit=1000").json()["events"]
    assert sum(" pass " in event["line"] for event in lines) == 4


def test_one_seat_passes_twice_at_once_and_one_stands(guests, threads):
    cards = guests.view(0)["cards"]["holding"]
    passes = [
        as_another(guests, lambda mine, c=cards[at : at + 3]: mine.give(0, c)) for at in (0, 3)
    ]
    answers = threads(passes)
    assert sorted(answer.status_code for answer in answers) == [201, 409]


def test_a_seat_is_taken_once_by_ten_at_once(committed_log, threads):
    guests = Guests()
    answers = threads([as_another(guests, lambda mine: mine.take(0))] * 10)
    assert Counter(answer.status_code for answer in answers) == {200: 1, 409: 9}


def test_games_made_at_once_have_gapless_deal_numbers(committed_log, threads):
    answers = threads([lambda: Guests().summary["deal"]] * 8)
    assert sorted(answers) == list(range(1, 9))
