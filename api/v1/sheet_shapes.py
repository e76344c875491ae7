"""The shapes of the answers about scores."""

from __future__ import annotations

from rest_framework import serializers

from api.v1.shapes import Fields, FindingShape, OutcomesShape


def _numbers(meaning: str, *, required: bool = True, null: bool = False) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.IntegerField(), help_text=meaning, required=required, allow_null=null
    )


def _whole(meaning: str, *, required: bool = True, null: bool = False) -> serializers.IntegerField:
    return serializers.IntegerField(help_text=meaning, required=required, allow_null=null)


class QuestionShape(OutcomesShape):
    """A shooter who is asked, and what each answer gives."""

    seat = _whole("the shooter")


class RowShape(Fields):
    """A row that is kept."""

    hand = _whole("as which it was written")
    points = _numbers("taken, by seat")
    jack = _whole("the seat that took the bonus card", null=True)
    ten = _whole("the seat that took the ten of clubs", null=True)
    sun = serializers.BooleanField(allow_null=True, help_text="whether one seat took every trick")
    no_tricks = _numbers("the seats that took none", null=True)
    moon_choice = serializers.ChoiceField(["add", "subtract"], allow_null=True)


class SheetLineShape(Fields):
    """A line of a sheet: a hand, or what stands among the hands."""

    kind = serializers.ChoiceField(["hand", "adjust", "substitute", "void"])
    totals = _numbers("after the line, by seat")
    hand = _whole("from 1", required=False)
    direction = serializers.CharField(required=False, help_text="of the pass")
    points = _numbers("taken, or added, by seat", required=False)
    sum = _whole("of the points", required=False)
    scores = _numbers("after the moon rule and doubling, by seat", required=False)
    shooter = _whole("who took every penalty card", required=False, null=True)
    jack = _whole("the seat that took the bonus card", required=False, null=True)
    ten = _whole("the seat that took the ten of clubs", required=False, null=True)
    sun = serializers.BooleanField(required=False, allow_null=True)
    no_tricks = _numbers("the seats that took none", required=False, null=True)
    moon_choice = serializers.CharField(required=False, allow_null=True)
    seat = _whole("of a substitute", required=False)
    player = serializers.CharField(required=False, help_text="the substitute")
    reason = serializers.CharField(required=False, allow_null=True)


class RemarkShape(Fields):
    """Why the rules were changed."""

    seq = _whole("of the event")
    reason = serializers.CharField()


class ScoresheetShape(Fields):
    """A game in numbers."""

    game = serializers.UUIDField()
    kind = serializers.ChoiceField(["cards", "sheet"])
    rules = serializers.DictField(help_text="all 22 settings")
    players = serializers.ListField(child=serializers.CharField(), help_text="by seat")
    lines = SheetLineShape(many=True)
    totals = _numbers("by seat")
    ranks = _numbers("places from 1, by seat; equal totals share one")
    finished = serializers.BooleanField()
    winners = _numbers("seats")
    set_aside = RowShape(many=True, help_text="rows after the end: they are kept, not counted")
    remarks = RemarkShape(many=True)


class HandResultShape(Fields):
    """What a hand comes to."""

    direction = serializers.CharField()
    points = _numbers("by seat")
    scores = _numbers("by seat")
    totals = _numbers("by seat")
    shooter = _whole("who took every penalty card", null=True)


class RescoreShape(Fields):
    """A game under other rules."""

    game = serializers.UUIDField()
    rules = serializers.DictField(help_text="all 22 settings")
    hands = HandResultShape(many=True)
    totals = _numbers("by seat")
    ranks = _numbers("by seat")
    finished = serializers.BooleanField()
    winners = _numbers("seats")
    forbidden = FindingShape(many=True, help_text="the acts that these rules forbid")
