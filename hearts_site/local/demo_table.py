"""The demo's table: three people's programs, each with a client of its own, and a computer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from api.client.client import HeartsClient, NewGame
from api.client.seat import SeatClient
from deals.cards.card import Card
from deals.cards.holding import Holding
from games.coach import thumb
from games.coach.strategy import Strategy
from games.replay.table import HandLine
from games.rules.scoring import MoonQuestion
from games.rules.view import SeatView

RULES: Final = {"preset": "standard", "target": 50}
SEATS: Final = ("human", "human", "human", "computer")
GLANCE: Final = 0.1  # seconds between looks at the table


class FirstLegal:
    """Gives and plays the first cards it may, in deck order."""

    def choose_pass(self, view: SeatView) -> Holding:
        """Give the first cards held."""
        return Holding([*view.dealt][: view.rules.pass_count])

    def choose_play(self, view: SeatView) -> Card:
        """Play the first legal card."""
        return next(iter(view.legal))

    def choose_moon(self, _question: MoonQuestion, *, totals: Sequence[int]) -> str:  # noqa: ARG002
        """Add to the others."""
        return "add"


STRATEGIES: Final[tuple[Strategy, ...]] = (thumb, FirstLegal(), thumb)


@dataclass(frozen=True)
class Table:
    """A game that was played, and the clients that sat at it."""

    game: NewGame
    seats: tuple[SeatClient, ...]


def play_game(
    url: str, key: str, *, say: Callable[[str], None], watch: Callable[[], None]
) -> Table:
    """Make a game, take three seats, and play to the end, each seat in a thread of its own.

    `watch` is called while they play; what it raises ends the game. Raises ApiProblem,
    ServerBrokeItsWord, OSError.
    """
    game = HeartsClient(url, key).create_game(RULES, seats=SEATS)
    say(f"game {game.id}: three people's programs, one computer player, to {RULES['target']}")
    seats = tuple(
        HeartsClient(url, key).take_seat(game.id, seat, invite=invite)
        for seat, invite in sorted(game.invites.items())
    )
    say("seats taken; header and receipt key proven to stand in the log")
    with _players(seats) as players:
        shown = 0
        while not all(player.done() for player in players):
            time.sleep(GLANCE)
            watch()
            for player in players:
                if player.done():
                    player.result()
            shown = _show_hands(seats[0], shown, say)
        for player in players:
            player.result()
        _show_hands(seats[0], shown, say)
    return Table(game, seats)


@contextmanager
def _players(seats: tuple[SeatClient, ...]) -> Iterator[list[Future[None]]]:
    """Let every seat play; on the way out nobody is waited for, who waits for a server."""
    threads = ThreadPoolExecutor(len(seats), thread_name_prefix="seat")
    try:
        yield [
            threads.submit(seat.play_game, strategy)
            for seat, strategy in zip(seats, STRATEGIES, strict=True)
        ]
    finally:
        threads.shutdown(wait=False, cancel_futures=True)


def _show_hands(seat: SeatClient, shown: int, say: Callable[[str], None]) -> int:
    """Tell of the hands proven since; return how many have been told."""
    for hand in seat.own.proven[shown:]:
        score = hand_score(seat, hand.hand)
        say(
            f"hand {hand.hand}: deal {hand.number}, index {hand.index}, proven by every seat; "
            f"scores {_listed(score.scores)}, totals {_listed(score.totals)}"
        )
    return len(seat.own.proven)


def hand_score(seat: SeatClient, number: int) -> HandLine:
    """Return what a hand came to."""
    return next(line for line in seat.chain.table.scores if line.number == number)


def _listed(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))
