"""The job of a computer player: it sees its seat's view and nothing else."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from deals.cards.seat import Seat
from deals.services.jobs import JobHint, finish_job, take_job
from games.coach.thumb import choose_moon, choose_pass, choose_play
from games.rules.hand import Hand, Phase
from games.rules.scoring import moon_question
from games.rules.view import SeatView, seat_view
from games.services.computer import call_computers, waiting_computers
from games.services.moon import CLOSING, choose_effect
from games.services.passing import pass_cards
from games.services.playing import play_card
from games.services.settling import settle_game
from games.services.table import Table, lock_table, save_table


def move_computers(job_id: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """Let the computer players of a game act once; what to tell the broker next."""
    job = take_job(job_id, now=now)
    if job is None:
        return ()
    with transaction.atomic():
        table = lock_table(job.subject, now=now)
        finish_job(job, now=now)
        for seat in waiting_computers(table):
            _move(table, seat)
        call_computers(table)
        if table.lines:
            save_table(table)
    if table.hand is None:
        table.hints.extend(settle_game(table.game, now=now))
    return tuple(table.hints)


def _move(table: Table, seat: Seat) -> None:
    if table.hand is None:
        raise AssertionError("a computer player who is to act has cards")
    if table.phase == CLOSING:
        choose_effect(table, seat, _answer(table, table.hand), by=None)
    elif table.phase == Phase.PASSING:
        pass_cards(table, seat, choose_pass(_view(table, table.hand, seat)))
    else:
        play_card(table, seat, choose_play(_view(table, table.hand, seat)))


def _view(table: Table, hand: Hand, seat: Seat) -> SeatView:
    return seat_view(hand, seat, totals=table.before)


def _answer(table: Table, hand: Hand) -> str:
    question = moon_question(hand)
    if question is None:
        raise AssertionError("a shooter who is to choose was asked")
    return choose_moon(question, totals=table.before)
