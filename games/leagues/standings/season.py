"""A season, folded from the events of its league: tallies, sit-outs, tables and what was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from games.leagues.movements.fill import Meetings, count_met
from games.leagues.movements.plan import Course
from games.leagues.standings.boards import score_board
from games.leagues.standings.facts import (
    Averaged,
    BoardCounted,
    Closed,
    Corrected,
    Counted,
    Drawn,
    Entered,
    Fact,
    Penalised,
    Returned,
    Withdrawn,
)
from games.leagues.standings.games import score_game
from games.leagues.standings.ranking import Line, rank_entrants
from games.leagues.standings.tally import Part, Running, Tally

BoardKey = tuple[int, int]
"""Round and board."""


@dataclass(slots=True)
class Played:
    """A game that was counted: who sat there, and its totals; None when it counts no more."""

    entrants: tuple[str, ...]
    totals: tuple[int, ...] | None
    board: BoardKey | None = None


@dataclass
class Season:
    """Where a league stands; `take` goes on by one event. Entrants are in the order of entry.

    `sat` is how often each has sat out, as it counts for the next; `played` is by game,
    `active_by_sat` how many active entrants have sat out so often.
    """

    kind: str
    running: dict[str, Running] = field(default_factory=dict)
    left: set[str] = field(default_factory=set)
    sat: dict[str, int] = field(default_factory=dict)
    active_by_sat: Counter[int] = field(default_factory=Counter)
    rounds: list[Drawn] = field(default_factory=list)
    open_round: int | None = None
    course: Course | None = None
    played: dict[str, Played] = field(default_factory=dict)
    boards: dict[BoardKey, list[str]] = field(default_factory=dict)

    @property
    def active(self) -> list[str]:
        """The entrants that are in, in the order of entry."""
        return [entrant for entrant in self.running if entrant not in self.left]

    @property
    def tallies(self) -> dict[str, Tally]:
        """What each entrant has come to."""
        return {entrant: running.tally for entrant, running in self.running.items()}

    @property
    def lines(self) -> tuple[Line, ...]:
        """The standings."""
        return rank_entrants(self.kind, self.tallies)

    @property
    def order(self) -> list[str]:
        """The active entrants, from the top of the standings."""
        return [line.entrant for line in self.lines if line.entrant not in self.left]

    @property
    def meetings(self) -> Meetings:
        """Who has met whom how often."""
        return count_met([drawn.tables for drawn in self.rounds])

    def take(self, fact: Fact) -> None:
        """Go on by one event."""
        match fact:
            case Counted():
                self._count_game(fact)
            case BoardCounted():
                self._count_board(fact)
            case Corrected():
                self._correct(fact)
            case Averaged(entrant=entrant, value=value):
                self.running[entrant].add(average_part(value))
            case Penalised(entrant=entrant, value=value):
                self.running[entrant].add(penalty_part(value))
            case Closed():
                self.open_round = None
            case _:
                self._seat(fact)

    def _seat(self, fact: Fact) -> None:
        """Go on by an event that says who is there, and at which table."""
        match fact:
            case Entered(entrant=entrant):
                self._come_in(entrant, sat=0)
                self.running[entrant] = Running()
            case Withdrawn(entrant=entrant):
                self.left.add(entrant)
                self.active_by_sat[self.sat[entrant]] -= 1
            case Returned(entrant=entrant):
                self._come_in(entrant, sat=self.sat[entrant])
                self.left.discard(entrant)
            case Drawn():
                self._draw(fact)
            case _:
                pass  # A substitute changes nothing here: what he plays is the entrant's.

    def _come_in(self, entrant: str, *, sat: int) -> None:
        """Count an entrant as having sat out as often as the active one with the fewest, or more.

        Like `sat_at_entry`, without a look at everybody.
        """
        fewest = min((level for level, count in self.active_by_sat.items() if count), default=0)
        self.sat[entrant] = max(sat, fewest)
        self.active_by_sat[self.sat[entrant]] += 1

    def _sit_out(self, entrant: str) -> None:
        sat = self.sat[entrant]
        self.sat[entrant] = sat + 1
        if entrant not in self.left:
            self.active_by_sat[sat] -= 1
            self.active_by_sat[sat + 1] += 1

    def _draw(self, fact: Drawn) -> None:
        self.rounds.append(fact)
        self.open_round = fact.round
        self.course = None if fact.numbers is None else Course(fact.numbers, fact.step)
        for entrant in fact.sitting:
            self._sit_out(entrant)

    def _count_game(self, fact: Counted) -> None:
        entrants = self.rounds[fact.round - 1].tables[fact.table - 1]
        self.played[fact.game] = Played(entrants, fact.totals)
        self._add_all(entrants, score_game(fact.totals))

    def _count_board(self, fact: BoardCounted) -> None:
        key = (fact.round, fact.board)
        self.boards[key] = [game for _, game, _ in fact.results]
        for table, game, totals in fact.results:
            entrants = self.rounds[fact.round - 1].tables[table - 1]
            self.played[game] = Played(entrants, totals, key)
        self._add_board(key)

    def _correct(self, fact: Corrected) -> None:
        played = self.played[fact.game]
        self._add_again(played, sign=-1)
        played.totals = fact.totals
        self._add_again(played, sign=1)

    def _add_again(self, played: Played, *, sign: int) -> None:
        if played.board is not None:
            self._add_board(played.board, sign=sign)
        elif played.totals is not None:
            self._add_all(played.entrants, score_game(played.totals), sign=sign)

    def _add_board(self, key: BoardKey, *, sign: int = 1) -> None:
        """Add what the tables have made of a board; or take it back."""
        games = [self.played[game] for game in self.boards[key]]
        counted = [(game.entrants, game.totals) for game in games if game.totals is not None]
        scores = score_board([totals for _, totals in counted])
        for (entrants, _), parts in zip(counted, scores, strict=True):
            self._add_all(entrants, parts, sign=sign)

    def _add_all(self, entrants: Iterable[str], parts: Iterable[Part], *, sign: int = 1) -> None:
        for entrant, part in zip(entrants, parts, strict=True):
            self.running[entrant].add(part, sign=sign)


def average_part(value: Fraction) -> Part:
    """Return what a director's average adds: a board that was compared with nobody."""
    return Part(1, 0, value.denominator, value.numerator, 0, 0)


def penalty_part(value: Fraction) -> Part:
    """Return what a penalty adds."""
    return Part(0, 0, value.denominator, -value.numerator, 0, 0)


def fold_season(kind: str, facts: Iterable[Fact]) -> Season:
    """Return where a league of this format stands after these events."""
    season = Season(kind)
    for fact in facts:
        season.take(fact)
    return season
