"""A game as others take it away: its record, and the bundle with all that proves it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final
from uuid import UUID

from deals.cards.holding import parse_holding
from deals.cards.seat import Seat
from deals.fairness.entries import GameEntry, HeadEntry, parse_entry
from deals.fairness.errors import FairnessError
from deals.fairness.proof import DealProof, format_proof
from deals.selectors.deals import last_deal, proofs_of_game
from deals.selectors.log import (
    SignedCheckpoint,
    checkpoint_of_size,
    cosigned_checkpoints,
    cosigned_note,
    entries_of_game,
    handover_checkpoints,
    latest_checkpoint,
    read_at_once,
)
from deals.tlog.base64_text import format_base64
from deals.tlog.proof import prove_consistency, prove_inclusion
from deals.tlog.tree import HashReader
from games.events.details import (
    Adjusted,
    DealCommitted,
    Ended,
    Frozen,
    PassOpened,
    Revealed,
    RowCorrected,
    RulesChanged,
    Scored,
    Voided,
)
from games.events.errors import EventError
from games.events.event import Event, parse_event
from games.models import Game, SeatHolder
from games.records.record import GameClaim, Record, record_to_json
from games.replay.chain_record import chain_entries
from games.replay.record_events import IMPORTED
from games.replay.sheet_log import read_sheet
from games.replay.table import replay_events
from games.rules.errors import InvalidRules
from games.rules.ruleset import parse_rules_line
from games.selectors.embargo import check_open
from games.selectors.events import event_lines
from games.selectors.imported import imported_record

_GAME: Final = "hearts/game/v1\n"
_HEAD: Final = "hearts/head/v1\n"
_WITH_HEAD: Final = (Scored, Adjusted, RowCorrected, RulesChanged, Voided, Ended)
"""The lines whose head stands in the log from the same act on."""


class NoSuchCheckpoint(Exception):
    """No checkpoint of the size asked for was signed."""

    code = "not-found"


def game_record(game: UUID) -> dict[str, object] | None:
    """Return the finished hands of a game as hearts-record/1; None when there is no such game."""
    record = record_of_game(game)
    return None if record is None else record_to_json(record)


def record_of_game(game: UUID) -> Record | None:
    """Return the record of a game, a value of the archive; None when there is no such game.

    Of a board that is shut there is nothing in it yet.
    """
    row = _game(game)
    if row is None:
        return None
    if row.sources == IMPORTED:
        return imported_record(game)
    events = [] if row.shut else _readable(event_lines(game))
    return _record(row, events, _proofs(game, events))


def game_bundle(
    game: UUID, *, size: int | None = None, seat: Seat | None = None
) -> dict[str, object] | None:
    """Return a game with everything, under the newest checkpoint or the one of `size`.

    `seat` is one of its own that asks: of a board that is shut it gets what its chain says.

    The chain ends before the first line that speaks of the log beyond the checkpoint. A hand that
    is on is left out of the record, and its deal is not proven yet. None when there is no such
    game. Raises NoSuchCheckpoint; EmbargoedGame for a board that is shut.
    """
    # The checkpoint first: what it covers is committed, lines of the game may go on after it.
    checkpoint = latest_checkpoint() if size is None else checkpoint_of_size(size)
    row = _game(game)
    if row is None:
        return None
    check_open(row, seat)
    board = last_deal(row.board) if row.board else None
    entries = [] if checkpoint is None else entries_of_game(game, size=checkpoint.size, deal=board)
    if checkpoint is None or not any(text.startswith(_GAME) for _, text in entries):
        raise NoSuchCheckpoint("no checkpoint of this size was signed that covers the game")
    lines, events = _covered(event_lines(game), entries, size=checkpoint.size)
    deals = _proofs(game, events)
    seen = _seen(row, events, size=checkpoint.size)
    return {
        "format": "hearts-bundle/1",
        "record": record_to_json(_record(row, events, deals)),
        "header": row.header,
        "events": lines,
        "deals": list(map(format_proof, deals)),
        **read_at_once(
            lambda read: prove_entries(entries, _named(events, seen), checkpoint.size, read)
        ),
        "checkpoint": cosigned_note(checkpoint),
        "seen": list(map(cosigned_note, seen)),
        "receipts": [],
    }


def _game(game: UUID) -> Game | None:
    return Game.objects.select_related("rules").filter(id=game).first()


def _readable(lines: Iterable[str]) -> list[Event]:
    """Return the events up to the first line that can't be read: then a verifier says so."""
    events: list[Event] = []
    with contextlib.suppress(EventError):
        events.extend(map(parse_event, lines))
    return events


