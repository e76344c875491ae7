"""Boards after a restored backup, or without their key: void at every table, and not stuck."""

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from deals.models import Deal, Entry
from deals.sealing import new_key_line
from deals.services.checkpoints import publish_checkpoint
from deals.services.keys import announce_change, replace_file, service_keys
from deals.services.monitoring import watch_log
from games.events.event import parse_event
from games.leagues.models import Board, TableGame
from games.leagues.selectors.proofs import rounds_bundle
from games.models import Game
from games.selectors.bundles import game_bundle
from games.selectors.events import event_lines
from games.services.rebuilding import derived_rows, stored_rows
from games.services.sweeping import sweep
from games.verifier.options import Options
from games.verifier.verify import verify_bundle, verify_value
from tests.log_files import export_log
from tests.season import Boards, Season

pytestmark = pytest.mark.usefixtures("log")


@pytest.fixture
def league():
    league = Boards(boards=2)
    league.draw()
    publish_checkpoint(now=league.clock())
    return league


def restore(league, tmp_path, backup):
    """A mirror of the log as it stands, the database of the backup, and what repairs it."""
    publish_checkpoint(now=league.clock())
    mirror = export_log(tmp_path / "mirror")
    transaction.savepoint_rollback(backup)
    league.clock.time = timezone.now()
    call_command("repairlog", str(mirror))
    watched = watch_log(str(export_log(tmp_path / "now")), key=None, mirror=mirror)
    assert watched.findings == ()


def findings(game):
    publish_checkpoint(now=timezone.now())
    report = verify_bundle(game_bundle(game), Options(key=service_keys().log.verifier_key))
    return list(report.findings)


def all_void(league, games):
    for game in games:
        row = Game.objects.get(id=game)
        assert (row.state, row.shut) == ("voided", False)
        assert stored_rows(game) == derived_rows(game)
        assert parse_event(event_lines(game)[-1]).kind == "end"
    league.count()
    assert not any(line.tally.games for line in league.lines)


def test_a_board_that_one_table_played_after_the_backup_is_void_at_all(league, tmp_path):
    games = league.games()
    backup = transaction.savepoint()
    league.play_game(games[0])
    restore(league, tmp_path, backup)
    assert not Deal.objects.filter(end_entry=None, purpose__startswith="board/").exists()
    all_void(league, games)
    assert set(Board.objects.values_list("state", flat=True)) == {"open"}
    league.close()
    league.average(league.people[0], 1, 1)
    league.draw()
    league.play_game(league.games()[0])


def test_a_table_that_has_its_score_is_void_with_the_others(league, tmp_path):
    first, *_ = games = league.games()
    league.play_game(first)
    backup = transaction.savepoint()
    league.play_game(games[1])
    restore(league, tmp_path, backup)
    all_void(league, games)
    assert findings(first) == []
    assert not TableGame.objects.filter(counted=True).exists()
    league.close()


def test_a_board_that_was_opened_after_the_backup_is_not_opened_again(league, tmp_path):
    backup = transaction.savepoint()
    league.move()
    league.count()
    restore(league, tmp_path, backup)
    assert set(
        Deal.objects.filter(purpose__startswith="board/").values_list("state", flat=True)
    ) == {"revealed"}
    all_void(league, league.games())
    league.close()


def test_boards_and_draws_that_the_backup_does_not_know_are_void(league, tmp_path):
    league.move()
    league.count()
    league.close()
    backup = transaction.savepoint()
    league.draw()
    restore(league, tmp_path, backup)
    assert not Deal.objects.filter(end_entry=None).exists()
    assert {game: Game.objects.get(id=game).state for game in league.games()} == dict.fromkeys(
        league.games(), "finished"
    )
    league.draw()


def test_a_board_whose_key_is_lost_is_void_at_all_its_tables(league, settings):
    first, *_ = games = league.games()
    league.play_game(first)
    replace_file(settings.HEARTS_KEYS / "sealing.key", new_key_line())
    announce_change()
    sweep(now=league.clock())
    all_void(league, games)
    assert set(
        Deal.objects.filter(purpose__startswith="board/").values_list("state", flat=True)
    ) == {"void"}
    assert set(Board.objects.values_list("state", flat=True)) == {"open"}
    assert [findings(game) for game in games] == [[]] * 4
    league.close()
    league.draw()


def test_a_round_that_the_log_has_is_seated_as_it_was_and_not_drawn_again(log, tmp_path):
    season = Season(people=8)
    backup = transaction.savepoint()
    season.enter("late")
    season.draw()
    tables = season.tables()
    restore(season, tmp_path, backup)
    season.draw()
    assert season.tables() == tables
    assert Deal.objects.filter(purpose__startswith="lots/").count() == 1
    assert Entry.objects.filter(kind="round").count() == 1
    publish_checkpoint(now=season.clock())
    watched = watch_log(str(export_log(tmp_path / "later")), key=None, mirror=None)
    assert watched.findings == ()
    report = verify_value(rounds_bundle(season.id), Options(key=service_keys().log.verifier_key))
    assert report.findings == ()
    season.close(overrides=True)
    season.draw()
    season.checked(None)
