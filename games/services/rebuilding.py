"""Derived rows from zero: what the event log says, beside what is stored.

Derived are a game's row (but for its header and rules), its seats' holders, its hand state and its
scores. `rebuild_game` replaces them by what follows from the log; the log is never touched.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias
from uuid import UUID

from django.db import transaction

from deals.cards.seat import Seat
from deals.fairness.entries import GameEntry, parse_entry
from deals.fairness.times import parse_time
from deals.sealing import SealBroken
from deals.services.dealing import holdings_of_deal
from deals.services.keys import service_keys
from games.events.chain import first_head, next_head
from games.events.details import DealCommitted, PassOpened, SeatTaken
from games.events.event import Event as ChainEvent
from games.events.event import parse_event
from games.events.pass_statement import PassStatement, format_pass, parse_pass
from games.models import Event, Game, HandState, RuleSet, Score, SealedPass, SeatHolder
from games.replay.table import replay_events
from games.replay.table_state import HandLine, HiddenHand, HiddenReader, TableState
from games.rules.hand import Hand
from games.rules.passing import Direction
from games.rules.ruleset import format_rules_line
from games.selectors.hands import open_hand, pass_context
from games.services.errors import UnknownGame
from games.services.scores import store_scores
from games.services.table import rules_of_line, seal_hand


@dataclass(frozen=True)
class GameRows:
    """All derived rows of a game as values; `seats` are (kind, name), `scores` by hand."""

    rules: str
    state: str
    seq: int
    head: str
    time: datetime
    number: int
    before: tuple[int, ...]
    phase: str
    turn: Seat | None
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]
    computers: tuple[Seat, ...]
    seats: tuple[tuple[str, str, int] | None, ...]
    hand: Hand | None
    openings: tuple[tuple[Seat, str], ...]
    scores: tuple[HandLine, ...]


PassOpening: TypeAlias = tuple[PassStatement, str]
"""A pass statement, and its text."""


class LogUnsound(Exception):
    """The event log itself is faulty: nothing is derived from it. The audit says where."""

    code = "log-unsound"


def stored_rows(game: UUID) -> GameRows:
    """Return the derived rows as they are stored. Raises UnknownGame, HandState.DoesNotExist."""
    row = Game.objects.select_related("rules").filter(id=game).first()
    if row is None:
        raise UnknownGame("no game has this id")
    state = HandState.objects.get(game=game)
    hand, openings = None, dict[Seat, str]()
    if state.sealed is not None:
        rules = rules_of_line(row.rules.line)
        hand, openings = open_hand(rules, bytes(state.sealed), game=game, seq=state.seq)
    holders = SeatHolder.objects.filter(game=game).order_by("seat")
    scores = Score.objects.filter(game=game).order_by("hand")
    return GameRows(
        rules=row.rules.line,
        state=row.state,
        seq=row.seq,
        head=row.head,
        time=row.time,
        number=row.hand,
        before=tuple(state.before),
        phase=state.phase,
        turn=state.turn,
        totals=tuple(row.totals),
        winners=tuple(row.winners),
        computers=tuple(row.computers),
        seats=tuple(
            None if holder.seq is None else (holder.kind, _name(holder), holder.seq)
            for holder in holders
        ),
        hand=hand,
        openings=tuple(sorted(openings.items())),
        scores=tuple(map(_line_of_row, scores)),
    )


def _line_of_row(row: Score) -> HandLine:
    """Return a stored hand as the fold gives it, but for the shooter, which is not stored."""
    return HandLine(
        number=row.hand,
        seq=row.seq,
        direction=Direction(row.direction),
        points=tuple(row.points),
        scores=tuple(row.scores),
        totals=tuple(row.totals),
        shooter=None,
    )


def _name(holder: SeatHolder) -> str:
    return str(holder.player) if holder.player else holder.name


def derived_rows(game: UUID) -> GameRows:
    """Return the derived rows as they follow from the event log. Raises UnknownGame, LogUnsound."""
    row = Game.objects.filter(id=game).first()
    if row is None:
        raise UnknownGame("no game has this id")
    lines = list(Event.objects.filter(game=row).order_by("seq").values_list("line", flat=True))
    header = parse_entry(row.header)
    if not isinstance(header, GameEntry):
        raise LogUnsound("the header is no game entry")
    events = list(map(parse_event, lines))
    passes = _passes_by_deal(game, events)
    state = replay_events(header, events, _hidden_reader(game, passes, board=row.board))
    if state.findings:
        raise LogUnsound(f"line {state.seq + 1} can't follow: {state.findings[0].detail}")
    head = first_head(row.header)
    for line in lines:
        head = next_head(head, line)
    on = passes.get(state.deal.number, {}) if state.deal and state.hand else {}
    return _rows_of(state, head, on, seats=_holders(events, state), created=row.created)


def _holders(
    events: list[ChainEvent], state: TableState
) -> tuple[tuple[str, str, int] | None, ...]:
    """Who holds each seat, and the seq of the line that says so."""
    seqs = {event.seat: event.seq for event in events if isinstance(event.detail, SeatTaken)}
    return tuple(
        None if taken is None else (taken.holder, taken.name or "", seqs[seat])
        for seat, taken in enumerate(state.seats)
    )


def _rows_of(
    state: TableState,
    head: str,
    passes: Mapping[Seat, PassOpening],
    *,
    seats: tuple[tuple[str, str, int] | None, ...],
    created: datetime,
) -> GameRows:
    return GameRows(
        rules=format_rules_line(state.rules),
        state=state.state,
        seq=state.seq,
        head=head,
        time=parse_time(state.time) if state.time else created,
        number=state.number,
        before=state.before,
        phase=state.phase,
        turn=state.asked if state.turn is None else state.turn,
        totals=state.totals,
        winners=state.winners if state.phase == "over" else (),
        computers=tuple(
            seat
            for seat, taken in enumerate(state.seats)
            if taken is not None and taken.holder == "computer"
        ),
        seats=seats,
        hand=state.hand,
        openings=tuple((seat, passes[seat][1]) for seat in sorted(passes)),
        scores=tuple(replace(line, shooter=None) for line in state.scores),
    )


def _passes_by_deal(game: UUID, events: list[ChainEvent]) -> dict[int, dict[Seat, PassOpening]]:
    """Return the passes by deal and seat: those that lines open, and those still sealed."""
    sealer = service_keys().sealer
    sealed = dict(SealedPass.objects.filter(game=game).values_list("seq", "sealed"))
    passes: dict[int, dict[Seat, PassOpening]] = {}
    deal = 0
    for event in events:
        text = None
        if isinstance(event.detail, DealCommitted):
            deal = event.detail.number
        if isinstance(event.detail, PassOpened) and event.seat is not None:
            opened = event.detail
            text = format_pass(
                PassStatement(str(game), event.hand, event.seat, opened.cards, opened.salt)
            )
        elif event.seq in sealed:
            context = pass_context(game, event.seq)
            text = sealer.open(bytes(sealed[event.seq]), context=context).decode()
        if text is not None:
            statement = parse_pass(text)
            passes.setdefault(deal, {})[statement.seat] = (statement, text)
    return passes


def _hidden_reader(
    game: UUID, passes: dict[int, dict[Seat, PassOpening]], *, board: str
) -> HiddenReader:
    """Return what the lines of each deal hide, from the deals' seeds and the sealed passes."""

    def hidden(number: int) -> HiddenHand | None:
        dealt = holdings_of_deal(number, game=game, board=board)
        if dealt is None:
            return None
        gave = {seat: statement.cards for seat, (statement, _) in passes.get(number, {}).items()}
        return HiddenHand(dealt, gave)

    return hidden