def _covered(
    lines: list[str], entries: Iterable[tuple[int, str]], *, size: int
) -> tuple[list[str], list[Event]]:
    """Return the lines that speak of nothing beyond the log's first `size` entries.

    `entries` are those of the game among them: a line whose head is logged needs that one too.
    """
    events = _readable(lines)
    heads = _logged_heads(entries)
    covered = list(
        takewhile(
            lambda event: (
                _reach(event) <= size
                and (not isinstance(event.detail, _WITH_HEAD) or event.seq in heads)
            ),
            events,
        )
    )
    if len(covered) == len(events):
        return lines, events
    if isinstance(events[len(covered)].detail, Revealed):
        while covered and isinstance(covered[-1].detail, Scored | PassOpened):
            covered.pop()  # Of the act that ends a hand all is shown or nothing.
    return lines[: len(covered)], covered


def _logged_heads(entries: Iterable[tuple[int, str]]) -> set[int]:
    """Return the seqs of the heads among entries."""
    parsed = (parse_entry(text) for _, text in entries if text.startswith(_HEAD))
    return {entry.seq for entry in parsed if isinstance(entry, HeadEntry)}


def _reach(event: Event) -> int:
    """Return how many entries of the log it takes to check a line."""
    if isinstance(event.detail, DealCommitted):
        return event.detail.size
    return event.detail.entry + 1 if isinstance(event.detail, Frozen | Revealed) else 0


def _proofs(game: UUID, events: Iterable[Event]) -> list[DealProof]:
    """Return the proofs of the deals that these lines reveal."""
    revealed = {event.detail.number for event in events if isinstance(event.detail, Revealed)}
    board = Game.objects.values_list("board", flat=True).get(id=game)
    return [proof for proof in proofs_of_game(game, board=board) if proof.deal in revealed]


def _seen(row: Game, events: Iterable[Event], *, size: int) -> list[SignedCheckpoint]:
    """Return earlier checkpoints that a verifier may ask for, by size.

    Those by which an old key of the log hands over to a new one; and of deals that wait for the
    beacon the first ones that witnesses have cosigned.
    """
    found = handover_checkpoints(size=size)
    if row.sources == "beacon":
        for event in events:
            if isinstance(event.detail, DealCommitted):
                found += cosigned_checkpoints(event.detail.entry, size=size)
    by_size = {one.size: one for one in found if one.size < size}
    return [by_size[at] for at in sorted(by_size)]


def _named(events: Iterable[Event], seen: Iterable[SignedCheckpoint]) -> dict[int, str]:
    """Return size and root of the checkpoints that a deal line names, or that were seen."""
    return {one.size: one.root.hex() for one in seen} | {
        event.detail.size: event.detail.root
        for event in events
        if isinstance(event.detail, DealCommitted)
    }


def prove_entries(
    entries: Iterable[tuple[int, str]], named: Mapping[int, str], size: int, read: HashReader
) -> dict[str, object]:
    """Prove every entry to be in the tree of `size`, and that it extends the checkpoints named."""
    return {
        "entries": [
            {
                "index": index,
                "entry": text,
                "hashes": _texts(prove_inclusion(index, size, read)),
            }
            for index, text in entries
        ],
        "consistency": [
            {
                "size": old,
                "root": root,
                "hashes": _texts(prove_consistency(old, size, read)),
            }
            for old, root in sorted(named.items())
        ],
    }


def _texts(hashes: Iterable[bytes]) -> list[str]:
    return list(map(format_base64, hashes))


def _record(row: Game, events: Sequence[Event], deals: Sequence[DealProof]) -> Record:
    """Return the record as the lines say it, up to the first that can't follow: nothing stored."""
    rules = parse_rules_line(row.rules.line)
    record = Record(str(row.id), rules, _shown_players(row), ())
    with contextlib.suppress(FairnessError, InvalidRules):
        header = parse_entry(row.header)
        if not isinstance(header, GameEntry):
            return record
        state = replay_events(header, events, _unknown)
        good = events[: state.seq]
        cards = {deal.deal: tuple(map(parse_holding, deal.hands or ())) for deal in deals}
        is_sheet = header.kind == "sheet"
        return replace(
            record,
            rules=state.rules,
            hands=read_sheet(parse_rules_line(header.rules), good).entries
            if is_sheet
            else chain_entries(good, cards, players=state.rules.players),
            claimed=GameClaim(state.totals, state.winners if state.phase == "over" else ()),
        )
    return record


def _unknown(_number: int) -> None:
    """Know no hidden cards: then the lines are held to their order alone."""


def _shown_players(row: Game) -> tuple[str, ...]:
    """Return the players as publicly shown: by their name on a sheet, else by their place."""
    holders = SeatHolder.objects.filter(game=row).order_by("seat")
    return tuple(holder.label or holder.name or f"Seat {holder.seat}" for holder in holders)
