"""Derived rows are what the log says: emptied, they come back row for row, whatever goes on."""

import pytest
from django.db import transaction

from games.models import Game, HandState, Score, SeatHolder
from games.rules.errors import RulesError
from games.services.adjusting import adjust_total
from games.services.errors import GameRefused
from games.services.playing import record_play
from games.services.rebuilding import derived_rows, rebuild_game, stored_rows
from games.services.voiding import void_game, void_hand
from tests.archives import fill_archive, games_by_age
from tests.cast import Party
from tests.real_parts import at_once

DERIVED = {
    Game: ("state", "seq", "head", "time", "hand", "totals", "winners", "computers", "rules_id"),
    HandState: ("game_id", "seq", "hand", "before", "phase", "turn"),
    Score: ("game_id", "hand", "seq", "direction", "points", "scores", "totals"),
    SeatHolder: ("game_id", "seat", "kind", "player", "name", "seq"),
}


def rows():
    """All derived rows, as values."""
    return {
        model.__name__: list(model.objects.order_by(*columns).values(*columns))
        for model, columns in DERIVED.items()
    }


def empty():
    """Empty the derived tables; of a game's row what is derived."""
    Score.objects.all().delete()
    HandState.objects.all().delete()
    SeatHolder.objects.all().delete()
    Game.objects.update(
        state="seating", seq=0, head="", hand=1, totals=[9, 9, 9, 9], winners=[3], computers=[2]
    )


def played():
    party = Party()
    party.sit()
    party.play_hand()
    return party


def in_mid_hand():
    party = played()
    party.contribute()
    party.pass_cards()
    for _ in range(7):
        party.play()
    return party


def adjusted():
    party = played()
    adjust_total(party.game, 1, 26, reason="late", now=party.clock())
    return party


def void_in_mid_hand():
    party = in_mid_hand()
    void_hand(party.game, now=party.clock())
    return party


def over():
    party = played()
    void_game(party.game, now=party.clock())
    return party


def with_computers():
    party = Party(seats=("human", "computer", "human", "computer"))
    party.sit()
    return party


@pytest.mark.parametrize(
    "make", [played, in_mid_hand, adjusted, void_in_mid_hand, over, with_computers]
)
def test_emptied_rows_come_back_row_for_row(log, make):
    party = make()
    before, secret = rows(), stored_rows(party.game)
    empty()
    assert rebuild_game(party.game)
    assert rows() == before
    assert stored_rows(party.game) == secret
    assert not rebuild_game(party.game)


def test_an_archive_comes_back_row_for_row(log):
    fill_archive(13)
    before = rows()
    empty()
    assert all(map(rebuild_game, games_by_age()))
    assert rows() == before


def test_a_game_goes_on_while_it_is_rebuilt_again_and_again(committed_log):
    party = in_mid_hand()

    def play_on():
        for _ in range(8):
            party.play()

    def rebuild():
        for _ in range(8):
            with transaction.atomic():
                Game.objects.select_for_update(no_key=True).get(id=party.game)
                Score.objects.filter(game=party.game).update(points=[0, 0, 0, 26])
                rebuild_game(party.game)

    def play_late():
        with pytest.raises((GameRefused, RulesError)):
            record_play(party.game, 0, "2C", expected_seq=1, now=party.clock())

    assert at_once(play_on, rebuild, rebuild, play_late) == [None] * 4
    assert stored_rows(party.game) == derived_rows(party.game)
