"""What stands among the hands of a record. Cards stay text until a replay judges them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from deals.cards.card import CODES
from games.records.fields import Node

Codes: TypeAlias = tuple[str, ...]

_PLACES: Final = {code: place for place, code in enumerate(CODES)}
_HAND_KEYS: Final = frozenset({"dealt", "kitty", "passed", "played", "moon_choice", "claimed"})
_CLAIM_KEYS: Final = frozenset({"points", "scores"})
# Entries of other kinds, told by a key of theirs.
_NOT_YET: Final = ("void", "substitute", "adjust", "points")


@dataclass(frozen=True)
class HandClaim:
    """What the source says of a hand; None where it says nothing."""

    points: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class PlayedHand:
    """A played hand: `dealt` before the pass, what each seat `passed`, all cards `played`.

    None where the record has nothing. `extra` holds unknown keys as they came.
    """

    dealt: tuple[Codes, ...]
    kitty: Codes | None = None
    passed: tuple[Codes, ...] | None = None
    played: Codes = ()
    moon_choice: str | None = None
    claimed: HandClaim | None = None
    extra: Mapping[str, object] = field(default_factory=dict)


Entry: TypeAlias = PlayedHand


def read_entry(node: Node) -> Entry:
    """Read one of a record's hands. Raises RecordUnreadable."""
    for key in _NOT_YET:
        if node.find(key):
            raise node.unreadable(f"a played hand: an entry with {key!r} is not supported yet")
    if not node.find("dealt"):
        raise node.unreadable("a hand with its 'dealt'")
    kitty, passed = node.find("kitty"), node.find("passed")
    choice, claimed = node.find("moon_choice"), node.find("claimed")
    return PlayedHand(
        dealt=_read_holdings(node.at("dealt")),
        kitty=None if kitty is None else _split_codes(kitty.as_text()),
        passed=None if passed is None else _read_holdings(passed),
        played=_split_codes(node.at("played").as_text()),
        moon_choice=None if choice is None else choice.as_text(),
        claimed=None if claimed is None else _read_claim(claimed),
        extra=node.rest(_HAND_KEYS),
    )


def entry_to_json(entry: Entry) -> dict[str, object]:
    """Give an entry as the archive has it: keys in their order, holdings in deck order."""
    known = {
        "dealt": [join_holding(codes) for codes in entry.dealt],
        "kitty": None if entry.kitty is None else join_holding(entry.kitty),
        "passed": [join_holding(codes) for codes in entry.passed or ()] or None,
        "played": " ".join(entry.played),
        "moon_choice": entry.moon_choice,
        "claimed": None if entry.claimed is None else _claim_to_json(entry.claimed),
    }
    return {key: value for key, value in known.items() if value is not None} | dict(entry.extra)


def join_holding(codes: Sequence[str]) -> str:
    """Join codes in deck order; what is no card comes last, in the order it came."""
    return " ".join(sorted(codes, key=lambda code: _PLACES.get(code, len(_PLACES))))


def _claim_to_json(claim: HandClaim) -> dict[str, object]:
    known = {"points": claim.points, "scores": claim.scores}
    return {key: [*value] for key, value in known.items() if value is not None} | dict(claim.extra)


def _read_holdings(node: Node) -> tuple[Codes, ...]:
    return tuple([_split_codes(text) for text in node.as_texts()])


def _split_codes(text: str) -> Codes:
    """Split codes at spaces; 10C is TC."""
    codes = text.split()
    if "10" in text:
        codes = [f"T{code[2]}" if code[:2] == "10" and len(code) == 3 else code for code in codes]
    return tuple(codes)


def _read_claim(node: Node) -> HandClaim:
    points, scores = node.find("points"), node.find("scores")
    return HandClaim(
        points=None if points is None else points.as_numbers(),
        scores=None if scores is None else scores.as_numbers(),
        extra=node.rest(_CLAIM_KEYS),
    )
