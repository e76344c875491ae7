"""Seasons at random: whatever happens in whatever order, the rows are what the events fold to."""

import hashlib
import itertools
from collections import Counter

import pytest

from deals.services.checkpoints import publish_checkpoint
from deals.services.keys import service_keys
from games.leagues.models import Board, Standing
from games.leagues.selectors.proofs import rounds_bundle
from games.leagues.services.auditing import audit_league
from games.leagues.services.rebuilding import derived_league, rebuild_league, stored_league
from games.verifier.options import Options
from games.verifier.verify import verify_value
from tests.season import Boards, Season

pytestmark = pytest.mark.usefixtures("log")
ROWS = [(0, 4, 9, 13), (26, 0, 0, 0), (3, 3, 3, 17), (13, 0, 0, 13)]


class Chance:
    """Choices that are the same each time: the draws of a season are chance enough."""

    def __init__(self, seed):
        self.state = str(seed)

    def of(self, choices):
        self.state = hashlib.sha256(self.state.encode()).hexdigest()
        return choices[int(self.state, 16) % len(choices)]


def act(season, chance, number, *, least=4, computers=False):
    """One thing that a director may do between two results."""
    folded = season.folded
    what = chance.of(["enter", "withdraw", "return", "penalise", "correct", "nothing"])
    if what == "enter":
        season.people.append(season.enter(f"late {number}", is_computer=computers))
    elif what == "withdraw" and len(folded.active) > least:
        season.withdraw(chance.of(folded.active))
    elif what == "return" and folded.left:
        season.come_back(chance.of(sorted(folded.left)))
    elif what == "penalise":
        season.penalise(chance.of(season.people), chance.of(["1/3", "-2"]))
    elif what == "correct" and folded.played:
        game = chance.of(list(folded.played))
        season.correct(game, chance.of([None, (1, 2, 2, 4), (0, -26, 0, 0)]))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", ["cumulative", "swiss"])
def test_rows_are_what_the_events_fold_to_and_sit_outs_stay_even(kind, seed):
    season, chance = Season(kind, people=6), Chance(f"{kind} {seed}")
    for number in range(5):
        act(season, chance, number)
        season.draw()
        for game in season.games():
            what, row = chance.of(["play", "play", "void", ""]), chance.of(ROWS)
            if what == "play":
                season.play(game, *row)
            elif what == "void":
                season.void(game)
            act(season, chance, number)
        season.close(overrides=True)
        sat = [season.folded.sat[entrant] for entrant in season.folded.active]
        assert max(sat) - min(sat) <= 1
    folded = season.folded
    counted = [played for played in folded.played.values() if played.totals is not None]
    assert sum(line.tally.games for line in season.lines) == 4 * len(counted)
    for drawn in folded.rounds:
        places = [name for table in drawn.tables for name in table] + list(drawn.sitting)
        assert len(set(places)) == len(places)
    assert audit_league(season.id, repairs=False, now=season.clock()).findings == ()
    assert not rebuild_league(season.id, now=season.clock())


@pytest.mark.parametrize("seed", range(2))
def test_boards_that_are_missed_corrected_and_averaged_leave_rows_that_follow(seed):
    season, chance = Boards(computers=9, boards=2), Chance(f"boards {seed}")
    missed = set()
    for number in range(1, 4):
        act(season, chance, number, least=8, computers=True)
        season.draw()
        tables = season.tables()
        for at, game in enumerate(season.games()):
            if chance.of([True, True, True, False]):
                season.play_game(game)
            else:
                missed |= {(name, number, at % 2 + 1) for name in tables[at // 2]}
        season.close(overrides=True)
        act(season, chance, number, least=8, computers=True)
        for entrant, of, board in sorted(missed):
            if of == number and chance.of([True, False]):
                season.average(entrant, of, board, chance.of(["1/2", "3/5"]))
        late = [game for game in season.games() if season.state(game) == "playing"]
        for game in late:
            season.play_game(game)
        sat = [season.folded.sat[entrant] for entrant in season.folded.active]
        assert max(sat) - min(sat) <= 1
    assert set(Board.objects.values_list("state", flat=True)) == {"open"}
    publish_checkpoint(now=season.clock())
    report = verify_value(rounds_bundle(season.id), Options(key=service_keys().log.verifier_key))
    assert report.findings == ()
    assert audit_league(season.id, repairs=False, now=season.clock()).findings == ()
    assert not rebuild_league(season.id, now=season.clock())


def test_nobody_sits_out_twice_before_all_have_once():
    season = Season("swiss", people=6)
    for number in range(9):
        season.draw()
        season.close(overrides=True)
        times = Counter(name for drawn in season.folded.rounds for name in drawn.sitting)
        everybody = [times[name] for name in season.people]
        assert max(everybody) - min(everybody) <= 1, number


def test_rows_that_somebody_spoilt_are_rebuilt():
    season = Season(people=4)
    season.draw()
    season.play(season.games()[0], 0, 4, 9, 13)
    Standing.objects.filter(entrant=season.people[0]).update(sum="9/2")
    assert stored_league(season.id) != derived_league(season.id)
    assert rebuild_league(season.id, now=season.clock())
    season.checked(None)
    assert [line.tally.sum for line in season.lines] == [4, 3, 2, 1]


def test_an_added_result_takes_as_many_statements_at_the_end_as_at_the_start(
    django_assert_max_num_queries,
):
    season = Season(people=4)
    counts = []
    for _ in range(4):
        season.draw()
        (game,) = season.games()
        with django_assert_max_num_queries(200) as asked:
            season.count = lambda: None
            season.play(game, 0, 4, 9, 13)
            del season.count
        counts.append(len(asked))
        season.close()
    assert len(set(itertools.islice(counts, 1, None))) == 1
