"""Plans a round: which movement is on, who sits out, who sits where (LEAGUES.md 2).

What may be known before the draw is planned before it: who is seated. Seats follow from the draw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.leagues.movements.errors import TooFewToSeat
from games.leagues.movements.fill import Meetings, fill_tables, seat_by_draw
from games.leagues.movements.movement import Movement
from games.leagues.movements.sitting import choose_sitting, table_sizes
from games.leagues.movements.stored import MOVEMENTS

FOUR: Final = (4,)


@dataclass(frozen=True)
class Course:
    """A movement that a league is in the midst of: who has which number, and the next round."""

    entrants: tuple[str, ...]
    step: int

    @property
    def movement(self) -> Movement:
        """The movement."""
        return MOVEMENTS[len(self.entrants)]

    def goes_on(self, active: Sequence[str]) -> bool:
        """Whether its next round can be played: nobody came or left, and a round is left."""
        has_round = self.step < len(self.movement.rounds)
        return has_round and sorted(active) == sorted(self.entrants)

    def tables(self) -> tuple[tuple[str, ...], ...]:
        """Return the tables of the next round, in seat order."""
        return tuple(
            tuple(self.entrants[player] for player in seating)
            for seating in self.movement.rounds[self.step]
        )


@dataclass(frozen=True)
class Plan:
    """A round before its draw: who is seated at tables of which sizes, and who sits out.

    `course` is the movement whose next round it is; `begins` says that a movement begins with it.
    `order` is the standings, from the top, of those seated.
    """

    order: tuple[str, ...]
    sizes: tuple[int, ...]
    sitting: tuple[str, ...]
    course: Course | None = None
    begins: bool = False

    @property
    def lots(self) -> tuple[str, ...]:
        """Those seated, ascending: the cards of the draw."""
        return tuple(sorted(self.order))


@dataclass(frozen=True)
class Seated:
    """A round after its draw: the tables, in seat order, and the movement that goes on, if any."""

    tables: tuple[tuple[str, ...], ...]
    sitting: tuple[str, ...]
    course: Course | None


def plan_round(
    order: Sequence[str],
    sat: Mapping[str, int],
    *,
    sizes: Sequence[int],
    least: int,
    course: Course | None = None,
    moves: bool,
) -> Plan:
    """Plan the next round of the active entrants, `order` being their standings from the top.

    `least` is how many it takes, `moves` whether this league is played by movements.
    Raises TooFewToSeat.
    """
    if len(order) < least:
        raise TooFewToSeat(least)
    if moves and course is not None and course.goes_on(order):
        seated = {entrant for table in course.tables() for entrant in table}
        sitting = tuple(entrant for entrant in course.entrants if entrant not in seated)
        return _plan(order, FOUR * (len(seated) // 4), sitting, course=course)
    split = table_sizes(len(order), sizes=sizes)
    sitting = choose_sitting(order, sat, count=len(order) - sum(split))
    return _plan(order, split, sitting, begins=moves and _may_begin(order, sat, sitting))


def _plan(
    order: Sequence[str],
    sizes: tuple[int, ...],
    sitting: tuple[str, ...],
    *,
    course: Course | None = None,
    begins: bool = False,
) -> Plan:
    seated = tuple(entrant for entrant in order if entrant not in sitting)
    return Plan(seated, sizes, sitting, course, begins)


def _may_begin(order: Sequence[str], sat: Mapping[str, int], sitting: Sequence[str]) -> bool:
    """Whether a movement fits: one for so many, and nobody is owed a round by the sit-outs."""
    is_level = not sitting or len({sat.get(entrant, 0) for entrant in order}) == 1
    return len(order) in MOVEMENTS and is_level


def seat_round(plan: Plan, drawn: Sequence[str], meetings: Meetings) -> Seated:
    """Seat a round by its draw: `drawn` holds who drew each place, from 0.

    In the first round of a movement place p is table p // 4, seat p % 4; in its later rounds the
    draw says which table is called the first. Else it orders the seats of each table.
    """
    places = {entrant: place for place, entrant in enumerate(drawn)}
    if plan.course is not None:
        tables = sorted(
            plan.course.tables(), key=lambda table: min(places[entrant] for entrant in table)
        )
        course = Course(plan.course.entrants, plan.course.step + 1)
        return Seated(tuple(tables), plan.sitting, course)
    if plan.begins:
        return _begin(plan, drawn)
    order = sorted(plan.order, key=places.__getitem__) if not meetings else plan.order
    filled = fill_tables(order, meetings, sizes=plan.sizes)
    return Seated(tuple(seat_by_draw(table, places) for table in filled), plan.sitting, None)


def _begin(plan: Plan, drawn: Sequence[str]) -> Seated:
    """Give the numbers of a movement by the places of its first round."""
    count = len(plan.order) + len(plan.sitting)
    movement = MOVEMENTS[count]
    numbers = [player for seating in movement.rounds[0] for player in seating]
    holder = dict(zip((*numbers, *movement.sitting_out(1)), (*drawn, *plan.sitting), strict=True))
    course = Course(tuple(holder[player] for player in range(count)), 0)
    return Seated(course.tables(), plan.sitting, Course(course.entrants, 1))
