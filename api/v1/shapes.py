"""The shapes of the answers, for the OpenAPI document; tests hold real answers against them."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from api.v1.inputs import DEAL_STATES

Fields = serializers.Serializer[Any]


def _whole(
    meaning: str = "", *, null: bool = False, required: bool = True
) -> serializers.IntegerField:
    return serializers.IntegerField(help_text=meaning, allow_null=null, required=required)


def _text(meaning: str = "", *, null: bool = False) -> serializers.CharField:
    return serializers.CharField(help_text=meaning, allow_null=null)


def _numbers(meaning: str) -> serializers.ListField:
    return serializers.ListField(child=serializers.IntegerField(), help_text=meaning)


def _cards(meaning: str, *, null: bool = False) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), help_text=meaning, allow_null=null)


class EventShape(Fields):
    """A line of the game's chain."""

    seq = _whole("1, 2, 3 … without a gap")
    line = _text("as it was hashed")
    head = _text("the chain's head after it: 64 hex digits")


class ActShape(Fields):
    """An accepted act."""

    event = EventShape()
    receipt = _text("a signed note of the receipt key: keep it")


class PassShape(ActShape):
    """An accepted pass, with what opens it: for this seat only."""

    opening = _text("the pass statement with its salt; the event is its SHA-256")


class TakenShape(ActShape):
    """A taken seat."""

    seat = _whole()
    player = serializers.UUIDField(help_text="names the player in the chain")
    token = _text("speaks for this seat; shown this once")


class SeatShape(Fields):
    """A seat of a game."""

    seat = _whole()
    kind = serializers.ChoiceField(["human", "computer"])
    taken = serializers.BooleanField()
    player = _text("the uuid that names the player in the chain", null=True)
    name = _text("of a computer player, or of a player of a sheet", null=True)


class ScoreShape(Fields):
    """A finished hand."""

    hand = _whole()
    direction = _text("of the pass")
    points = _numbers("taken in the hand, by seat")
    scores = _numbers("after the moon rule, by seat")
    totals = _numbers("after the hand, by seat")


class GameLineShape(Fields):
    """A game in a list."""

    id = serializers.UUIDField()
    club = _text("whose directors direct it; null for its creator", null=True)
    state = serializers.ChoiceField(["seating", "playing", "finished", "abandoned", "voided"])
    created = _text("when it was made")
    time = _text("of the last event")
    seq = _whole("of the last event")
    hand = _whole("the hand that is on, from 1")
    totals = _numbers("by seat")
    winners = _numbers("seats; empty while the game is on")


class GameShape(GameLineShape):
    """A game as everybody may see it."""

    kind = serializers.ChoiceField(["cards", "sheet"])
    rules = serializers.DictField(help_text="all 22 settings")
    sources = _text("where randomness beside the server's seed comes from")
    wait = _whole("seconds")
    header = _text("the game entry of the public log; its SHA-256 is head 0 of the chain")
    head = _text("the chain's head after the last event")
    phase = serializers.ChoiceField(
        [
            "committed",
            "contributing",
            "opening",
            "waiting",
            "passing",
            "playing",
            "closing",
            "over",
        ]
    )
    turn = _whole("the seat to play, if one is", null=True)
    asked = _whole("the shooter who has to choose what the moon does, if one has", null=True)
    direction = _text("of the pass of the hand that is on")
    deal = _whole("the number of the deal of the hand that is on", null=True)
    seats = SeatShape(many=True)
    scores = ScoreShape(many=True)


class GamesShape(Fields):
    """Games, the newest first."""

    games = GameLineShape(many=True)
    next = _text("the cursor of the next page; null on the last", null=True)


class ContributionShape(Fields):
    """What a seat gave to a deal."""

    seat = _whole()
    commitment = _text("K")
    nonce = _text("once it stands in the chain", null=True)
    by = serializers.ChoiceField(["seat", "service"], help_text="who drew the nonce")


class RoundShape(Fields):
    """The beacon's round that a deal is drawn from, and from no other."""

    number = _whole()
    due = _text("when it comes out")
    signature = _text("checked; null while the deal waits for it", null=True)
    randomness = _text("the signature's SHA-256", null=True)


class EntriesShape(Fields):
    """Where a deal stands in the public log."""

    commit = _whole()
    freeze = _whole(null=True)
    end = _whole(null=True)


class EntryTextsShape(Fields):
    """What stands there, as it was hashed: check it against `/log/proof/<index>`."""

    commit = _text()
    freeze = _text(null=True)
    end = _text(null=True)


class DealLineShape(Fields):
    """A deal in a list."""

    deal = _whole("its number")
    commitment = _text("the SHA-256 of its opening")
    state = serializers.ChoiceField(DEAL_STATES)
    reason = _text("why it is void; null unless it is", null=True)

    def get_fields(self) -> dict[str, Any]:
        """Add `for`, which is no name in Python."""
        return super().get_fields() | {"for": _text("its purpose")}


