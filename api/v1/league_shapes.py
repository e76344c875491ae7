"""The shapes of the answers about leagues."""

from __future__ import annotations

from rest_framework import serializers

from api.v1.shapes import Fields


def _whole(meaning: str = "", *, null: bool = False) -> serializers.IntegerField:
    return serializers.IntegerField(help_text=meaning, allow_null=null)


def _text(meaning: str = "", *, null: bool = False) -> serializers.CharField:
    return serializers.CharField(help_text=meaning, allow_null=null)


def _key(meaning: str = "", *, null: bool = False) -> serializers.UUIDField:
    return serializers.UUIDField(help_text=meaning, allow_null=null)


class LeagueOutlineShape(Fields):
    """A league among others."""

    id = _key()
    club = _key()
    name = _text()
    kind = serializers.ChoiceField(["cumulative", "swiss", "same-deal"])
    created = _text()
    time = _text("of its last event")
    seq = _whole("of its last event")


class LeaguesShape(Fields):
    """A page of leagues."""

    leagues = LeagueOutlineShape(many=True)
    next = _text("the cursor of the next page", null=True)


class LastRoundShape(Fields):
    """The last round."""

    number = _whole()
    state = serializers.ChoiceField(["drawing", "open", "closed"])


class MovementShape(Fields):
    """The movement for so many entrants."""

    players = _whole()
    rounds = _whole()
    balance = serializers.ListField(
        child=serializers.CharField(), help_text="how even it is, and where it is not"
    )


class LeagueShape(LeagueOutlineShape):
    """A league with its terms."""

    play = serializers.ChoiceField(["cards", "sheet"])
    rules = serializers.ListField(child=serializers.DictField(), help_text="by size of tables")
    sources = _text("of its games' deals; - for sheets")
    lots = _text("from what rounds are drawn")
    wait = _whole("seconds")
    games = _whole("games, or boards, of a round at each table")
    entrants = _whole("those that are in")
    round = LastRoundShape(allow_null=True)
    movement = MovementShape(allow_null=True, help_text="null: the fill seats the tables")


class EntrantShape(Fields):
    """An entrant."""

    entrant = _key("as the public log names it")
    number = _whole("in the order of entry")
    name = _text()
    holder = serializers.ChoiceField(["account", "guest", "computer"])
    account = _key(null=True)
    substitute = _key("who plays for it", null=True)
    left = serializers.BooleanField()
    sat_out = _whole("sit-outs, as they count for the next")


class EntrantsShape(Fields):
    """The entrants of a league."""

    league = _key()
    entrants = EntrantShape(many=True)


class LeagueEventShape(Fields):
    """An event of a league."""

    seq = _whole("1, 2, 3 … without a gap")
    time = _text()
    kind = _text()
    detail = serializers.DictField()
    reason = _text("a code", null=True)
    by = _key("the account that decided", null=True)


class LeagueEventsShape(Fields):
    """Events of a league."""

    league = _key()
    events = LeagueEventShape(many=True)
    last_seq = _whole("the league's")


class CourseShape(Fields):
    """A movement that is on."""

    players = _whole()
    step = _whole("its next round, from 0")


class RoundOutlineShape(Fields):
    """A round among others."""

    round = _whole()
    state = serializers.ChoiceField(["drawing", "open", "closed"])
    deal = _whole("the number of its draw")
    created = _text()
    closed = _text(null=True)
    sitting = serializers.ListField(child=serializers.UUIDField(), help_text="who sits out")
    movement = CourseShape(allow_null=True)


class LeagueRoundsShape(Fields):
    """The rounds of a league."""

    league = _key()
    rounds = RoundOutlineShape(many=True)


class TableSeatShape(Fields):
    """A seat of a table."""

    seat = _whole()
    entrant = _key()
    name = _text()


class TableGameShape(Fields):
    """A game of a table."""

    number = _whole("of the game, or the board")
    game = _key()
    counted = serializers.BooleanField()
    totals = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="as they count, by seat"
    )


class TableShape(Fields):
    """A table of a round."""

    table = _whole()
    id = _key("as the games' headers name it")
    seats = TableSeatShape(many=True)
    games = TableGameShape(many=True)


class BoardOutlineShape(Fields):
    """A board of a round."""

    board = _whole()
    deal = _whole("its number")
    state = serializers.ChoiceField(["shut", "open"])


class BoardResultShape(Fields):
    """What a table has made of a board."""

    table = _whole()
    game = _key()
    totals = serializers.ListField(child=serializers.IntegerField(), help_text="by seat")
    matchpoints = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        help_text="by seat: 2 for a worse and 1 for an equal result elsewhere; null for one alone",
    )
    scores = serializers.ListField(
        child=serializers.CharField(allow_null=True), help_text="by seat, exact, from 0 to 1"
    )


class BoardShape(Fields):
    """A board and how its tables compare."""

    round = _whole()
    board = _whole()
    deal = _whole("its number")
    state = serializers.ChoiceField(["shut", "open"])
    results = BoardResultShape(many=True, help_text="none before the round is closed")


class LeagueRoundShape(RoundOutlineShape):
    """A round with its tables."""

    tables = TableShape(many=True)
    boards = BoardOutlineShape(many=True)


class StandingShape(Fields):
    """A line of the standings."""

    rank = _whole("equal ones share it: 1 1 3 4; null before the first game", null=True)
    entrant = _key()
    name = _text()
    games = _whole("games or boards in the mean")
    sum = _text("exact, as in 7/2")
    mean = _text("exact", null=True)
    mean_decimal = _text("to four places", null=True)
    values = serializers.DictField(child=serializers.CharField(), help_text="by criterion, exact")
    ahead_by = _text("what puts it before the next line; null: they share a place", null=True)


class StandingsShape(Fields):
    """The standings of a league."""

    league = _key()
    kind = _text()
    seq = _whole("of the last event that counts")
    criteria = serializers.ListField(child=serializers.CharField(), help_text="in their order")
    lines = StandingShape(many=True)


class SeatTokenShape(Fields):
    """A token for a guest's seat."""

    game = _key()
    seat = _whole()
    token = _text("speaks for this seat; shown this once")


class LeagueFindingShape(Fields):
    """One difference between what is stored and what follows."""

    step = _whole("11; of a draw the verifier's")
    rule = _text("stored_standings; round_seating where people sit otherwise than drawn")
    entrant = _key(null=True)
    round = _whole(null=True)
    game = _key(null=True)
    detail = _text("both values")


class LeagueAuditShape(Fields):
    """What an audit of a league found."""

    league = _key()
    verdict = serializers.ChoiceField(["ok", "false"])
    repaired = serializers.BooleanField(help_text="whether rows were replaced")
    findings = LeagueFindingShape(many=True)
