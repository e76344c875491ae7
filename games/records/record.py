"""Game records, hearts-record/1: one game a line. Liberal in, strict out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from games.records.entry import Entry, Extra, PlayedHand, SheetRow, Substitution
from games.records.entry_json import entry_to_json, read_entry
from games.records.fields import Node, escape_key
from games.records.rule_book import RuleBook
from games.records.text import read_json, write_json
from games.rules.errors import InvalidRules
from games.rules.ruleset import RuleSet, rules_to_json

FORMAT: Final = "hearts-record/1"
_RECORD_KEYS: Final = frozenset(
    {"format", "id", "about", "rules", "players", "hands", "start", "claimed"}
)
_CLAIM_KEYS: Final = frozenset({"totals", "winners"})
_START_KEYS: Final = frozenset({"hands", "totals"})
_ABOUT_KEYS: Final = ("date", "place", "event", "table", "source")
_ABOUT: Final = frozenset(_ABOUT_KEYS)


@dataclass(frozen=True)
class GameClaim:
    """What the source says of the whole game; None where it says nothing."""

    totals: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Start:
    """A game whose first `hands` are lost: the totals after them."""

    hands: int
    totals: tuple[int, ...]
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Record:
    """One game of the archive.

    `hands` are its hands and what stands among them. `preset` is a label that stood beside the
    rules; `extra` holds unknown keys as they came.
    """

    id: str
    rules: RuleSet
    players: tuple[str, ...]
    hands: tuple[Entry, ...]
    about: Mapping[str, object] | None = None
    preset: str | None = None
    start: Start | None = None
    claimed: GameClaim | None = None
    extra: Mapping[str, object] = field(default_factory=dict)

    @property
    def unknown_keys(self) -> tuple[str, ...]:
        """The JSON pointers of the keys that are kept but not known."""
        places: list[tuple[str, Extra]] = [("", self.extra)]
        if self.about is not None:
            places.append(("/about", Node(self.about).rest(_ABOUT)))
        if self.start is not None:
            places.append(("/start", self.start.extra))
        if self.claimed is not None:
            places.append(("/claimed", self.claimed.extra))
        for number, entry in enumerate(self.hands):
            places += _extras_of(entry, number)
        return tuple([f"{place}/{escape_key(key)}" for place, extra in places for key in extra])


def _extras_of(entry: Entry, number: int) -> list[tuple[str, Extra]]:
    """Give the unknown keys of an entry, by where they stand."""
    extras = [(f"/hands/{number}", entry.extra)] if entry.extra else []
    if isinstance(entry, PlayedHand | SheetRow):
        if entry.claimed is not None and entry.claimed.extra:
            extras.append((f"/hands/{number}/claimed", entry.claimed.extra))
    elif isinstance(entry, Substitution):
        extras.append((f"/hands/{number}/substitute", entry.seat_extra))
    return extras


def parse_record(line: str | bytes) -> Record:
    """Read one line of an archive. Raises RecordUnreadable and nothing else.

    >>> line = (
    ...     '{"format": "hearts-record/1", "id": "x", "rules": {}, "players": ["A", "B", "C", "D"],'
    ...     ' "hands": [{"points": [3, 15, 8, 0]}]}'
    ... )
    >>> parse_record(line).hands[0].row.points
    (3, 15, 8, 0)
    >>> parse_record(format_record(parse_record(line))) == parse_record(line)
    True
    """
    return read_record(read_json(line))


def format_record(record: Record) -> str:
    """Write a record strictly, as one line with its LF."""
    return write_json(record_to_json(record)) + "\n"


def read_record(value: object, *, pointer: str = "", book: RuleBook | None = None) -> Record:
    """Read a record from JSON that `read_json` read, found at `pointer`.

    Who reads many gives a `book` of the rule sets that were read before. Raises RecordUnreadable.
    """
    node = Node(value, pointer)
    if node.text("format") != FORMAT:
        raise node.at("format").unreadable(repr(FORMAT))
    stated = node.at("rules")
    rules = _read_rules(stated, book or RuleBook())
    inner, players = node.as_object(), rules.players
    return Record(
        id=node.text("id"),
        rules=rules,
        players=_read_players(node, players),
        hands=tuple([read_entry(entry, players=players) for entry in node.at("hands").as_list()]),
        about=node.at("about").as_object() if "about" in inner else None,
        preset=_read_preset(stated),
        start=_read_start(node.at("start"), players) if "start" in inner else None,
        claimed=_read_claim(node.at("claimed")) if "claimed" in inner else None,
        extra=node.rest(_RECORD_KEYS),
    )


def record_to_json(record: Record) -> dict[str, object]:
    """Give a record as JSON takes it, keys in the archive's order, all settings written out."""
    label = {} if record.preset is None else {"preset": record.preset}
    known = {
        "format": FORMAT,
        "id": record.id,
        "about": None if record.about is None else _about_to_json(record.about),
        "rules": label | rules_to_json(record.rules),
        "players": [*record.players],
        "hands": [entry_to_json(entry) for entry in record.hands],
        "start": None if record.start is None else _start_to_json(record.start),
        "claimed": None if record.claimed is None else _claim_to_json(record.claimed),
    }
    return {key: value for key, value in known.items() if value is not None} | dict(record.extra)


def _about_to_json(about: Mapping[str, object]) -> dict[str, object]:
    known = {key: about[key] for key in _ABOUT_KEYS if key in about}
    return known | {key: value for key, value in about.items() if key not in known}


def _start_to_json(start: Start) -> dict[str, object]:
    return {"hands": start.hands, "totals": [*start.totals]} | dict(start.extra)


def _claim_to_json(claim: GameClaim) -> dict[str, object]:
    known = {"totals": claim.totals, "winners": claim.winners}
    return {key: [*value] for key, value in known.items() if value is not None} | dict(claim.extra)


def _read_rules(node: Node, book: RuleBook) -> RuleSet:
    try:
        return book.parse_rules(node.value)
    except InvalidRules as error:
        at = (
            node
            if error.setting == "rules"
            else Node(None, f"{node.pointer}/{escape_key(error.setting)}")
        )
        raise at.unreadable(error.detail) from None


def _read_preset(rules: Node) -> str | None:
    preset = rules.find("preset")
    return None if preset is None else preset.as_text()


def _read_players(node: Node, count: int) -> tuple[str, ...]:
    names = node.texts("players")
    if len(names) != count:
        raise node.at("players").unreadable(f"{count} names, one a seat")
    return names


def _read_start(node: Node, players: int) -> Start:
    hands = node.at("hands")
    if hands.as_number() < 0:
        raise hands.unreadable("a number of hands from 0")
    return Start(
        hands=hands.as_number(),
        totals=node.at("totals").as_numbers(count=players),
        extra=node.rest(_START_KEYS),
    )


def _read_claim(node: Node) -> GameClaim:
    totals, winners = node.find("totals"), node.find("winners")
    return GameClaim(
        totals=None if totals is None else totals.as_numbers(),
        winners=None if winners is None else winners.as_numbers(),
        extra=node.rest(_CLAIM_KEYS),
    )
