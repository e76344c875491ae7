"""Games that went on are told once they are committed, and nobody waits for that."""

import os
import subprocess
import sys
from uuid import uuid4

import pytest
from django.db import transaction

from api.apps import _listening_connection
from games.services.announcing import ANNOUNCER, CHANNEL, announce


@pytest.fixture
def line(committed_log):
    """A connection that listens."""
    with _listening_connection() as line:
        line.execute(f"LISTEN {CHANNEL}")
        yield line


def told(line, count):
    return {notice.payload for notice in line.notifies(timeout=5, stop_after=count)}


def test_games_are_told_when_they_are_committed(line):
    first, second = uuid4(), uuid4()
    with transaction.atomic():
        announce(first)
        announce(second)
        assert not list(line.notifies(timeout=0.1))
    assert told(line, 2) == {str(first), str(second)}


def test_what_is_rolled_back_is_not_told(line):
    with transaction.atomic():
        announce(uuid4())
        transaction.set_rollback(True)
    assert not list(line.notifies(timeout=0.1))


def test_an_announcer_that_was_closed_begins_again(line):
    for game in (uuid4(), uuid4()):
        announce(game)
        ANNOUNCER.close()
        assert told(line, 1) == {str(game)}


def test_a_process_that_ends_at_once_has_told_its_last_game(line):
    game = uuid4()
    program = f"""
import django; django.setup()
from django.db import connection
connection.settings_dict["NAME"] = {line.info.dbname!r}
from games.services.announcing import announce
announce("{game}")
"""
    settings = {"DJANGO_SETTINGS_MODULE": "hearts_site.settings"}
    subprocess.run([sys.executable, "-c", program], check=True, env=os.environ | settings)
    assert told(line, 1) == {str(game)}


def test_games_that_could_not_be_told_are_not_tried_for_ever(line, monkeypatch, caplog):
    monkeypatch.setattr("games.services.announcing._NOTIFY", "SELECT no_such_thing(%s, %s)")
    announce(uuid4())
    ANNOUNCER.close()
    assert "games were not announced: ProgrammingError" in caplog.text
    monkeypatch.undo()
    game = uuid4()
    announce(game)
    assert told(line, 1) == {str(game)}
