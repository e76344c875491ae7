"""Step 8, the record: its rules and hands are those of the chain; names, about and id are free."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from deals.cards.holding import Holding
from games.events.event import Event
from games.records.entry import Entry, Substitution
from games.records.entry_json import entry_to_json
from games.records.record import GameClaim, Record, record_to_json
from games.replay.chain_record import chain_entries
from games.replay.sheet_log import read_sheet
from games.replay.table import TableState
from games.verifier.findings import StepFindings


def check_record(
    record: Record,
    events: Sequence[Event],
    table: TableState,
    cards: Mapping[int, tuple[Holding, ...]],
    step: StepFindings,
    *,
    is_sheet: bool = False,
) -> None:
    """Compare a bundle's record with what the chain and the proofs say.

    What it claims of the whole game is compared once the game is over.
    """
    hands = (
        read_sheet(table.rules, events[: table.seq]).entries
        if is_sheet
        else chain_entries(events, cards, players=table.rules.players)
    )
    for number, (said, entry) in enumerate(zip(record.hands, hands, strict=False), start=1):
        expected = _named_as(said, entry)
        _compare("the record's hand", entry_to_json(said), entry_to_json(expected), number, step)
    over = table.phase == "over"
    own = replace(record, preset=None, hands=(), claimed=record.claimed if over else None)
    from_chain = Record(
        id=record.id,
        rules=table.rules,
        players=record.players,
        hands=(),
        about=record.about,
        claimed=GameClaim(table.totals, table.winners) if over else None,
    )
    _compare("the record", record_to_json(own), record_to_json(from_chain), None, step)
    if len(record.hands) != len(hands):
        step.add(f"the record has {len(record.hands)} hands, the chain {len(hands)}")


def _named_as(said: Entry, entry: Entry) -> Entry:
    """Give what the chain has with the name that the record says: names are free."""
    if isinstance(said, Substitution) and isinstance(entry, Substitution):
        return replace(entry, player=said.player)
    return entry


def _compare(
    what: str,
    found: Mapping[str, object],
    expected: Mapping[str, object],
    hand: int | None,
    step: StepFindings,
) -> None:
    """Note the first key under which a record and the chain differ."""
    for key in (*expected, *found):
        if found.get(key) != expected.get(key):
            step.add(
                f"{what} has {key} {found.get(key)}, by the chain {expected.get(key)}", hand=hand
            )
            return
