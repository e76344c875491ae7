"""Boards: one deal at every table, shut until the last of them is done, then compared exactly."""

from fractions import Fraction

import pytest

from deals.fairness.entries import parse_entry
from deals.models import Deal, Entry
from deals.selectors.deals import EmbargoedProof, deal_proof
from deals.services.keys import service_keys
from games.events.event import parse_event
from games.leagues.models import Board, LeagueEvent, TableGame
from games.leagues.services.errors import BoardScored, InvalidLeague, RoundUnfinished
from games.models import Event, Game
from games.rules.ruleset import parse_rules_line
from games.selectors.bundles import game_bundle
from games.selectors.embargo import EmbargoedGame
from games.selectors.events import event_lines
from games.services.adjusting import adjust_total
from games.services.errors import BoardShut
from games.services.rebuilding import derived_rows, stored_rows
from games.services.tending import idle_games
from games.services.voiding import void_game, void_hand
from games.verifier.options import Options
from games.verifier.verify import verify_value
from tests.season import Boards

pytestmark = pytest.mark.usefixtures("log")


def kinds(game):
    return [parse_event(line).kind for line in event_lines(game)]


def rows_follow(game):
    assert stored_rows(game) == derived_rows(game)


@pytest.fixture
def league():
    league = Boards()
    league.draw()
    return league


def test_boards_are_committed_before_the_seating_is_logged():
    league = Boards(boards=5)
    league.draw()
    (entry,) = Entry.objects.filter(kind="round")
    said = parse_entry(entry.text)
    boards = list(Board.objects.filter(round=league.round()).order_by("number"))
    assert said.deals == f"{boards[0].deal} {boards[-1].deal}"
    deals = Deal.objects.filter(number__in=[board.deal for board in boards]).order_by("number")
    assert [deal.purpose for deal in deals] == [
        f"board/{league.round().id}/{number}" for number in range(1, 6)
    ]
    assert all(deal.commit_entry_id < entry.index for deal in deals)
    games = Entry.objects.filter(kind="game")
    assert all(game.index > entry.index for game in games)


def test_the_direction_follows_the_number_of_the_board():
    league = Boards(boards=5)
    league.draw()
    rows = TableGame.objects.filter(table__round=league.round(), table__number=1)
    rules = [parse_rules_line(row.game.rules.line) for row in rows.order_by("number")]
    directions = [str(one.direction(1, totals=(0,) * 4)) for one in rules]
    assert directions == ["left", "right", "across", "hold", "left"]
    assert {(one.hands, one.target, str(one.tie)) for one in rules} == {(1, None, "share")}


def test_every_table_plays_the_same_cards(league):
    holdings = [stored_rows(game).hand.dealt for game in league.games()]
    assert holdings[0] == holdings[1]
    numbers = {parse_event(event_lines(game)[4]).detail.number for game in league.games()}
    assert numbers == {Board.objects.get().deal}


def test_a_board_stays_shut_until_its_last_table_is_done(league):
    one, other = league.games()
    league.play_game(one)
    assert kinds(one)[-1] == "score"
    assert "open" not in kinds(one)
    rows_follow(one)
    assert Game.objects.get(id=one).shut
    with pytest.raises(EmbargoedProof):
        deal_proof(Board.objects.get().deal)
    assert Deal.objects.get(number=Board.objects.get().deal).seed == ""
    assert not any(line.tally.games for line in league.lines)
    with pytest.raises(RoundUnfinished) as refused:
        league.close()
    assert refused.value.games == [str(other)]
    league.play_game(other)
    for game in (one, other):
        assert kinds(game)[-6:] == ["open"] * 4 + ["reveal", "end"]
        rows_follow(game)
        assert not Game.objects.get(id=game).shut
    assert Board.objects.get().state == "open"
    assert Deal.objects.get(number=Board.objects.get().deal).state == "revealed"
    assert Entry.objects.filter(kind="reveal", deal=Board.objects.get().deal).count() == 1
    assert not any(line.tally.games for line in league.lines)  # the round is open still


