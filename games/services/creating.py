"""Making a game: its header goes into the public log, and its first deal is committed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Final
from uuid import UUID

from django.db import transaction

from deals.cards.seat import Seat
from deals.fairness.entries import GameEntry
from deals.services.checkpoints import publish_checkpoint
from deals.services.dealing import commit_deal
from deals.services.effects import note_effect
from deals.services.jobs import JobHint
from deals.services.log import LogWriter, lock_log
from games.coach.thumb import NAME
from games.events.chain import first_head
from games.events.details import SeatTaken
from games.models import Game, HandState, SeatHolder
from games.models import RuleSet as RuleSetRow
from games.rules.ruleset import RuleSet, format_rules_line, parse_rules
from games.services.errors import InvalidGame
from games.services.game_ids import new_game_id
from games.services.settling import settle_committed
from games.services.table import lock_table, save_table

ENGINE: Final = 1
WAIT: Final = range(10, 604_801)
SOURCES: Final = ("seats", "beacon", "server")


@dataclass(frozen=True)
class CreatedGame:
    """A new game: the invite secrets by seat, shown this once; its first deal, if it deals."""

    game: UUID
    invites: Mapping[Seat, str]
    deal: int | None
    hints: tuple[JobHint, ...]


@dataclass(frozen=True)
class Creator:
    """Who makes a game, for which club, at which table of a league, of which board; each if any."""

    account: UUID | None = None
    club: UUID | None = None
    table: UUID | None = None
    board: str = ""


NOBODY: Final = Creator()
"""Makes a game whose token alone says who directs it."""


def create_game(
    rules: object,
    *,
    seats: Sequence[str] | None = None,
    sources: str,
    wait: int,
    now: datetime,
    creator: Creator = NOBODY,
) -> CreatedGame:
    """Make a game; `rules` is a rules object as in RULES.md, `seats` holds human or computer.

    Without `seats` all are human. Raises InvalidRules, InvalidGame, SignerRefuses.
    """
    checked = parse_rules(rules)
    seats = (SeatHolder.Kind.HUMAN,) * checked.players if seats is None else seats
    _check_terms(checked, seats=seats, sources=sources, wait=wait)
    publish_checkpoint(now=now)  # A signer that refuses stops all dealing: nothing is begun.
    with transaction.atomic():
        writer = lock_log(now=now)
        game = write_game(
            writer, checked, kind="cards", sources=sources, wait=wait, creator=creator
        )
        invites = _write_seats(game, seats)
        deal = commit_deal(
            writer,
            f"game/{game.id}/hand/1",
            deck=checked.deck.code,
            sources=sources,
            game=game.id,
        )
        _seat_computers(game.id, seats, now=now)
        note_effect()
    return CreatedGame(game.id, invites, deal, settle_committed(game.id, now=now))


def _check_terms(rules: RuleSet, *, seats: Sequence[str], sources: str, wait: int) -> None:
    if len(seats) != rules.players:
        raise InvalidGame("/seats", f"the rules are for {rules.players} seats, not {len(seats)}")
    for seat, kind in enumerate(seats):
        if kind not in SeatHolder.Kind.values:
            raise InvalidGame(f"/seats/{seat}", "a seat is human or computer")
    if sources not in SOURCES:
        raise InvalidGame("/sources", f"sources is one of {', '.join(SOURCES)}")
    if wait not in WAIT:
        raise InvalidGame("/wait", "wait is 10 to 604800 seconds")


def write_game(
    writer: LogWriter,
    rules: RuleSet,
    *,
    kind: str,
    sources: str,
    wait: int,
    creator: Creator = NOBODY,
) -> Game:
    """Log the header of a game, and make its rows, those of its seats aside."""
    line = format_rules_line(rules)
    game = new_game_id(writer.now)
    header = GameEntry(
        origin=writer.origin,
        game=str(game),
        kind=kind,
        engine=ENGINE,
        rules=line,
        sources=sources,
        table="-" if creator.table is None else str(creator.table),
        wait=wait,
        time=writer.time,
    )
    entry = writer.append(header, game=game)
    row, _ = RuleSetRow.objects.get_or_create(line=line)
    made = Game.objects.create(
        id=game,
        kind=kind,
        rules=row,
        sources=sources,
        wait=wait,
        header=entry.text,
        creator_id=creator.account,
        club_id=creator.club,
        board=creator.board,
        shut=bool(creator.board),
        head=first_head(entry.text),
        time=writer.now,
        totals=[0] * rules.players,
        created=writer.now,
    )
    HandState.objects.create(game=made, seq=0, hand=1, before=made.totals, phase="committed")
    return made


def _write_seats(game: Game, seats: Sequence[str]) -> dict[Seat, str]:
    """Return the rows of all seats; the invite secrets of those that wait for a person."""
    invites = {
        seat: secrets.token_urlsafe(24)
        for seat, kind in enumerate(seats)
        if kind == SeatHolder.Kind.HUMAN
    }
    SeatHolder.objects.bulk_create(
        SeatHolder(game=game, seat=seat, kind=kind, invite=_digest(invites.get(seat)))
        for seat, kind in enumerate(seats)
    )
    return invites


def _digest(invite: str | None) -> bytes | None:
    return None if invite is None else sha256(invite.encode()).digest()


def _seat_computers(game: UUID, seats: Sequence[str], *, now: datetime) -> None:
    computers = [seat for seat, kind in enumerate(seats) if kind == SeatHolder.Kind.COMPUTER]
    if not computers:
        return
    table = lock_table(game, now=now)
    table.computers = computers
    for seat in computers:
        event = table.append("seat", seat, SeatTaken("computer", NAME))
        SeatHolder.objects.filter(game=game, seat=seat).update(seq=event.seq, name=NAME)
    save_table(table)
