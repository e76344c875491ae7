"""A game as others take it away: its record, and the bundle with all that proves it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final
from uuid import UUID

from deals.cards.seat import Seat
from deals.fairness.entries import HeadEntry, parse_entry
from deals.fairness.proof import DealProof, format_proof
from deals.selectors.deals import proofs_of_game
from deals.selectors.log import (
    SignedCheckpoint,
    checkpoint_of_size,
    cosigned_checkpoints,
    cosigned_note,
    entries_of_game,
    handover_checkpoints,
    latest_checkpoint,
    node_hashes,
)
from deals.tlog.base64_text import format_base64
from deals.tlog.proof import prove_consistency, prove_inclusion
from games.events.details import (
    DealCommitted,
    Ended,
    Frozen,
    PassOpened,
    Played,
    Revealed,
    Scored,
    Voided,
)
from games.events.errors import EventError
from games.events.event import Event, parse_event
from games.models import Game, SeatHolder
from games.records.entry import HandClaim, PlayedHand
from games.records.record import GameClaim, Record, record_to_json
from games.rules.ruleset import parse_rules_line
from games.selectors.events import event_lines

_GAME: Final = "hearts/game/v1\n"
_HEAD: Final = "hearts/head/v1\n"
_WITH_HEAD: Final = (Scored, Voided, Ended)
"""The lines whose head stands in the log from the same act on."""


class NoSuchCheckpoint(Exception):
    """No checkpoint of the size asked for was signed."""

    code = "not-found"


def game_record(game: UUID) -> dict[str, object] | None:
    """Return the finished hands of a game as hearts-record/1; None when there is no such game."""
    row = _game(game)
    if row is None:
        return None
    events = _readable(event_lines(game))
    return record_to_json(_record(row, events, _proofs(game, events)))


def game_bundle(game: UUID, *, size: int | None = None) -> dict[str, object] | None:
    """Return a game with everything, under the newest checkpoint or the one of `size`.

    The chain ends before the first line that speaks of the log beyond the checkpoint. A hand that
    is on is left out of the record, and its deal is not proven yet. None when there is no such
    game. Raises NoSuchCheckpoint.
    """
    # The checkpoint first: what it covers is committed, lines of the game may go on after it.
    checkpoint = latest_checkpoint() if size is None else checkpoint_of_size(size)
    row = _game(game)
    if row is None:
        return None
    entries = [] if checkpoint is None else entries_of_game(game, size=checkpoint.size)
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
        "entries": [
            {
                "index": index,
                "entry": text,
                "hashes": _texts(prove_inclusion(index, checkpoint.size, node_hashes)),
            }
            for index, text in entries
        ],
        "consistency": _consistency(events, seen, checkpoint),
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
    while covered and isinstance(covered[-1].detail, Scored | PassOpened):
        covered.pop()  # A score's head is logged in one act with the reveal that ended the lines.
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
    return [proof for proof in proofs_of_game(game) if proof.deal in revealed]


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


def _consistency(
    events: Iterable[Event], seen: Iterable[SignedCheckpoint], checkpoint: SignedCheckpoint
) -> list[dict[str, object]]:
    """Return a proof from each checkpoint that a deal line names, or that was seen."""
    named = {one.size: one.root.hex() for one in seen} | {
        event.detail.size: event.detail.root
        for event in events
        if isinstance(event.detail, DealCommitted) and event.detail.size <= checkpoint.size
    }
    return [
        {
            "size": size,
            "root": root,
            "hashes": _texts(prove_consistency(size, checkpoint.size, node_hashes)),
        }
        for size, root in sorted(named.items())
    ]


def _texts(hashes: Iterable[bytes]) -> list[str]:
    return list(map(format_base64, hashes))


def _record(row: Game, events: Sequence[Event], deals: Sequence[DealProof]) -> Record:
    dealt = {deal.deal: deal.hands or () for deal in deals}
    hands = [lines for lines in _finished_hands(events) if _deal_number(lines) in dealt]
    rules = parse_rules_line(row.rules.line)
    return Record(
        id=str(row.id),
        rules=rules,
        players=_shown_players(row),
        hands=tuple(_hand(lines, dealt[_deal_number(lines)]) for lines in hands),
        claimed=_claim(events, players=rules.players),
    )


def _claim(events: Sequence[Event], *, players: int) -> GameClaim:
    """Return what the lines say of the game: never what is stored beside them."""
    totals: tuple[int, ...] = (0,) * players
    winners: tuple[Seat, ...] = ()
    for event in events:
        if isinstance(event.detail, Scored | Ended):
            totals = event.detail.totals
        if isinstance(event.detail, Ended):
            winners = event.detail.winners
    return GameClaim(totals=totals, winners=winners)


def _finished_hands(events: Iterable[Event]) -> list[list[Event]]:
    """Return the lines of each hand that was scored and revealed, from its deal line on."""
    hands: list[list[Event]] = []
    lines: list[Event] = []
    for event in events:
        if isinstance(event.detail, DealCommitted):
            lines = []
        lines.append(event)
        if isinstance(event.detail, Revealed):
            if any(isinstance(line.detail, Scored) for line in lines):
                hands.append(lines)
            lines = []
    return hands


def _deal_number(lines: Sequence[Event]) -> int:
    last = lines[-1].detail
    return last.number if isinstance(last, Revealed) else 0


def _hand(lines: Sequence[Event], dealt: Sequence[str]) -> PlayedHand:
    opened: dict[Seat | None, PassOpened] = {
        line.seat: line.detail for line in lines if isinstance(line.detail, PassOpened)
    }
    score = next(line.detail for line in lines if isinstance(line.detail, Scored))
    return PlayedHand(
        dealt=tuple(tuple(holding.split()) for holding in dealt),
        passed=tuple(tuple(map(str, opened[seat].cards)) for seat in sorted(opened, key=str))
        or None,
        played=tuple(str(line.detail.card) for line in lines if isinstance(line.detail, Played)),
        claimed=HandClaim(points=score.points, scores=score.scores),
    )


def _shown_players(row: Game) -> tuple[str, ...]:
    """Return the players as publicly shown: by their place, computer players by their name."""
    holders = SeatHolder.objects.filter(game=row).order_by("seat")
    return tuple(holder.name or f"Seat {holder.seat}" for holder in holders)
