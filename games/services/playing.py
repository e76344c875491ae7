"""Playing a card: in the middle of a hand without a lock, else under the game's."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from deals.cards.card import Card, parse_card
from deals.cards.seat import Seat
from deals.services.effects import is_noted
from games.events.details import Played
from games.events.event import Event
from games.rules.errors import WrongPhase
from games.rules.hand import Phase
from games.services.acts import Act, accepted
from games.services.computer import call_computers, waiting_computers
from games.services.errors import StaleSeq
from games.services.moon import CLOSING, close_play
from games.services.settling import settle_act
from games.services.table import Table, lock_table, read_table, save_card, save_table


def record_play(game: UUID, seat: Seat, card: str, *, expected_seq: int, now: datetime) -> Act:
    """Record a card by its code, played at a game that stands at `expected_seq`.

    Raises UnknownGame, UnknownCard, StaleSeq, WrongPhase, NotYourTurn, IllegalPlay.
    """
    parsed = parse_card(card)
    if is_noted():  # What is noted beside an effect needs a transaction around both.
        return _play_locked(game, seat, parsed, expected_seq=expected_seq, now=now)
    table = read_table(game, now=now)
    return play_at(table, seat, parsed, expected_seq=expected_seq, now=now)


def play_at(table: Table, seat: Seat, card: Card, *, expected_seq: int, now: datetime) -> Act:
    """Record a card, played at a table that was just read, without a lock and nothing noted.

    Raises StaleSeq, WrongPhase, NotYourTurn, IllegalPlay, SeatSubstituted.
    """
    act = _play_on(table, seat, card, expected_seq=expected_seq)
    if act is None:
        act = _play_locked(table.game, seat, card, expected_seq=expected_seq, now=now)
    return act


def _play_on(table: Table, seat: Seat, card: Card, *, expected_seq: int) -> Act | None:
    """Play a card after which a person plays on: the hot path, without a lock.

    The seq that the player expects is what the write is held to. None when more is to be done than
    to write a line: then nothing is written.
    """
    _check(table, seat, expected_seq=expected_seq)
    event = _lay_card(table, seat, card)
    if table.phase == Phase.OVER or waiting_computers(table):
        return None
    if not save_card(table):
        raise StaleSeq(read_table(table.game, now=table.now).seq)
    return accepted(table, event)


def _play_locked(game: UUID, seat: Seat, card: Card, *, expected_seq: int, now: datetime) -> Act:
    with transaction.atomic():
        table = lock_table(game, now=now)
        _check(table, seat, expected_seq=expected_seq)
        event = play_card(table, seat, card)
        call_computers(table)
        save_table(table)
        act = accepted(table, event)
    return settle_act(act, now=now) if table.hand is None else act


def play_card(table: Table, seat: Seat, card: Card) -> Event:
    """Play a card at a locked table, and close the hand with its last card."""
    event = _lay_card(table, seat, card)
    if table.phase == Phase.OVER:
        close_play(table)
    return event


def _check(table: Table, seat: Seat, *, expected_seq: int) -> None:
    if expected_seq != table.seq:
        raise StaleSeq(table.seq)
    table.check_person(seat)


def _lay_card(table: Table, seat: Seat, card: Card) -> Event:
    if table.hand is None or table.phase == CLOSING:
        raise WrongPhase(table.phase)
    table.hold(table.hand.play(seat, card))
    return table.append("play", seat, Played(card))
