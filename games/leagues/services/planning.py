"""The next round before its draw: who is seated and who sits out, from the rows as they stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.leagues.models import Entrant, League, Round
from games.leagues.movements.plan import FOUR, Course, Plan, plan_round
from games.leagues.selectors.standings import stored_lines
from games.leagues.services.locked import LockedLeague
from games.rules.ruleset import parse_rules_line

_LEAST_FOR_BOARDS: Final = 8


def plan_next_round(locked: LockedLeague) -> Plan:
    """Plan the round that follows the last one. Raises TooFewToSeat."""
    row = locked.row
    sizes = table_sizes_of(row)
    active = dict(
        Entrant.objects.filter(league=row, left=False).values_list("id", "sat").order_by("number")
    )
    order = [line.entrant for line in stored_lines(row) if line.entrant in map(str, active)]
    is_boards = row.kind == League.Kind.SAME_DEAL
    return plan_round(
        order,
        {str(entrant): sat for entrant, sat in active.items()},
        sizes=sizes,
        least=_LEAST_FOR_BOARDS if is_boards else min(sizes),
        course=course_after(last_round(row)),
        moves=row.kind != League.Kind.SWISS and tuple(sizes) == FOUR,
    )


def table_sizes_of(row: League) -> Sequence[int]:
    """Return the sizes of tables that a league allows, the preferred one first."""
    return [parse_rules_line(line).players for line in row.rules]


def last_round(row: League) -> Round | None:
    """Return a league's last round."""
    return Round.objects.filter(league=row).order_by("-number").first()


def course_after(last: Round | None) -> Course | None:
    """Return the movement that a round has left on."""
    if last is None or last.numbers is None:
        return None
    return Course(tuple(map(str, last.numbers)), last.step)


def plan_of(row: Round) -> Plan:
    """Return the plan of a round that waits for its draw."""
    return Plan(
        order=tuple(map(str, row.order)),
        sizes=tuple(row.sizes),
        sitting=tuple(map(str, row.sitting)),
        course=course_after(row),
        begins=row.begins,
    )
