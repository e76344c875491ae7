"""Score sheets: rows of numbers that are kept, corrected, and counted under rules that may change.

What a row costs is worked out of the rules each time. So a correction and other rules write all
hands' scores again, in their own transaction.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from deals.services.checkpoints import publish_checkpoint
from deals.services.effects import note_effect
from deals.services.log import lock_log
from games.events.details import Ended, RowCorrected, RowWritten, RulesChanged, SeatTaken
from games.models import Game, Remark, SeatHolder
from games.models import RuleSet as RuleSetRow
from games.replay.sheet_log import SheetLog
from games.rules.errors import (
    GameOver,
    MoonChoiceMissing,
    NoSuchRow,
    WrongPhase,
)
from games.rules.game import GameScore
from games.rules.row import Row, score_row
from games.rules.ruleset import RuleSet, format_rules_line, parse_rules
from games.rules.scoring import HandScore
from games.rules.sheet import Sheet
from games.selectors.sheets import sheet_log
from games.services.acts import Act, accepted
from games.services.creating import NOBODY, WAIT, CreatedGame, Creator, write_game
from games.services.directing import director_of
from games.services.errors import InvalidGame, NotASheet, RulesPinned
from games.services.hands import clear_hand, end_game, log_head, tell_league
from games.services.scores import game_before, hand_that_comes, store_scores, write_score
from games.services.settling import settle_act, settle_committed
from games.services.table import Table, lock_table, save_table
from games.services.table_deals import reveal_table_deal

SHEET: Final = "sheet"
LONGEST_NAME: Final = 64


def create_sheet(
    rules: object,
    *,
    players: Sequence[str],
    wait: int,
    now: datetime,
    creator: Creator = NOBODY,
) -> CreatedGame:
    """Begin a sheet for the players named; `rules` is a rules object as in RULES.md.

    Raises InvalidRules, InvalidGame, SignerRefuses.
    """
    checked = parse_rules(rules)
    _check_names(checked, players)
    if wait not in WAIT:
        raise InvalidGame("/wait", "wait is 10 to 604800 seconds")
    publish_checkpoint(now=now)  # A signer that refuses stops all that the log is to hold.
    with transaction.atomic():
        writer = lock_log(now=now)
        game = write_game(writer, checked, kind=SHEET, sources="-", wait=wait, creator=creator)
        _seat_players(game.id, players, now=now)
        note_effect()
    return CreatedGame(game.id, {}, None, settle_committed(game.id, now=now))


def _check_names(rules: RuleSet, players: Sequence[str]) -> None:
    if len(players) != rules.players:
        count = f"the rules are for {rules.players} players, not {len(players)}"
        raise InvalidGame("/players", count)
    for seat, name in enumerate(players):
        if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            detail = f"a name is 1 to {LONGEST_NAME} characters, all of them printable"
            raise InvalidGame(f"/players/{seat}", detail)


def _seat_players(game: UUID, players: Sequence[str], *, now: datetime) -> None:
    """Seat the players: the chain has a fresh uuid for each, the names stay outside."""
    table = lock_table(game, now=now)
    for seat, name in enumerate(players):
        player = uuid.uuid4()
        event = table.append("seat", seat, SeatTaken("human", str(player)))
        SeatHolder.objects.create(
            game_id=game, seat=seat, kind="human", player=player, label=name, seq=event.seq
        )
    save_table(table)


def write_row(game: UUID, row: Row, *, now: datetime) -> Act:
    """Write the next hand's row, and its score unless the shooter has to choose first.

    Raises UnknownGame, NotASheet, WrongPhase, GameOver, RowMisshapen, RowFault, MoonChoiceUnasked.
    """
    with transaction.atomic():
        table = _lock_sheet(game, now=now)
        _check_open(table)
        score: HandScore | None = None
        try:
            score = score_row(row, game_before(table))
        except MoonChoiceMissing as missing:
            table.phase, table.turn = "closing", missing.shooter
        table.state = Game.State.PLAYING
        event = table.append("row", None, RowWritten(row))
        reveal_table_deal(table)
        if score is not None:
            _count(table, score)
        save_table(table)
        act = accepted(table, event)
    return settle_act(act, now=now)


def answer_row(table: Table, choice: str) -> None:
    """Score the row that waits at a locked table, with the shooter's choice."""
    waiting = sheet_log(table.game).waiting
    if waiting is None:
        raise AssertionError("a shooter who is asked has a row")
    _count(table, score_row(replace(waiting, moon_choice=choice), game_before(table)))


