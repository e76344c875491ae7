"""The page of a round leads each person who plays to his seat, and nobody to another's."""

import html
import re
from datetime import timedelta
from urllib.parse import parse_qsl

import pytest
from django.utils import timezone

from deals.models import Job
from games.leagues.services.counting import count_result
from tests.api.directors import Director
from tests.cast import Clock
from tests.secrecy.test_boards import Table

pytestmark = pytest.mark.usefixtures("log")
ONE_HAND = {"hands": 1, "target": None, "tie": "share"}


def page_of(league, number=1):
    answer = league.client.get(f"{league.url}/rounds/{number}")
    assert answer.status_code == 200
    return answer.content.decode().partition("<footer>")[0]


def led_to(league):
    """Who is led where: names, games, seats, and where each comes back to."""
    links = re.findall(r'<a href="/play#(.*?)">(.*?)<span', page_of(league))
    return [(name, dict(parse_qsl(html.unescape(place)))) for place, name in links]


def seats_of(league, drawn, people):
    """The same, from what the API said when the round was drawn."""
    back = f"{league.url}/rounds/{drawn['round']}"
    return [
        (seat["name"], {"game": game["game"], "seat": str(seat["seat"]), "back": back})
        for table in drawn["tables"]
        for game in table["games"]
        for seat in table["seats"]
        if seat["name"] in people
    ]


def count_all(now):
    for job in Job.objects.filter(kind="count_result", state="queued"):
        count_result(job.id, now=now + timedelta(hours=1))


def test_each_person_is_led_to_the_seat_and_no_computer_player_is(log):
    league = Director("cumulative", people=2, computers=5, rules=[ONE_HAND], games=2)
    ben, _ = league.member("ben")
    league.entered(name="Ben", account=str(ben))
    drawn = league.drawn()
    expected = seats_of(league, drawn, {"guest 0", "guest 1", "Ben"})
    assert len(expected) == 6
    assert led_to(league) == expected


def test_who_stands_in_for_a_computer_player_is_led_to_its_seat(log):
    league = Director("cumulative", computers=4, rules=[ONE_HAND])
    drawn = league.drawn()
    assert led_to(league) == []
    ben, _ = league.member("ben")
    done = league.decide("substitute", entrant=league.people[2], player=str(ben))
    assert done.status_code == 201, done.content
    assert led_to(league) == seats_of(league, drawn, {"computer 2"})


def test_nobody_is_led_to_a_table_of_real_cards(log):
    league = Director("cumulative", people=4)
    league.drawn()
    assert led_to(league) == []


def test_nobody_is_led_to_a_game_that_counts_or_to_a_round_that_is_closed(log):
    league = Director("cumulative", people=8, rules=[ONE_HAND], sources="server")
    drawn = league.drawn()
    done, still = drawn["tables"]
    assert len(led_to(league)) == 8
    Table(league, done, Clock(timezone.now())).play(52)
    count_all(timezone.now())
    names = {seat["name"] for seat in still["seats"]}
    assert led_to(league) == seats_of(league, drawn, names)
    assert league.close(override=True, reason="dark").status_code == 201
    assert led_to(league) == []


def test_who_is_led_to_a_board_does_not_say_which_tables_are_done(log):
    league = Director("same-deal", people=8, rules=[{}])
    drawn = league.drawn()
    fresh = page_of(league)
    assert len(led_to(league)) == 8
    Table(league, drawn["tables"][0], Clock(timezone.now())).play(52)
    count_all(timezone.now())
    assert page_of(league) == fresh
