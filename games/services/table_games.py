"""Games of a league's table: made with everybody seated, in the transaction that seats a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from deals.services.dealing import commit_deal
from deals.services.log import LogWriter
from games.coach.thumb import NAME
from games.events.details import SeatTaken
from games.models import SeatHolder
from games.rules.ruleset import RuleSet
from games.services.creating import Creator, write_game
from games.services.table import lock_table, save_table


@dataclass(frozen=True)
class Seated:
    """Who sits at a seat: a person by uuid, or with None a computer player; `label` is shown."""

    label: str
    player: UUID | None


@dataclass(frozen=True)
class TableTerms:
    """What the games of a league's table have in common; `sources` is - for a sheet."""

    table: UUID
    club: UUID
    kind: str
    sources: str
    wait: int


def create_table_game(
    writer: LogWriter,
    rules: RuleSet,
    players: Sequence[Seated],
    terms: TableTerms,
    *,
    board: str = "",
) -> UUID:
    """Write a game with all its seats taken, and commit its first deal; its id.

    `board` is the purpose of a deal that is committed already, for this and other tables. The
    caller settles the game after the commit.
    """
    game = write_game(
        writer,
        rules,
        kind=terms.kind,
        sources=terms.sources,
        wait=terms.wait,
        creator=Creator(club=terms.club, table=terms.table, board=board),
    )
    _seat(game.id, players, writer)
    if terms.kind == "cards" and not board:
        commit_deal(
            writer,
            f"game/{game.id}/hand/1",
            deck=rules.deck.code,
            sources=terms.sources,
            game=game.id,
        )
    return game.id


def _seat(game: UUID, players: Sequence[Seated], writer: LogWriter) -> None:
    table = lock_table(game, now=writer.now)
    for seat, seated in enumerate(players):
        is_computer = seated.player is None
        taken = (
            SeatTaken("computer", NAME) if is_computer else SeatTaken("human", str(seated.player))
        )
        event = table.append("seat", seat, taken)
        SeatHolder.objects.create(
            game_id=game,
            seat=seat,
            kind=taken.holder,
            player=seated.player,
            name=NAME if is_computer else "",
            label=seated.label,
            seq=event.seq,
        )
        if is_computer:
            table.computers.append(seat)
    save_table(table)