@transaction.atomic
def rebuild_game(game: UUID) -> bool:
    """Replace a game's derived rows by what follows from its log; whether anything differed.

    Raises UnknownGame, LogUnsound.
    """
    if not Game.objects.select_for_update(no_key=True).filter(id=game).exists():
        raise UnknownGame("no game has this id")
    derived = derived_rows(game)
    if _is_stored(game, derived):
        return False
    _store(game, derived)
    return True


def _is_stored(game: UUID, derived: GameRows) -> bool:
    """Whether the stored rows are the derived ones; a hand that does not open is none of them."""
    try:
        return stored_rows(game) == derived
    except (HandState.DoesNotExist, SealBroken, ValueError):
        return False


def _store(game: UUID, rows: GameRows) -> None:
    sealed = None
    if rows.hand is not None:
        sealed = seal_hand(rows.hand, dict(rows.openings), game=game, seq=rows.seq)
    rules, _ = RuleSet.objects.get_or_create(line=rows.rules)
    Game.objects.filter(id=game).update(
        rules=rules,
        state=rows.state,
        seq=rows.seq,
        head=rows.head,
        time=rows.time,
        hand=rows.number,
        totals=list(rows.totals),
        winners=list(rows.winners),
        computers=list(rows.computers),
    )
    HandState.objects.update_or_create(
        game_id=game,
        defaults={
            "seq": rows.seq,
            "hand": rows.number,
            "before": list(rows.before),
            "phase": rows.phase,
            "turn": rows.turn,
            "sealed": sealed,
        },
    )
    for seat, taken in enumerate(rows.seats):
        if taken is not None:
            kind, name, seq = taken
            is_computer = kind == SeatHolder.Kind.COMPUTER
            who = {
                "name": name if is_computer else "",
                "player": None if is_computer else UUID(name),
            }
            SeatHolder.objects.update_or_create(
                game_id=game, seat=seat, defaults={"kind": kind, "seq": seq, **who}
            )
    store_scores(game, rows.scores)
