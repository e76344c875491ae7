"""Seasons of score sheets: draws, results, closing, and the director's events."""

from fractions import Fraction
from uuid import UUID

import pytest

from deals.fairness.entries import parse_entry
from deals.models import Deal, Entry
from deals.selectors.deals import deal_proof
from games.leagues.models import LeagueEvent
from games.leagues.movements.errors import TooFewToSeat
from games.leagues.selectors.standings import season_at
from games.leagues.services.entering import substitute
from games.leagues.services.errors import (
    AlreadyEntered,
    AlreadyLeft,
    InvalidLeague,
    NotCounted,
    RoundNotOpen,
    RoundOpen,
    RoundUnfinished,
    UnknownLeague,
)
from games.models import SeatHolder
from games.rules.row import Row
from games.services.sheets import correct_row
from games.verifier.options import Options
from games.verifier.verify import verify_value
from tests.season import Season

pytestmark = pytest.mark.usefixtures("log")


@pytest.fixture
def season():
    return Season(people=8)


def test_a_round_seats_everybody_once_by_a_draw_that_anyone_can_check(season):
    season.draw()
    assert sorted(name for table in season.tables() for name in table) == sorted(season.people)
    deal = Deal.objects.get(number=season.round().deal)
    assert (deal.purpose, deal.deck, deal.state) == (f"lots/{season.id}/1", "lots/8", "revealed")
    proof = deal_proof(deal.number)
    report = verify_value(proof, Options())
    assert (report.verdict, report.strength) == ("ok", "unproven")
    # A movement of eight begins: places in order are the tables of its first round.
    assert proof["hands"] == [name for table in season.tables() for name in table]


def test_the_tables_stand_in_the_public_log_after_the_commitment(season):
    season.draw()
    entries = list(Entry.objects.filter(game=season.id).order_by("index"))
    assert [entry.kind for entry in entries] == ["commit", "reveal", "round"]
    said = parse_entry(entries[2].text)
    assert [table.entrants for table in said.tables] == season.tables()
    assert (said.league, said.round, said.deals) == (str(season.id), 1, "-")


def test_a_lie_about_the_draw_is_found(season):
    season.draw()
    proof = deal_proof(season.round().deal)
    proof["hands"] = [proof["hands"][1], proof["hands"][0], *proof["hands"][2:]]
    report = verify_value(proof, Options())
    assert (report.verdict, report.findings[0].step) == ("false", 7)


def test_games_of_a_table_name_it_and_everybody_sits(season):
    season.draw()
    (first, _) = season.games()
    header = parse_entry(Entry.objects.get(kind="game", game=first).text)
    assert (header.kind, header.table != "-") == ("sheet", True)
    assert season.state(first) == "seating"


def test_results_count_as_they_come_and_the_round_closes(season):
    season.draw()
    one, other = season.games()
    season.play(one, 0, 4, 9, 13)
    assert [line.rank for line in season.lines] == [1, 2, 3, 4, None, None, None, None]
    with pytest.raises(RoundOpen):
        season.draw()
    with pytest.raises(RoundUnfinished) as refused:
        season.close()
    assert refused.value.games == [str(other)]
    season.play(other, 3, 3, 3, 17)
    season.close()
    assert [line.tally.sum for line in season.lines] == [4, 3, 3, 3, 3, 2, 1, 1]
    assert [line.rank for line in season.lines] == [1, 2, 2, 2, 5, 6, 7, 8]
    with pytest.raises(RoundNotOpen):
        season.close(1)


def test_closing_counts_what_no_worker_has_counted_yet(season):
    season.draw()
    for game in season.games():
        season.count = lambda: None
        season.play(game, 0, 4, 9, 13)
    season.close()
    assert all(line.tally.games == 1 for line in season.lines)


def test_the_director_closes_a_round_that_everybody_has_left(season):
    season.draw()
    for entrant in season.people:
        season.withdraw(entrant)
    season.close(overrides=True)
    said = LeagueEvent.objects.filter(league=season.id).order_by("-seq").first()
    assert (said.kind, said.reason, said.by) == ("close", "closed", season.director)
    with pytest.raises(TooFewToSeat):
        season.draw()


def test_a_void_game_counts_nothing(season):
    season.draw()
    one, other = season.games()
    season.void(one)
    season.play(other, 0, 4, 9, 13)
    season.close()
    assert sum(line.tally.games for line in season.lines) == 4


