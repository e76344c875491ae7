"""Rounds: sit-outs, table sizes, the swiss fill, and movements that begin, go on and break off."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.leagues.movements.errors import TooFewToSeat
from games.leagues.movements.fill import count_met, fill_tables, seat_by_draw
from games.leagues.movements.plan import Course, plan_round, seat_round
from games.leagues.movements.sitting import choose_sitting, sat_at_entry, table_sizes
from games.leagues.movements.stored import MOVEMENTS

FOURS = {"sizes": (4,), "least": 4}


def people(count):
    return [f"p{number:02}" for number in range(count)]


@pytest.mark.parametrize(
    ("entrants", "sizes", "tables"),
    [
        (4, (4,), (4,)),
        (13, (4,), (4, 4, 4)),
        (7, (4, 3), (4, 3)),
        (9, (4, 3), (3, 3, 3)),
        (11, (4, 5), (5, 5)),
        (12, (4, 3), (4, 4, 4)),
        (12, (3, 4), (3, 3, 3, 3)),
        (17, (4, 5), (4, 4, 4, 5)),
        (8, (3, 5), (3, 5)),
    ],
)
def test_as_few_sit_out_as_can_be(entrants, sizes, tables):
    assert table_sizes(entrants, sizes=sizes) == tables


def test_two_people_fill_no_table():
    with pytest.raises(TooFewToSeat) as refused:
        table_sizes(2, sizes=(4, 3))
    assert refused.value.needed == 3


@given(
    st.integers(3, 60),
    st.permutations([3, 4, 5, 6]).flatmap(
        lambda sizes: st.integers(1, 4).map(lambda count: tuple(sizes[:count]))
    ),
)
def test_nobody_sits_out_who_could_be_seated(entrants, sizes):
    if entrants < min(sizes):
        return
    seated = sum(table_sizes(entrants, sizes=sizes))
    possible = {0}
    for total in range(1, entrants + 1):
        if any(total - size in possible for size in sizes):
            possible.add(total)
    assert seated == max(possible)


def test_who_has_sat_out_least_sits_out_the_last_in_order_first():
    assert choose_sitting(["a", "b", "c", "d"], {"d": 1}, count=2) == ("c", "b")


def test_who_comes_late_counts_as_the_one_who_sat_out_least():
    assert sat_at_entry({"a": 3, "b": 2}, ["a", "b"]) == 2
    assert sat_at_entry({"a": 3, "b": 2}, ["a"]) == 3
    assert sat_at_entry({}, []) == 0


def test_the_fill_takes_the_highest_who_has_met_nobody_there():
    met = count_met([[["a", "b", "c", "d"]]])
    tables = fill_tables(["a", "b", "e", "c", "f", "g", "d", "h"], met, sizes=(4, 4))
    assert tables == (("a", "e", "f", "g"), ("b", "h", "c", "d"))


def test_without_a_stranger_the_fill_takes_the_fewest_meetings():
    rounds = [[["a", "b", "c", "d"]], [["a", "b", "c", "e"]], [["a", "b", "d", "e"]]]
    tables = fill_tables(["a", "b", "c", "d", "e"], count_met(rounds), sizes=(3,))
    assert tables == (("a", "c", "d"),)


def test_seats_follow_the_draw():
    assert seat_by_draw(["a", "b", "c"], {"a": 7, "b": 0, "c": 3}) == ("b", "c", "a")


def test_a_movement_begins_by_the_draw_and_goes_on_by_its_numbers():
    order = people(13)
    plan = plan_round(order, {}, moves=True, **FOURS)
    assert (plan.begins, plan.sitting, plan.lots) == (True, ("p12",), tuple(people(12)))
    drawn = people(12)[::-1]
    seated = seat_round(plan, drawn, {})
    assert [entrant for table in seated.tables for entrant in table] == drawn
    assert seated.sitting == ("p12",)
    following = plan_round(order[::-1], {"p12": 1}, course=seated.course, moves=True, **FOURS)
    assert following.course == seated.course
    assert not following.begins
    assert following.sitting == (seated.course.entrants[1],)


@pytest.mark.parametrize("count", sorted(MOVEMENTS))
def test_a_whole_movement_is_played_whatever_is_drawn(count):
    course, rounds, sat = None, [], Counter()
    movement = MOVEMENTS[count]
    for number in range(len(movement.rounds)):
        plan = plan_round(people(count), sat, course=course, moves=True, **FOURS)
        shift = number % len(plan.lots)
        drawn = plan.lots[shift:] + plan.lots[:shift]
        seated = seat_round(plan, drawn, count_met(rounds))
        course = seated.course
        sat.update(seated.sitting)
        rounds.append(seated.tables)
        numbered = {
            tuple(course.entrants.index(entrant) for entrant in table) for table in seated.tables
        }
        assert numbered == set(movement.rounds[number])
        assert drawn[0] in seated.tables[0]
    assert len(set(sat.values())) <= 1
    again = plan_round(people(count), sat, course=course, moves=True, **FOURS)
    assert again.begins
    assert again.course is None


def test_a_movement_breaks_off_when_somebody_leaves_and_the_fill_goes_on():
    course = Course(tuple(people(13)), 3)
    sat = dict.fromkeys(people(3), 1)
    plan = plan_round(people(12), sat, course=course, moves=True, **FOURS)
    assert plan.course is None
    assert plan.begins  # twelve need nobody to sit out
    plan = plan_round([*people(13), "p13"], sat, course=course, moves=True, **FOURS)
    assert (plan.course, plan.begins) == (None, False)
    assert plan.sitting == ("p13", "p12")


def test_no_movement_begins_while_some_are_owed_a_round():
    sat = dict.fromkeys(people(3), 1)
    plan = plan_round(people(13), sat, moves=True, **FOURS)
    assert not plan.begins
    assert plan.sitting == ("p12",)


def test_a_swiss_league_has_no_movement():
    plan = plan_round(people(16), {}, moves=False, **FOURS)
    seated = seat_round(plan, people(16)[::-1], {})
    assert (plan.begins, seated.course) == (False, None)
    assert seated.tables[0] == ("p15", "p14", "p13", "p12")


def test_a_later_swiss_round_goes_down_the_standings_and_the_draw_orders_the_seats():
    met = count_met([[people(4), people(8)[4:]]])
    plan = plan_round(people(8), {}, moves=False, **FOURS)
    seated = seat_round(plan, people(8)[::-1], met)
    assert seated.tables == (("p05", "p04", "p01", "p00"), ("p07", "p06", "p03", "p02"))


def test_boards_ask_for_eight():
    with pytest.raises(TooFewToSeat) as refused:
        plan_round(people(7), {}, sizes=(4,), least=8, moves=True)
    assert refused.value.needed == 8


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), st.sampled_from([(4,), (4, 3), (5,), (6, 4)]), st.booleans())
def test_sit_outs_differ_by_one_at_most_through_late_entries_withdrawals_and_returns(
    data, sizes, moves
):
    active, away, sat, rounds, course = people(13), [], {}, [], None
    sat = dict.fromkeys(active, 0)
    for number in range(12):
        what = data.draw(st.sampled_from(["none", "none", "enter", "leave", "return"]))
        if what == "enter":
            new = f"late{number}"
            sat[new] = sat_at_entry(sat, active)
            active.append(new)
        elif what == "leave" and len(active) > 8:
            away.append(active.pop(data.draw(st.integers(0, len(active) - 1))))
        elif what == "return" and away:
            back = away.pop()
            sat[back] = max(sat[back], sat_at_entry(sat, active))
            active.append(back)
        moves_now = moves and sizes == (4,)
        plan = plan_round(
            active, sat, sizes=sizes, least=min(sizes), course=course, moves=moves_now
        )
        shift = data.draw(st.integers(0, len(plan.lots) - 1))
        seated = seat_round(plan, plan.lots[shift:] + plan.lots[:shift], count_met(rounds))
        course = seated.course
        rounds.append(seated.tables)
        for entrant in seated.sitting:
            sat[entrant] += 1
        places = [entrant for table in seated.tables for entrant in table]
        assert sorted((*places, *seated.sitting)) == sorted(active)
        levels = {sat[entrant] for entrant in active}
        assert max(levels) - min(levels) <= 1


def test_everybody_meets_before_anybody_meets_twice_while_strangers_are_left():
    rounds, course = [], None
    order = people(16)
    for _ in range(5):
        plan = plan_round(order, {}, moves=True, course=course, **FOURS)
        seated = seat_round(plan, plan.lots, count_met(rounds))
        course = seated.course
        rounds.append(seated.tables)
    met = count_met(rounds)
    assert all(met[a][b] == 1 for a, b in combinations(order, 2))