class DealShape(DealLineShape):
    """What is public of a deal now."""

    deck = _text()
    sources = _text()
    beacon = _text()
    round = RoundShape(allow_null=True)
    contributions = ContributionShape(many=True)
    entries = EntriesShape()
    entry_texts = EntryTextsShape()


class DealsShape(Fields):
    """Deals, by number."""

    deals = DealLineShape(many=True)
    next = _text("the cursor of the next page; null on the last", null=True)


class InviteShape(Fields):
    """The secret that opens a seat."""

    seat = _whole()
    invite = _text()


class CreatedShape(Fields):
    """A new game; its secrets are shown this once."""

    game = GameShape()
    deal = DealShape(allow_null=True)
    token = _text("speaks for the creator; null when an account or a club directs", null=True)
    invites = InviteShape(many=True)


class TrickShape(Fields):
    """A trick, finished or not."""

    leader = _whole()
    cards = _cards("in the order played, from the leader on")
    winner = _whole(null=True)


class OwnCardsShape(Fields):
    """What a seat sees of the hand that is on."""

    direction = _text()
    dealt = _cards("before the pass")
    gave = _cards("", null=True)
    received = _cards("once all have passed", null=True)
    holding = _cards("now")
    legal_cards = _cards("on turn; else empty")
    passed = _numbers("the seats that have passed")
    hearts_broken = serializers.BooleanField()
    trick = TrickShape(allow_null=True)
    tricks = TrickShape(many=True)
    points = _numbers("of the cards played so far, by seat")
    kitty = _cards("to whoever took the first trick, from then on; else null", null=True)


class OutcomesShape(Fields):
    """What a moon gives by each answer, by seat."""

    add = _numbers("when the others get the points")
    subtract = _numbers("when the shooter's total goes down")


class OwnViewShape(Fields):
    """All that a seat may know."""

    seat = _whole()
    seq = _whole("of the event up to which this holds")
    state = _text()
    hand = _whole()
    phase = _text()
    turn = _whole(null=True)
    asked = _whole("the shooter who has to choose what the moon does, if one has", null=True)
    totals = _numbers("before this hand, by seat")
    cards = OwnCardsShape(allow_null=True)
    question = OutcomesShape(allow_null=True, help_text="to the shooter who is asked")


class EventsShape(Fields):
    """Events of a game."""

    game = serializers.UUIDField()
    events = EventShape(many=True)
    last_seq = _whole("of the game")
    complete = serializers.BooleanField(help_text="the game is over and no event follows these")


class RulesShape(Fields):
    """Rules that can be played."""

    line = _text("the canonical form, as a game's header has it")
    rules = serializers.DictField(help_text="all 22 settings")


class AuditShape(Fields):
    """An audit and its job."""

    id = serializers.UUIDField()
    game = serializers.UUIDField(allow_null=True, help_text="null for an audit of several")
    state = serializers.ChoiceField(["queued", "running", "done", "failed", "cancelled"])
    attempts = _whole(null=True)
    total = _whole("games and leagues; null until it is planned", null=True)
    done = _whole("games and leagues")
    false = _whole("games and leagues with the verdict false")
    repaired = _whole("games and leagues whose derived rows were replaced")
    log = serializers.DictField(
        allow_null=True, help_text="of several: how much of the log was checked, what is wrong"
    )
    not_audited = serializers.ListField(
        child=serializers.UUIDField(), help_text="games whose audit has killed its worker each time"
    )
    result = serializers.DictField(
        allow_null=True, help_text="the verdict on one game, once there is one"
    )


class FindingShape(Fields):
    """One defect."""

    step = _whole("of the fair deal's steps; 11 compares what is stored")
    hand = _whole(null=True)
    ply = _whole(null=True)
    seat = _whole(null=True)
    seq = _whole(null=True)
    rule = _text()
    detail = _text()


class AuditFindingShape(Fields):
    """One defect of a game, or of a league: then with its places."""

    game = serializers.UUIDField(allow_null=True)
    league = serializers.UUIDField(required=False, help_text="of a league alone")
    entrant = serializers.UUIDField(required=False, allow_null=True, help_text="likewise")
    round = _whole("likewise", null=True, required=False)
    step = _whole("of the fair deal's steps; 11 compares what is stored")
    hand = _whole("of a game alone", null=True, required=False)
    ply = _whole("likewise", null=True, required=False)
    seat = _whole("likewise", null=True, required=False)
    seq = _whole("likewise", null=True, required=False)
    rule = _text()
    detail = _text()


class FindingsShape(Fields):
    """What an audit found."""

    audit = serializers.UUIDField()
    findings = AuditFindingShape(many=True)
    next = _text(null=True)


OBJECT: Final[dict[str, Any]] = {"type": "object", "additionalProperties": True}
"""A document of a format of its own: a record, a proof, a bundle, a verifier's report."""
