"""What the calls take: bodies and queries, field by field. What a field means is in its help."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from api.body import Flag, Input, Number, QueryNumber, Text
from api.fields import Key, Moment
from api.pagination import MOST, PAGE

MOST_EVENTS: Final = 1000
LONGEST_WAIT: Final = 25
_MOST_SEATS: Final = 6
_INT4: Final = 2**31 - 1
_REASON: Final = r"^[a-z0-9]+(?:[-_][a-z0-9]+)*\Z"
_VOIDED: Final = (
    r"^(?:unused|(?:late|withheld)-[0-5]|beacon-lost|idle|seed-lost|restored|director)\Z"
)
_REASON_HELP: Final = "a code of a-z, 0-9, - and _: it stands in the chain for ever"
_UUID: Final = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"


def _card() -> serializers.RegexField:
    return Pattern(r"^[2-9TJQKA][CDHS]\Z", help_text="rank and suit, as in QS, TD, 2C")


def _hex(meaning: str) -> serializers.RegexField:
    return Pattern(r"^[0-9a-f]{64}\Z", help_text=f"{meaning}, 64 lower-case hex digits")


class Pattern(serializers.RegexField):
    """A string of a fixed pattern, as it came."""

    def __init__(self, pattern: str, *, help_text: str, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(pattern, trim_whitespace=False, help_text=help_text, **kwargs)

    def to_internal_value(self, data: object) -> str:
        """Return the string; anything else is invalid."""
        if not isinstance(data, str):
            self.fail("invalid")
        value: str = super().to_internal_value(data)
        return value


VERDICTS: Final = ("ok", "incomplete", "false", "unreadable")
DEAL_STATES: Final = (
    "committed",
    "contributing",
    "waiting",
    "frozen",
    "dealt",
    "revealed",
    "void",
)


class GameInput(Input):
    """The terms of a new game."""

    kind = serializers.ChoiceField(
        ["cards", "sheet"],
        default="cards",
        help_text="`sheet`: the cards are real, and only numbers are kept, row by row",
    )
    rules = serializers.DictField(
        default=dict, help_text="a `preset`, single settings over it, or both; {} is the standard"
    )
    seats = serializers.ListField(
        child=Text(max_length=16),
        required=False,
        max_length=_MOST_SEATS,
        help_text="what sits at each seat: `human` unless said, or `computer`; not of a sheet",
    )
    players = serializers.ListField(
        child=Text(max_length=64, allow_blank=True),
        required=False,
        max_length=_MOST_SEATS,
        help_text="of a sheet: the names of those who play, as everybody will see them",
    )
    sources = Text(
        required=False,
        max_length=16,
        help_text="where randomness beside the server's seed comes from: `seats` unless said, "
        "`beacon` (drand's quicknet, a round that is yet to come) or `server`; not of a sheet",
    )
    wait = Number(
        default=600,
        min_value=10,
        max_value=604_800,
        help_text="seconds after which a silent seat may be called late",
    )
    club = Key(required=False, help_text="the club whose game it is, and whose directors direct it")


class SeatInput(Input):
    """The secret that opens a seat."""

    invite = Text(max_length=200, help_text="the secret that was made for this seat")


class PassInput(Input):
    """The cards a seat gives."""

    cards = serializers.ListField(
        child=_card(), max_length=13, help_text="as many different cards as the rules say"
    )


class PlayInput(Input):
    """A card, and the state of the game it is played for."""

    card = _card()
    expected_seq = Number(
        required=False,
        min_value=0,
        max_value=_INT4,
        help_text="the seq of the last event that you have seen; without it the answer is 428",
    )


class CommitmentInput(Input):
    """A seat's commitment K to its nonce."""

    seat = Number(min_value=0, max_value=_MOST_SEATS - 1)
    commitment = _hex("K, the SHA-256 of the contribution statement")


class NonceInput(Input):
    """A seat's nonce, sent for the chain as it stood after the last commitment."""

    nonce = _hex("the nonce")
    head = _hex("the chain's head after the last `contribute` line of this deal")


class VoidDealInput(Input):
    """Which silent seat a deal is voided for."""

    seat = Number(
        required=False,
        min_value=0,
        max_value=_MOST_SEATS - 1,
        help_text="the silent seat; the first one unless said. The creator's token may leave it "
        "out to void the deal for a reason of his own",
    )


class VoidInput(Input):
    """What is voided, and why."""

    scope = serializers.ChoiceField(["hand", "game"], help_text="the hand that is on, or all")
    reason = Pattern(_REASON, default="director", help_text=_REASON_HELP)


class SubstitutionInput(Input):
    """The seat that a computer player takes over."""

    seat = Number(min_value=0, max_value=_MOST_SEATS - 1)
    reason = Pattern(_REASON, default="idle", help_text=_REASON_HELP)


class RulesInput(Input):
    """Rules to be checked."""

    rules = serializers.DictField(help_text="a `preset`, single settings over it, or both")


class AuditInput(Input):
    """The games to audit, or the league with its games."""

    games = serializers.ListField(
        child=Pattern(f"^{_UUID}\\Z", help_text="a game's id"),
        required=False,
        min_length=1,
        max_length=100,
        help_text="games of your token",
    )
    league = Pattern(
        f"^{_UUID}\\Z", required=False, help_text="a league's id: it and its games, its director's"
    )
    all = Flag(
        required=False, help_text="true: every game and league, for who runs the service; alone"
    )
    repair = Flag(
        required=False, help_text="true: the director has derived rows replaced by rebuilt ones"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Take one of games, league and all."""
        if ("games" in attrs) + ("league" in attrs) + bool(attrs.get("all")) != 1:
            detail = "name games, or a league, or say all: one of them"
            raise serializers.ValidationError({"games": detail})
        return attrs


class PageQuery(Input):
    """Which part of a collection."""

    cursor = Text(required=False, max_length=200, help_text="`next` of the answer before")
    limit = QueryNumber(most=MOST, default=PAGE, help_text=f"{PAGE} unless said, at most {MOST}")


class GamesQuery(PageQuery):
    """Which games."""

    club = Key(required=False, help_text="only games of this club")
    league = Key(required=False, help_text="only games of this league")
    player = Key(required=False, help_text="only games with this player at a seat")
    to = Moment(required=False, help_text="only games made before this time")
    verdict = serializers.ChoiceField(
        VERDICTS, required=False, help_text="only games whose newest audit says so"
    )

    def get_fields(self) -> dict[str, Any]:
        """Add `from`, which is no name in Python."""
        since = Moment(required=False, help_text="only games made at this time or later")
        return super().get_fields() | {"from": since}


class DealsQuery(PageQuery):
    """Which deals."""

    state = serializers.ChoiceField(
        DEAL_STATES,
        required=False,
        help_text="only deals in this state",
    )
    reason = Pattern(_VOIDED, required=False, help_text="only deals voided for this reason")


class ViewQuery(Input):
    """Which point of a game."""

    at = QueryNumber(
        required=False, help_text="after the line of this seq, 0 before the first; else now"
    )


class BundleQuery(Input):
    """Under which checkpoint."""

    size = QueryNumber(
        required=False, help_text="of a signed checkpoint that you kept; else the newest"
    )


class EventsQuery(Input):
    """Which events."""

    after = QueryNumber(default=0, help_text="the seq after which to begin")
    limit = QueryNumber(
        most=MOST_EVENTS, default=200, help_text=f"200 unless said, at most {MOST_EVENTS}"
    )
    wait = QueryNumber(
        most=LONGEST_WAIT,
        default=0,
        help_text=f"seconds to wait for an event when there is none yet, at most {LONGEST_WAIT}",
    )
