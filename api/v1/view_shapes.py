"""The shape of a table at one point of its game, for the OpenAPI document."""

from __future__ import annotations

from typing import Final, get_args

from rest_framework import serializers

from api.v1.shapes import Fields, ScoreShape
from games.replay.table_state import Phase, State

_MASKED: Final = 'hidden from you: `"??"`'


def _number(meaning: str, *, null: bool = False) -> serializers.IntegerField:
    return serializers.IntegerField(help_text=meaning, allow_null=null)


def _text(meaning: str, *, null: bool = False) -> serializers.CharField:
    return serializers.CharField(help_text=meaning, allow_null=null)


def _open(meaning: str) -> serializers.JSONField:
    return serializers.JSONField(help_text=f"{meaning}; {_MASKED}")


def _cards(meaning: str) -> serializers.JSONField:
    help_text = f'{meaning}; null where there are none, each hidden card is `"??"`'
    return serializers.JSONField(help_text=help_text)


def _numbers(meaning: str) -> serializers.ListField:
    return serializers.ListField(child=serializers.IntegerField(), help_text=meaning)


def _texts(meaning: str) -> serializers.ListField:
    child = serializers.CharField(allow_null=True)
    return serializers.ListField(child=child, help_text=meaning)


class DealOfViewShape(Fields):
    """The deal of the hand that is on."""

    number = _number("public serial")
    commitment = _text("to the opening that holds the seed")
    commitments = _texts("K's by seat, null while missing")
    nonces = _texts("by seat, null while missing")
    seed = _open("in hex, after the hand")
    index = _open("of the deal among all deals, after the hand")


class SeatOfViewShape(Fields):
    """A seat."""

    seat = _number("from 0")
    holder = _text("human or computer; null while free", null=True)
    name = _text("the player's uuid, or a computer player's name", null=True)
    passed = _open("whether it has passed")
    dealt = _cards("before the pass")
    gave = _cards("what it passed")
    received = _cards("what it received")
    holding = _cards("now")
    legal_cards = _cards("what it may play now; as a whole hidden from others")
    points = _open("of the cards it took in tricks, the kitty apart")


class ViewShape(Fields):
    """A table after one line of its game's chain."""

    game = serializers.UUIDField()
    seq = _number("of the last line that counts here")
    time = _text("of that line")
    state = serializers.ChoiceField(get_args(State))
    hand = _number("the hand that is on, from 1")
    phase = serializers.ChoiceField(get_args(Phase))
    direction = _text("of the pass")
    turn = _open("the seat to play, if one is")
    asked = _open("the shooter who has to choose what the moon does, if one has")
    deal = DealOfViewShape(allow_null=True)
    before = _numbers("totals that the hand began with")
    totals = _numbers("by seat")
    seats = SeatOfViewShape(many=True)
    hearts_broken = _open("whether hearts may be led")
    trick = _open("the trick that is on: leader, cards, winner null")
    tricks = _open("the finished tricks of the hand")
    kitty = _cards("the spare cards")
    kitty_points = _open("what the kitty counts for whoever took the first trick")
    scores = ScoreShape(many=True)
    winners = _numbers("seats; empty while the game is on")
    findings = serializers.ListField(
        child=serializers.DictField(), help_text="the first line that can't follow, if there is one"
    )