def test_games_of_a_board_pass_the_offline_verifier(league):
    league.move()
    league.count()
    for game in league.games():
        report = verify_value(game_bundle(game), Options(key=service_keys().log.verifier_key))
        assert (report.verdict, report.strength, report.findings) == ("ok", "server-only", ())


def test_a_seat_of_a_shut_board_takes_its_bundle_and_the_verifier_holds_it_to_what_is_there(league):
    one, _ = league.games()
    with pytest.raises(EmbargoedGame):
        game_bundle(one)
    options = Options(key=service_keys().log.verifier_key)
    for played in (False, True):
        bundle = game_bundle(one, seat=2)
        report = verify_value(bundle, options)
        assert (report.verdict, report.strength) == ("incomplete", "unproven")
        assert [finding.rule for finding in report.findings] == ["incomplete"]
        assert (bundle["deals"], bundle["record"]["hands"]) == ([], [])
        if not played:
            league.play_game(one)
    assert parse_event(game_bundle(one, seat=2)["events"][-1]).kind == "score"


def test_a_closed_round_compares_each_seat_with_the_same_seat_elsewhere(league):
    league.move()
    league.count()
    league.close()
    scores = [Game.objects.get(id=game).totals for game in league.games()]
    for table, own, other in ((0, *scores), (1, *scores[::-1])):
        for seat, entrant in enumerate(league.tables()[table]):
            line = league.line(entrant)
            won = Fraction(2 * (other[seat] > own[seat]) + (other[seat] == own[seat]), 2)
            assert line.tally.sum == won
            assert line.tally.points == other[seat] - own[seat]
    seats = zip(*scores, strict=True)
    assert sum(line.tally.sum for line in league.lines) == sum(1 for _ in seats)


def test_a_corrected_board_is_compared_again_for_all(league):
    league.move()
    league.count()
    league.close()
    one, other = league.games()
    league.correct(one, (0, 0, 0, 26))
    league.correct(other, (26, 0, 0, 0))
    sums = [[league.line(name).tally.sum for name in table] for table in league.tables()]
    half = Fraction(1, 2)
    assert sums == [[1, half, half, 0], [0, half, half, 1]]
    league.correct(other, None)
    assert not any(line.tally.games for line in league.lines)


def test_nothing_of_a_shut_board_is_void_or_adjusted(league):
    game = league.games()[0]
    for act in (
        lambda: void_game(game, now=league.clock()),
        lambda: void_hand(game, now=league.clock()),
        lambda: adjust_total(game, 0, 5, reason="late", now=league.clock()),
    ):
        before = Event.objects.filter(game__id=game).count()
        with pytest.raises(BoardShut):
            act()
        assert Event.objects.filter(game__id=game).count() == before
    league.clock.time = league.clock.time.replace(year=2027)
    assert game not in idle_games(now=league.clock())


def test_a_round_closed_over_a_table_counts_the_others_and_the_board_opens_later():
    league = Boards(computers=12)
    league.draw()
    *done, late = league.games()
    for game in done:
        league.play_game(game)
    league.close(overrides=True)
    counted = [name for table in league.tables()[:2] for name in table]
    assert {line.entrant for line in league.lines if line.tally.games} == set(counted)
    assert Board.objects.get().state == "shut"
    missed = league.tables()[2][0]
    league.average(missed, 1, 1)
    assert league.line(missed).values["mean"] == Fraction(1, 2)
    with pytest.raises(BoardScored):
        league.average(missed, 1, 1)
    with pytest.raises(BoardScored):
        league.average(counted[0], 1, 1)
    with pytest.raises(InvalidLeague):
        league.average(league.tables()[2][1], 1, 1, "3/2")
    league.play_game(late)
    assert Board.objects.get().state == "open"
    assert league.line(missed).values["mean"] == Fraction(1, 2)
    assert LeagueEvent.objects.filter(league=league.id, kind="board").count() == 1
