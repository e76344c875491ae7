"""What the calls of leagues take."""

from __future__ import annotations

from typing import Final

from rest_framework import serializers

from api.body import Flag, Input, Number, QueryNumber, Text
from api.fields import FRACTION, REASON, Key, Moment
from api.pagination import MOST, PAGE
from api.v1.inputs import MOST_EVENTS, Pattern

_POINTS: Final = 10**6


def _reason(*, required: bool = True) -> Pattern:
    return Pattern(
        REASON,
        max_length=64,
        required=required,
        help_text="a code of a-z, 0-9, - and _: it stands in the events for ever",
    )


def _name(*, required: bool = True) -> Text:
    return Text(max_length=64, required=required, help_text="as everybody will see it")


class LeagueInput(Input):
    """The terms of a new league."""

    club = Key(help_text="whose directors direct it")
    name = _name()
    kind = serializers.ChoiceField(["cumulative", "swiss", "same-deal"])
    rules = serializers.ListField(
        child=serializers.DictField(),
        min_length=1,
        max_length=4,
        help_text="rules objects, one for each size of tables, the size preferred first",
    )
    play = serializers.ChoiceField(
        ["cards", "sheet"], default="cards", help_text="`sheet`: real cards, rows of numbers"
    )
    sources = Text(
        required=False,
        max_length=16,
        help_text="of the games' deals: `server` unless said; boards are `server` or `beacon`",
    )
    lots = serializers.ChoiceField(
        ["server", "beacon"], default="server", help_text="from what rounds are drawn"
    )
    wait = Number(default=600, min_value=10, max_value=604_800, help_text="of its games, seconds")
    games = Number(
        default=1, min_value=1, max_value=32, help_text="games, or boards, of a round at each table"
    )


class LeaguesQuery(Input):
    """Which page of leagues."""

    club = Key(required=False, help_text="only those of this club")
    cursor = Text(required=False, max_length=200, help_text="the `next` of the page before")
    limit = QueryNumber(default=PAGE, most=MOST, help_text="at most so many")


class EntrantInput(Input):
    """Who is to take part."""

    name = _name()
    account = Key(required=False, help_text="a member of the club; without it, a guest")
    computer = Flag(default=False, help_text="a computer player")
    reason = _reason(required=False)


class LeagueEventInput(Input):
    """What a director decides; which fields an event has is said with its kind."""

    kind = serializers.ChoiceField(
        ["withdraw", "return", "substitute", "penalty", "average", "correct"],
        help_text="withdraw, return: entrant; substitute: entrant, player; penalty: entrant, "
        "value; average: entrant, round, board, value; correct: game, totals",
    )
    reason = _reason()
    entrant = Key(required=False)
    player = Key(
        required=False,
        allow_null=True,
        help_text="the account that plays for it from the next draw on; null: itself again",
    )
    value = Pattern(
        FRACTION,
        required=False,
        help_text="exact, as in 1/2: what is taken off, in place points or boards; or the average",
    )
    round = Number(required=False, min_value=1, max_value=32_767)
    board = Number(required=False, min_value=1, max_value=32_767)
    game = Key(required=False)
    totals = serializers.ListField(
        child=Number(min_value=-_POINTS, max_value=_POINTS),
        required=False,
        allow_null=True,
        max_length=6,
        help_text="by seat; null: it counts no more",
    )


class LeagueEventsQuery(Input):
    """Which events of a league."""

    after = QueryNumber(default=0, help_text="a seq; 0 for all")
    limit = QueryNumber(default=100, most=MOST_EVENTS, help_text="at most so many")


class DrawInput(Input):
    """Nothing needs to be said."""

    reason = _reason(required=False)


class CloseInput(Input):
    """How a round is closed."""

    override = Flag(default=False, help_text="close over games that are on: they count no more")
    reason = _reason(required=False)


class StandingsQuery(Input):
    """Which moment, and in which form."""

    at = QueryNumber(required=False, help_text="after the event with this seq")
    time = Moment(required=False, help_text="at this time instead")
    format = serializers.ChoiceField(["json", "csv"], required=False, help_text="else by Accept")


class CardsQuery(Input):
    """Whose card: an entrant's, or a table's."""

    entrant = Key(required=False)
    table = QueryNumber(required=False, help_text="from 1")


class LeagueAuditInput(Input):
    """Whether what is wrong is replaced."""

    repair = Flag(default=False)
