"""Adjustments: points that the director adds to a total, outside of any hand."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from deals.cards.seat import Seat
from deals.services.dealing import void_deal
from deals.services.locked import lock_deal
from deals.services.log import LogWriter, lock_log
from games.events.details import Adjusted, Ended
from games.models import Game, Score
from games.rules.errors import WrongPhase
from games.rules.game import GameScore
from games.services.acts import Act, accepted
from games.services.directing import director_of
from games.services.errors import UnknownGame
from games.services.hands import commit_hand, end_game, log_head, tell_league
from games.services.scores import hand_that_comes
from games.services.settling import settle_act
from games.services.table import Table, check_not_shut, lock_table, save_table


def adjust_total(
    game: UUID,
    seat: Seat,
    points: int,
    *,
    reason: str,
    now: datetime,
    director: UUID | None = None,
) -> Act:
    """Add to a seat's total at once; between hands the end rule is asked afresh.

    A game that was finished may be open again: then its next deal is committed.
    Raises UnknownGame, and WrongPhase for a game that did not come to its end, or that would come
    to it before everybody sits.
    """
    with transaction.atomic():
        table = lock_table(game, now=now)
        check_not_shut(table)
        if not 0 <= seat < table.rules.players:
            raise UnknownGame(f"the game has no seat {seat}")
        if table.phase == "over" and table.state != Game.State.FINISHED:
            raise WrongPhase(table.phase)
        event = table.append("adjust", seat, Adjusted(points, reason, director_of(table, director)))
        hands = Score.objects.filter(game=game).count()
        each = [points if place == seat else 0 for place in range(table.rules.players)]
        adjusted = GameScore(table.rules, table.totals, hands).adjust(each)
        table.totals = adjusted.totals
        writer = lock_log(now=table.now)
        log_head(writer, table)
        if table.phase in {"committed", "over"}:
            _ask_the_end_afresh(writer, table, adjusted)
        save_table(table)
        act = accepted(table, event)
    return settle_act(act, now=now)


def _ask_the_end_afresh(writer: LogWriter, table: Table, game: GameScore) -> None:
    """Between hands: end the game, go on with it, or open it again."""
    was_over = table.phase == "over"
    table.before, table.winners = table.totals, ()
    if was_over:
        table.state, table.phase = Game.State.PLAYING, "committed"
        tell_league(table)
    has_deal = table.kind == "cards"
    if has_deal and game.finished and table.state == Game.State.SEATING:
        raise WrongPhase(table.state)
    if has_deal and game.finished and not was_over:
        void_deal(writer, lock_deal(table.purpose), reason="unused", game=table.game)
    table.number = hand_that_comes(game)
    if game.finished:
        end_game(writer, table, Ended("finished", game.totals, game.winners))
    elif has_deal and was_over:
        commit_hand(writer, table)
