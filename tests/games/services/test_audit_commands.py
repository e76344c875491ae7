"""`manage.py fill` and `manage.py audit`."""

import json
import uuid

import pytest
from django.core.management import CommandError, call_command

from games.models import AuditRun, Game, Score
from games.services.filling.planting import KINDS


def run(capsys, *words):
    """Run a command; its status, the lines it prints, and what it says beside."""
    capsys.readouterr()
    status = 0
    try:
        call_command(*words)
    except SystemExit as end:
        status = end.code
    told = capsys.readouterr()
    return status, [json.loads(line) for line in told.out.splitlines()], told.err


def test_an_archive_is_filled_and_audited(log, capsys):
    status, planted, told = run(capsys, "fill", "80", "--faults", "1")
    assert (status, {one["kind"] for one in planted}) == (0, set(KINDS))
    assert told.startswith("80 of 80 hands")
    status, found, told = run(capsys, "audit", "--all")
    assert status == 1
    assert {one["game"] for one in found} == {one["game"] for one in planted}
    assert "8 of 8 games, 8 false" in told


def test_a_sound_archive_has_the_status_0(log, capsys):
    run(capsys, "fill", "3")
    assert run(capsys, "audit", "--all")[:2] == (0, [])
    assert run(capsys, "audit", str(Game.objects.get().id))[:2] == (0, [])


def test_nothing_at_all_is_sound_too(log, capsys):
    assert run(capsys, "audit", "--all")[:2] == (0, [])
    assert AuditRun.objects.get().state == "done"


def test_what_differs_is_repaired(log, capsys):
    run(capsys, "fill", "12")
    Score.objects.filter(hand=2).update(points=[26, 0, 0, 0])
    status, found, told = run(capsys, "audit", "--all", "--repair")
    assert (status, {one["rule"] for one in found}) == (1, {"stored_scores"})
    assert "2 games repaired" in told
    assert run(capsys, "audit", "--all")[:2] == (0, [])


@pytest.mark.parametrize("words", [[], [str(uuid.UUID(int=7)), "--all"], [str(uuid.UUID(int=7))]])
def test_a_call_that_makes_no_sense_is_refused(log, words):
    with pytest.raises(CommandError):
        call_command("audit", *words)


@pytest.mark.parametrize("words", [["0"], ["20", "--faults", "3"]])
def test_an_archive_that_can_not_be_is_not_filled(log, words):
    with pytest.raises(CommandError):
        call_command("fill", *words)
