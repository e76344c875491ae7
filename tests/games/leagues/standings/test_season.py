"""Seasons folded from events: nothing is edited, and what is taken back leaves no trace."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
    Penalised,
    Returned,
    Substituted,
    Withdrawn,
    fact_to_json,
    kind_of,
    parse_fact,
)
from games.leagues.standings.games import score_game
from games.leagues.standings.season import fold_season
from games.leagues.standings.tally import Tally

ENTER = [Entered(name) for name in "abcdefgh"]
ROUND = Drawn(1, 7, (tuple("abcd"), tuple("efgh")), ())
BOARD = BoardCounted(1, 1, ((1, "g1", (13, 0, 13, 0)), (2, "g2", (0, 26, 0, 0))))


def season(*facts, kind="cumulative"):
    return fold_season(kind, [*ENTER, *facts])


def test_a_game_counts_for_who_sat_there():
    stands = season(ROUND, Counted(1, 2, "g", (20, 3, 3, 0)))
    assert stands.tallies["e"] == Tally(1, Fraction(1), 1, Fraction(0), Fraction(20))
    assert stands.tallies["h"] == Tally(1, Fraction(4), 1, Fraction(1), Fraction(0))
    assert stands.tallies["a"] == Tally()
    assert [line.entrant for line in stands.lines[:2]] == ["h", "f"]


def test_a_correction_takes_the_place_of_what_was_written():
    wrong, right = Counted(1, 1, "g", (5, 0, 8, 13)), (13, 0, 8, 5)
    stands = season(ROUND, wrong, Corrected("g", right))
    assert stands.tallies == season(ROUND, Counted(1, 1, "g", right)).tallies


def test_a_game_that_is_struck_leaves_nothing_and_can_come_back():
    counted = Counted(1, 1, "g", (5, 0, 8, 13))
    assert season(ROUND, counted, Corrected("g", None)).tallies == season(ROUND).tallies
    back = season(ROUND, counted, Corrected("g", None), Corrected("g", (5, 0, 8, 13)))
    assert back.tallies == season(ROUND, counted).tallies


def test_a_board_is_compared_and_corrected_as_a_whole():
    stands = season(ROUND, BOARD, kind="same-deal")
    assert [stands.tallies[name].sum for name in "abcd"] == [0, 1, 0, Fraction(1, 2)]
    again = season(ROUND, BOARD, Corrected("g2", (26, 0, 0, 0)), kind="same-deal")
    assert [again.tallies[name].sum for name in "abcd"] == [1, Fraction(1, 2), 0, Fraction(1, 2)]
    alone = season(ROUND, BOARD, Corrected("g2", None), kind="same-deal")
    assert alone.tallies == season(ROUND, kind="same-deal").tallies


def test_an_average_is_a_board_that_compares_with_nobody():
    stands = season(ROUND, Averaged("a", 1, 1, Fraction(3, 5)), kind="same-deal")
    assert stands.tallies["a"] == Tally(1, Fraction(3, 5), 0)
    assert stands.lines[0].rank == 1


def test_a_penalty_is_taken_off_the_sum():
    stands = season(ROUND, Counted(1, 1, "g", (0, 1, 2, 3)), Penalised("a", Fraction(1, 2)))
    assert stands.tallies["a"].mean == Fraction(7, 2)


def test_leaving_and_returning_gains_nothing():
    played = [ROUND, Counted(1, 1, "g", (0, 1, 2, 3))]
    before = season(*played)
    after = season(*played, Withdrawn("a"), Substituted("b", None), Returned("a"))
    assert after.tallies == before.tallies
    assert after.order == before.order
    assert season(*played, Withdrawn("a")).order == [e for e in before.order if e != "a"]


def test_who_returns_counts_as_sitting_out_as_often_as_who_sat_out_least():
    sits = [Drawn(n, n, (tuple("abcd"),), tuple("efg")) for n in (1, 2)]
    everybody_once = Drawn(3, 3, (tuple("efgh"),), tuple("abcd"))
    stands = season(Withdrawn("h"), *sits, everybody_once, Returned("h"), Entered("late"))
    assert stands.sat == dict.fromkeys("abcd", 1) | dict.fromkeys("efg", 2) | {"h": 1, "late": 1}


def test_a_round_is_open_until_it_is_closed():
    drawn = Drawn(1, 7, (tuple("abcd"),), tuple("efgh"), numbers=tuple("abcdefgh"), step=1)
    stands = season(drawn)
    assert stands.open_round == 1
    assert stands.course == Course(tuple("abcdefgh"), 1)
    assert stands.meetings["a"]["b"] == 1
    assert season(drawn, Closed(1)).open_round is None
    assert season(drawn, Closed(1), Drawn(2, 8, (), ())).course is None


FACTS = [
    Entered("a"),
    Withdrawn("a"),
    Returned("a"),
    Substituted("a", "b"),
    Substituted("a", None),
    Penalised("a", Fraction(-7, 2)),
    Averaged("a", 1, 2, Fraction(3, 5)),
    ROUND,
    Drawn(2, 9, (), ("a",), boards=(3, 6), numbers=("a", "b"), step=4),
    Counted(1, 1, "g", (0, -1, 2, 3)),
    BOARD,
    Corrected("g", (1, 2, 3, 4)),
    Corrected("g", None),
    Closed(3),
]


@pytest.mark.parametrize("fact", FACTS, ids=kind_of)
def test_a_fact_comes_back_from_its_json(fact):
    assert parse_fact(kind_of(fact), json.loads(json.dumps(fact_to_json(fact)))) == fact


@dataclass
class SlowSeason:
    """A season whose results are counted again one by one, from what they are at the end."""

    draw: Callable
    kind: str
    facts: list = field(default_factory=lambda: list(ENTER))
    names: list = field(default_factory=lambda: list("abcdefgh"))
    results: dict = field(default_factory=dict)
    groups: list = field(default_factory=list)
    extra: list = field(default_factory=list)

    def play_round(self, number):
        """Two tables; one of them may miss its game."""
        self.names = self.draw(st.permutations(self.names))
        tables = (tuple(self.names[:4]), tuple(self.names[4:8]))
        self.facts.append(Drawn(number, number, tables, tuple(self.names[8:])))
        played = [
            (table, f"g{number}{table}", self.draw(st.tuples(*[st.integers(0, 26)] * 4)))
            for table in (1, 2)
            if self.draw(st.integers(0, 4))
        ]
        self.results |= {game: (tables[table - 1], totals) for table, game, totals in played}
        games = [game for _, game, _ in played]
        if self.kind == "same-deal":
            self.facts.append(BoardCounted(number, 1, tuple(played)))
            self.groups.append(games)
        else:
            self.facts += [Counted(number, *one) for one in played]
            self.groups += [[game] for game in games]
        self.facts.append(Closed(number))

    def correct(self):
        if self.results and self.draw(st.booleans()):
            game = self.draw(st.sampled_from(sorted(self.results)))
            totals = self.draw(st.none() | st.tuples(*[st.integers(-26, 26)] * 4))
            self.facts.append(Corrected(game, totals))
            self.results[game] = (self.results[game][0], totals)

    def direct(self, number):
        """A penalty or an average; somebody leaves and returns, somebody comes late."""
        name = self.draw(st.sampled_from(self.names))
        value = self.draw(st.fractions(-1, 1, max_denominator=6))
        if self.draw(st.booleans()):
            self.facts.append(Penalised(name, value))
            self.extra.append((name, Tally(0, -value)))
        else:
            self.facts.append(Averaged(name, number, 1, value))
            self.extra.append((name, Tally(1, value)))
        late = f"late{number}"
        self.facts += [Withdrawn(name), Returned(name), Entered(late)]
        self.names = [*self.names, late]

    def tallies(self):
        tallies = {name: Tally() for name in sorted(self.names)}
        for name, tally in self.extra:
            tallies[name] += tally
        for games in self.groups:
            counted = [self.results[game] for game in games if self.results[game][1] is not None]
            totals = [totals for _, totals in counted]
            scores = score_board(totals) if self.kind == "same-deal" else map(score_game, totals)
            for (entrants, _), parts in zip(counted, scores, strict=True):
                for entrant, part in zip(entrants, parts, strict=True):
                    tallies[entrant] += part.tally
        return tallies


@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from(["cumulative", "same-deal"]))
def test_a_season_folded_is_what_a_slow_count_of_its_results_gives(data, kind):
    slow = SlowSeason(data.draw, kind)
    for number in range(1, 5):
        slow.play_round(number)
        slow.correct()
        slow.direct(number)
    stands = fold_season(kind, slow.facts)
    assert stands.tallies == slow.tallies()
