"""A filled archive is honest, and every fault planted in one is found and named."""

import uuid

import pytest

from games.models import Audit, Event, Game, Score
from games.selectors.stored import stored_games
from games.services import bulk_auditing
from games.services.audit_runs import request_run
from games.services.bulk_auditing import SoundLog, _log_state, audit_games, read_ahead
from games.services.errors import UnknownGame
from games.services.examining import examine_game
from games.services.filling.fill import TooManyFaults, fill
from games.services.filling.planting import KINDS
from games.services.plain_reading import expected_texts, report_of_game
from games.services.rebuilding import derived_rows, stored_rows
from games.verifier.plain.game import read_plain
from tests.archives import audit_all, fill_archive, findings_of, games_by_age
from tests.cast import NOW
from tests.unguarded import unguarded


def test_a_filled_archive_has_the_hands_asked_for(log):
    assert [done for done, _ in fill(23, now=NOW)] == [23]
    assert (Game.objects.count(), Score.objects.count()) == (3, 23)
    assert Event.objects.count() == sum(game.seq for game in Game.objects.all())


def test_the_ten_steps_and_the_rebuilt_rows_agree_that_it_is_honest(log):
    fill_archive(13)
    for game in games_by_age():
        seq, report = examine_game(game)
        assert (report.verdict, report.strength, report.findings) == ("ok", "shared", ())
        assert stored_rows(game) == derived_rows(game)
        assert Game.objects.get(id=game).seq == seq


def test_the_quick_reader_gives_the_same_report_as_the_ten_steps(log):
    fill_archive(14)
    for one in audit_games(games_by_age(), SoundLog("hearts.localhost/log", 10**6)):
        assert (one.seq, one.report) == examine_game(one.game)


def test_a_game_alone_has_the_same_report_as_by_the_ten_steps(log):
    planted = {one.game for one in fill_archive(200, faults=1)}
    games = games_by_age()
    taken = {game: found for game in games if (found := report_of_game(game))}
    assert taken.keys() == {*games} - planted
    assert taken == {game: examine_game(game) for game in taken}
    assert report_of_game(uuid.uuid4()) is None


@pytest.mark.parametrize(
    "tampering",
    [
        "UPDATE deals_entry SET hashes = substring(hashes FROM 33) WHERE octet_length(hashes) > 32",
        "UPDATE deals_checkpoint SET root = sha256(root)",
        "UPDATE deals_checkpoint SET note = replace(note, 'hearts.localhost', 'hearts.localhosT')",
        "DELETE FROM deals_checkpoint",
    ],
)
def test_a_game_alone_is_not_plain_in_a_log_that_is_not_whole(log, tampering):
    fill_archive(20)
    games = games_by_age()
    assert all(map(report_of_game, games))
    with unguarded() as cursor:
        cursor.execute(tampering)
    assert not any(map(report_of_game, games))


@pytest.mark.parametrize("ahead", [0, 2, 20])
def test_games_are_audited_in_their_order_however_many_are_read_ahead(log, monkeypatch, ahead):
    monkeypatch.setattr(bulk_auditing, "_ahead", 0)
    read_ahead(ahead)
    fill_archive(80, faults=1)
    games = games_by_age()[::-1]
    there = [*games[:2], uuid.uuid4(), *games[2:]]
    audited = list(audit_games(there, SoundLog("hearts.localhost/log", 10**6)))
    assert [one.game for one in audited] == games
    assert [(one.seq, one.report) for one in audited] == list(map(examine_game, games))
    assert list(audit_games([], SoundLog("hearts.localhost/log", 10**6))) == []


def test_the_quick_reader_takes_all_of_an_honest_archive(log):
    fill_archive(30)
    state = _log_state(games_by_age(), SoundLog("hearts.localhost/log", 10**6))
    for one in stored_games(games_by_age()):
        plain = read_plain(one.stored, state)
        assert plain is not None
        assert one.derived == expected_texts(plain)


def test_an_honest_archive_is_found_honest(log):
    fill_archive(31)
    run = audit_all()
    assert (run.state, run.total, run.done, run.wrong, run.log_findings) == ("done", 4, 4, 0, [])
    assert findings_of(run) == []
    assert set(Audit.objects.values_list("verdict", "strength")) == {("ok", "shared")}
    assert Audit.objects.count() == 4


def test_exactly_the_faults_planted_are_found_each_named_rightly(log):
    planted = fill_archive(200, faults=2)
    assert sorted(one.kind for one in planted) == sorted(KINDS * 2)
    run = audit_all()
    found = findings_of(run)
    assert (run.done, run.wrong) == (20, 16)
    assert {one["game"] for one in found} == {str(one.game) for one in planted}
    for fault in planted:
        wanted = {key: value for key, value in fault.to_json().items() if key != "kind"}
        of_game = [one for one in found if one["game"] == wanted["game"]]
        places = [{key: one[key] for key in wanted} for one in of_game]
        named = [
            {**place, **{key: wanted[key] for key in wanted if wanted[key] is None}}
            for place in places
        ]
        assert wanted in named, (fault, of_game)
        assert {one["step"] for one in of_game} == {fault.step}, (fault.kind, of_game)


def test_two_runs_give_identical_results_and_write_nothing_again(log):
    fill_archive(80, faults=1)
    first = audit_all()
    rows = list(Audit.objects.order_by("game_id").values())
    second = audit_all()
    assert findings_of(first) == findings_of(second)
    assert (first.done, first.wrong) == (second.done, second.wrong)
    assert list(Audit.objects.order_by("game_id").values()) == rows


def test_there_must_be_a_game_for_each_fault(log):
    with pytest.raises(TooManyFaults):
        fill_archive(70, faults=1)


def test_some_games_can_be_audited(log):
    planted = fill_archive(80, faults=1)
    run = audit_all([planted[0].game, planted[0].game])
    assert (run.total, run.done, run.wrong) == (1, 1, 1)


def test_games_that_are_not_there_are_not_audited(log):
    with pytest.raises(UnknownGame):
        request_run([uuid.uuid4()], now=NOW)
