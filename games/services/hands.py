"""What ends one hand and begins the next: the steps that finishing and voiding share."""

from __future__ import annotations

from typing import Final

from deals.fairness.entries import HeadEntry
from deals.services.dealing import commit_deal, void_deal
from deals.services.jobs import add_job
from deals.services.log import LogWriter
from deals.services.tables import UNUSED, open_table_deals
from games.events.details import Ended, PassOpened
from games.events.pass_statement import parse_pass
from games.models import Game, SealedPass
from games.services.scores import game_before, hand_that_comes
from games.services.table import Table

_NO_TABLE: Final = "\ntable -\n"


def log_head(writer: LogWriter, table: Table) -> None:
    """Put the chain's head into the public log, as it stands after the last line."""
    writer.append(
        HeadEntry(
            origin=writer.origin,
            game=str(table.game),
            seq=table.seq,
            head=table.head,
            time=writer.time,
        ),
        game=table.game,
    )


def open_passes(table: Table) -> None:
    """Open what the passes of the hand hid."""
    for seat, text in sorted(table.openings.items()):
        statement = parse_pass(text)
        table.append("open", seat, PassOpened(statement.cards, statement.salt))


def clear_hand(table: Table) -> None:
    """Take the cards off the table: the next hand begins with the totals as they are."""
    if table.openings or table.hand is None:
        SealedPass.objects.filter(game=table.game).delete()  # Open by now, or lost with their key.
    table.hand, table.openings, table.turn = None, {}, None
    table.phase, table.before = "committed", table.totals


def commit_hand(writer: LogWriter, table: Table) -> int:
    """Commit a deal for the hand that the table's number names; return the deal's number."""
    return commit_deal(
        writer,
        table.purpose,
        deck=table.rules.deck.code,
        sources=table.sources,
        game=table.game,
    )


def deal_again(writer: LogWriter, table: Table) -> None:
    """After a void: commit a deal for the hand once more, unless the game is finished already."""
    if not end_if_finished(writer, table):
        commit_hand(writer, table)


def end_if_finished(writer: LogWriter, table: Table) -> bool:
    """End a game between hands whose totals say so; an adjustment may have come during a hand."""
    game = game_before(table)
    if game.finished:
        table.number = hand_that_comes(game)
        end_game(writer, table, Ended("finished", game.totals, game.winners))
    return game.finished


def end_game(writer: LogWriter, table: Table, ended: Ended) -> None:
    """Write the last line of a game, log its head, void what it leaves, and ask for an audit.

    The league of its table, if it has one, is told.
    """
    table.phase, table.state = "over", Game.State(ended.how)
    table.winners = ended.winners
    table.append("end", None, ended)
    log_head(writer, table)
    if table.kind == "sheet":
        for deal in open_table_deals(table.game):
            void_deal(writer, deal, reason=UNUSED, game=None)
    table.hints.append(add_job("audit_game", table.game, now=table.now))
    tell_league(table)


def end_without_head(table: Table) -> None:
    """Write the last lines of a void game that has lost lines, open what its passes hid.

    No head is logged: the log has later ones of this game, and no chain leads to both.
    """
    open_passes(table)
    clear_hand(table)
    table.phase, table.state = "over", Game.State.VOIDED
    table.append("end", None, Ended("voided", table.totals, ()))
    table.hints.append(add_job("audit_game", table.game, now=table.now))
    tell_league(table)


def tell_league(table: Table) -> None:
    """Have the league of a table look at a result that has changed, where there is a league."""
    header = Game.objects.values_list("header", flat=True).get(id=table.game)
    if _NO_TABLE not in header:
        table.hints.append(add_job("count_result", table.game, now=table.now))