def test_a_result_after_the_close_counts_no_more(season):
    season.draw()
    one, _ = season.games()
    season.close(overrides=True)
    season.play(one, 0, 4, 9, 13)
    assert not any(line.tally.games for line in season.lines)


def test_a_corrected_row_corrects_the_standings_at_any_time(season):
    season.draw()
    for game in season.games():
        season.play(game, 0, 4, 9, 13)
    season.close()
    game, table = season.games()[0], season.tables()[0]
    correct_row(game, 1, Row((13, 4, 9, 0)), reason="typo", now=season.clock())
    season.count()
    assert season.line(table[3]).tally.sum == 4
    assert LeagueEvent.objects.filter(league=season.id, reason="sheet-changed").count() == 1


def test_the_directors_correction_stays_and_can_strike(season):
    season.draw()
    one, _ = season.games()
    table = season.tables()[0]
    with pytest.raises(NotCounted):
        season.correct(one, (0, 1, 2, 3))
    season.play(one, 0, 4, 9, 13)
    season.correct(one, (9, 1, 2, 3))
    season.count()
    assert season.line(table[0]).tally.sum == 1
    season.correct(one, None)
    assert season.line(table[0]).tally.games == 0
    with pytest.raises(InvalidLeague):
        season.correct(one, (1, 2, 3))
    with pytest.raises(UnknownLeague):
        Season(people=4).correct(one, (0, 1, 2, 3))


def test_a_penalty_is_taken_off_and_leaving_gains_nothing(season):
    season.draw()
    season.play(season.games()[0], 0, 4, 9, 13)
    first = season.tables()[0][0]
    season.penalise(first, "1/2")
    assert season.line(first).values["mean"] == Fraction(7, 2)
    season.withdraw(first)
    season.come_back(first)
    assert season.line(first).values["mean"] == Fraction(7, 2)
    with pytest.raises(AlreadyEntered):
        season.come_back(first)
    season.withdraw(first)
    with pytest.raises(AlreadyLeft):
        season.withdraw(first)


def test_standings_at_any_past_moment_are_those_of_then(season):
    season.draw()
    one, other = season.games()
    season.play(one, 0, 4, 9, 13)
    then, seq = season.clock.time, season.row.seq
    lines = season.lines
    season.play(other, 0, 4, 9, 13)
    season.correct(one, (13, 9, 4, 0))
    assert season_at(season.id, seq=seq).lines == lines
    assert season_at(season.id, time=then).lines == lines
    assert season_at(season.id).lines == season.lines


def test_five_sit_out_once_each_in_five_rounds():
    season = Season(people=5)
    for _ in range(5):
        season.draw()
        season.close(overrides=True)
    assert set(season.folded.sat.values()) == {1}
    met = season.folded.meetings
    assert all(met[a][b] == 3 for a in season.people for b in season.people if a != b)


def test_the_fill_goes_on_where_a_movement_breaks_off():
    season = Season(people=16)
    season.draw()
    season.close(overrides=True)
    assert season.round().numbers is not None
    season.withdraw(season.people[3])
    late = season.enter("late")
    season.draw()
    assert season.round().numbers is not None  # sixteen again: the movement begins anew
    season.close(overrides=True)
    season.withdraw(late)
    season.draw()
    assert season.round().numbers is None
    assert len(season.round().sitting) == 3


def test_tables_of_several_sizes_leave_nobody_out():
    rules = [{"hands": 1, "target": None, "players": players} for players in (4, 3)]
    season = Season(people=7, rules=rules)
    season.draw()
    assert [len(table) for table in season.tables()] == [4, 3]
    assert season.round().sitting == []


def test_a_swiss_round_goes_down_the_standings():
    season = Season("swiss", people=8)
    season.draw()
    tables = season.tables()
    for game in season.games():
        season.play(game, 0, 4, 9, 13)
    season.close()
    season.draw()
    winners = {table[0] for table in tables}
    assert winners <= set(season.tables()[0])
    assert season.round().numbers is None


def test_a_substitute_plays_and_the_entrant_scores(season):
    entrant = UUID(season.people[0])
    substitute(season.id, entrant, season.director, season.because(), now=season.clock())
    season.draw()
    at = next(at for at, table in enumerate(season.tables()) if str(entrant) in table)
    game = season.games()[at]
    holders = SeatHolder.objects.filter(game=game, player=season.director)
    assert holders.get().seat == season.tables()[at].index(str(entrant))
    with pytest.raises(InvalidLeague):
        substitute(
            season.id, UUID(season.people[1]), season.director, season.because(), now=season.clock()
        )
