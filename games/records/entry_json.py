"""What stands among the hands of a record, read from JSON and written as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from deals.cards.card import CODES
from games.records.codes import WrittenCodes
from games.records.entry import (
    Adjusted,
    Codes,
    Entry,
    HandClaim,
    PlayedHand,
    SheetRow,
    Substitution,
    VoidHand,
)
from games.records.fields import Node
from games.rules.row import Row

_PLACES: Final = {code: place for place, code in enumerate(CODES)}
_HAND_KEYS: Final = frozenset({"dealt", "kitty", "passed", "played", "moon_choice", "claimed"})
_ROW_KEYS: Final = frozenset(
    {"points", "jack", "ten", "sun", "no_tricks", "moon_choice", "claimed"}
)
_VOID_KEYS: Final = frozenset({"void", "dealt", "kitty", "passed", "played"})
_CLAIM_KEYS: Final = frozenset({"points", "scores"})


def read_entry(node: Node, *, players: int) -> Entry:
    """Read what stands among the hands of a record for so many players.

    Raises RecordUnreadable.
    """
    inner = node.as_object()
    kinds = [kind for kind in _READERS if kind in inner]
    # Of a void hand, the cards may stand beside it.
    if len(kinds) != 1 and kinds != ["dealt", "void"]:
        raise node.unreadable(f"one of {', '.join(map(repr, _READERS))}")
    return _READERS[kinds[-1]](node, players)


def _read_played(node: Node, _players: int) -> PlayedHand:
    inner = node.as_object()
    return PlayedHand(
        dealt=_read_holdings(node, "dealt"),
        kitty=WrittenCodes(node.text("kitty")) if "kitty" in inner else None,
        passed=_read_holdings(node, "passed") if "passed" in inner else None,
        played=WrittenCodes(node.text("played")),
        moon_choice=node.text("moon_choice") if "moon_choice" in inner else None,
        claimed=_read_claim(node.at("claimed")) if "claimed" in inner else None,
        extra=node.rest(_HAND_KEYS),
    )


def _read_row(node: Node, players: int) -> SheetRow:
    points = node.at("points")
    jack, ten, sun = node.find("jack"), node.find("ten"), node.find("sun")
    no_tricks, choice = node.find("no_tricks"), node.find("moon_choice")
    claimed = node.find("claimed")
    row = Row(
        points=points.as_numbers(count=players),
        jack=None if jack is None else jack.as_seat(players),
        ten=None if ten is None else ten.as_seat(players),
        sun=None if sun is None else sun.as_yes_no(),
        no_tricks=None if no_tricks is None else no_tricks.as_seats(players),
        moon_choice=None if choice is None else choice.as_text(),
    )
    return SheetRow(row, None if claimed is None else _read_claim(claimed), node.rest(_ROW_KEYS))


def _read_void(node: Node, _players: int) -> VoidHand:
    inner = node.as_object()
    return VoidHand(
        reason=node.text("void"),
        dealt=_read_holdings(node, "dealt") if "dealt" in inner else None,
        kitty=WrittenCodes(node.text("kitty")) if "kitty" in inner else None,
        passed=_read_holdings(node, "passed") if "passed" in inner else None,
        played=WrittenCodes(node.text("played")) if "played" in inner else None,
        extra=node.rest(_VOID_KEYS),
    )


def _read_substitution(node: Node, players: int) -> Substitution:
    taken, reason = node.at("substitute"), node.find("reason")
    return Substitution(
        seat=taken.at("seat").as_seat(players),
        player=taken.at("player").as_text(),
        reason=None if reason is None else reason.as_text(),
        seat_extra=taken.rest({"seat", "player"}),
        extra=node.rest({"substitute", "reason"}),
    )


def _read_adjusted(node: Node, players: int) -> Adjusted:
    reason = node.find("reason")
    return Adjusted(
        points=node.at("adjust").as_numbers(count=players),
        reason=None if reason is None else reason.as_text(),
        extra=node.rest({"adjust", "reason"}),
    )


_READERS: Final[Mapping[str, Callable[[Node, int], Entry]]] = MappingProxyType(
    {
        "dealt": _read_played,
        "points": _read_row,
        "void": _read_void,
        "substitute": _read_substitution,
        "adjust": _read_adjusted,
    }
)
"""How an entry is read, by the key that tells its kind."""


def _read_holdings(node: Node, key: str) -> tuple[Codes, ...]:
    return tuple(map(WrittenCodes, node.texts(key)))


def _read_claim(node: Node) -> HandClaim:
    points, scores = node.find("points"), node.find("scores")
    return HandClaim(
        points=None if points is None else points.as_numbers(),
        scores=None if scores is None else scores.as_numbers(),
        extra=node.rest(_CLAIM_KEYS),
    )


def entry_to_json(entry: Entry) -> dict[str, object]:
    """Give an entry as the archive has it: keys in their order, holdings in deck order."""
    known: dict[str, object]
    match entry:
        case PlayedHand():
            known = {
                **_cards_to_json(entry),
                "moon_choice": entry.moon_choice,
                "claimed": _claim_to_json(entry.claimed),
            }
        case SheetRow():
            known = {**_row_to_json(entry.row), "claimed": _claim_to_json(entry.claimed)}
        case VoidHand():
            known = {"void": entry.reason, **_cards_to_json(entry)}
        case Substitution():
            seat = {"seat": entry.seat, "player": entry.player, **entry.seat_extra}
            known = {"substitute": seat, "reason": entry.reason}
        case _:
            known = {"adjust": [*entry.points], "reason": entry.reason}
    return {key: value for key, value in known.items() if value is not None} | dict(entry.extra)


def join_holding(codes: Sequence[str]) -> str:
    """Join codes in deck order; what is no card comes last, in the order it came."""
    return " ".join(sorted(codes, key=lambda code: _PLACES.get(code, len(_PLACES))))


def _cards_to_json(hand: PlayedHand | VoidHand) -> dict[str, object]:
    dealt, passed = hand.dealt, hand.passed
    return {
        "dealt": None if dealt is None else list(map(join_holding, dealt)),
        "kitty": None if hand.kitty is None else join_holding(hand.kitty),
        "passed": list(map(join_holding, passed or ())) or None,
        "played": None if hand.played is None else " ".join(hand.played),
    }


def _row_to_json(row: Row) -> dict[str, object]:
    return {
        "points": [*row.points],
        "jack": row.jack,
        "ten": row.ten,
        "sun": row.sun,
        "no_tricks": None if row.no_tricks is None else [*row.no_tricks],
        "moon_choice": row.moon_choice,
    }


def _claim_to_json(claim: HandClaim | None) -> dict[str, object] | None:
    if claim is None:
        return None
    known = {"points": claim.points, "scores": claim.scores}
    return {key: [*value] for key, value in known.items() if value is not None} | dict(claim.extra)
