"""Score sheets as pages: what the server renders."""

from __future__ import annotations

import itertools
import uuid

import pytest

from api.pages.chart import HEIGHT, totals_chart
from games.services.substituting import substitute_player
from games.services.voiding import void_hand
from tests.cast import Party
from tests.scorer import Scorer

ONE_HAND = {"preset": "standard", "hands": 1, "target": None}


def test_a_sheet_before_its_first_hand_says_so_and_has_no_chart(log, client):
    scorer = Scorer()
    text = client.get(f"/games/{scorer.game}/sheet").content.decode()
    assert "No hand is finished yet." in text
    assert "<svg" not in text
    assert client.get(f"/games/{uuid.uuid4()}/sheet").status_code == 404


def test_names_are_shown_as_text(log, client):
    scorer = Scorer()
    scorer.row(5, 0, 8, 13)
    assert '<th scope="col">=Ben</th>' in client.get(f"/games/{scorer.game}/sheet").content.decode()


def test_what_stands_among_the_hands_is_shown(party, client):
    party.play_hand()
    party.contribute()
    void_hand(party.game, now=party.clock())
    substitute_player(party.game, 1, by=None, now=party.clock())
    text = client.get(f"/games/{party.game}/sheet").content.decode()
    assert "takes over (idle)" in text
    assert "1 hand so far" in text


def test_seats_are_called_as_the_replay_calls_them(log, client):
    party = Party(ONE_HAND, seats=("human", "computer", "computer", "computer"))
    text = client.get(f"/games/{party.game}/sheet").content.decode()
    for seat in range(4):
        assert f'<th scope="col">Seat {seat}</th>' in text


def test_the_page_that_keeps_a_sheet_leads_to_an_empty_one(log, client):
    before_script = client.get("/sheet").content.decode().split("</noscript>")[1]
    assert 'href="/sheet/empty"' in before_script


@pytest.mark.parametrize(
    "totals", [[(0, 0, 26), (0, 0, 26)], [(-26, 5, 0), (400, -26, 13)], [(0,), (0,)]]
)
def test_a_chart_keeps_its_lines_inside_and_its_names_apart(totals):
    chart = totals_chart(totals, names=["A"] * len(totals[0]))
    for curve in chart.curves:
        for point in curve.points.split():
            assert 0 <= float(point.split(",")[1]) <= HEIGHT
    places = sorted(curve.y for curve in chart.curves)
    assert all(below - above >= 14 for above, below in itertools.pairwise(places))