def correct_row(
    game: UUID,
    hand: int,
    row: Row,
    *,
    reason: str,
    now: datetime,
    director: UUID | None = None,
) -> Act:
    """Write another row over a hand's; the last correction counts.

    Raises UnknownGame, NotASheet, WrongPhase, NoSuchRow, RowMisshapen, RowFault,
    MoonChoiceUnasked, MoonChoiceMissing, and RowNoLongerFits for a later row.
    """
    with transaction.atomic():
        table = _lock_sheet(game, now=now)
        _check_rests(table)
        log = sheet_log(game)
        place = log.place_of(hand)
        if place is None:
            raise NoSuchRow(hand)
        score_row(row, log.sheet.count.game)  # One that is set aside has to fit, too.
        sheet = log.sheet.correct_row(place, row)
        at = log.places[place]
        said = RowCorrected(at.seq, row, reason, director_of(table, director))
        event = table.append("correct", None, said, hand=at.hand)
        _recount(table, log, sheet)
        save_table(table)
        act = accepted(table, event)
    return settle_act(act, now=now)


def change_rules(
    game: UUID, rules: object, *, reason: str | None, now: datetime, director: UUID | None = None
) -> Act:
    """Count all rows, past ones too, under other rules from now on.

    Raises UnknownGame, RulesPinned, WrongPhase, InvalidRules, RowNoLongerFits.
    """
    checked = parse_rules(rules)
    with transaction.atomic():
        table = lock_table(game, now=now)
        if table.kind != SHEET:
            raise RulesPinned("a game that is played from deals keeps its rules")
        _check_rests(table)
        log = sheet_log(game)
        sheet = log.sheet.change_rules(checked)
        line = format_rules_line(checked)
        event = table.append("rules", None, RulesChanged(line, director_of(table, director)))
        row, _ = RuleSetRow.objects.get_or_create(line=line)
        Game.objects.filter(id=game).update(rules=row)
        if reason is not None:
            Remark.objects.create(game_id=game, seq=event.seq, reason=reason)
        table.rules = checked
        _recount(table, log, sheet)
        save_table(table)
        act = accepted(table, event)
    return settle_act(act, now=now)


def _lock_sheet(game: UUID, *, now: datetime) -> Table:
    table = lock_table(game, now=now)
    if table.kind != SHEET:
        raise NotASheet("rows belong to score sheets: this game is played from deals")
    return table


def _check_open(table: Table) -> None:
    if table.phase == "over":
        raise GameOver
    if table.phase != "committed":
        raise WrongPhase(table.phase)


def _check_rests(table: Table) -> None:
    """Check that no shooter is asked, and that the game was not thrown away."""
    is_over = table.phase == "over" and table.state == Game.State.FINISHED
    if table.phase != "committed" and not is_over:
        raise WrongPhase(table.phase)


def _count(table: Table, score: HandScore) -> None:
    """Count the row that is on, and go on or end the game."""
    game = write_score(table, score)
    clear_hand(table)
    writer = lock_log(now=table.now)
    log_head(writer, table)
    if game.finished:
        end_game(writer, table, Ended("finished", game.totals, game.winners))
    else:
        table.number += 1


def _recount(table: Table, log: SheetLog, sheet: Sheet) -> None:
    """Write what the rows come to now; the end is asked afresh."""
    store_scores(table.game, replace(log, sheet=sheet).lines)
    _ask_the_end_afresh(table, sheet.count.game)


def _ask_the_end_afresh(table: Table, game: GameScore) -> None:
    """Go on as a sheet stands that was counted again: over, or open once more.

    The chain's head is logged for the line that changed it.
    """
    was_over = table.phase == "over"
    if was_over:
        table.state = Game.State.PLAYING
    table.totals, table.winners = game.totals, ()
    clear_hand(table)
    writer = lock_log(now=table.now)
    log_head(writer, table)
    table.number = hand_that_comes(game)
    if game.finished:
        end_game(writer, table, Ended("finished", game.totals, game.winners))
    elif was_over:
        tell_league(table)
