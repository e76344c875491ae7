"""Six processes with eight writers each: one log, one number for each deal, no gap and no fork."""

import os
import subprocess
import sys

from deals.models import Checkpoint, Deal, Entry, LogHead
from deals.services.monitoring import watch_log
from games.models import Game
from tests.concurrency.test_races import chain_is_whole, log_is_whole, rows_follow
from tests.log_files import export_log
from tests.real_parts import ROOT, database_url

PROCESSES, WRITERS = 6, 8

WRITE = """
import django
django.setup()
from tests.cast import Party
from tests.real_parts import at_once

def deal():
    party = Party(sources="server")
    party.sit()
    return party.game

got = at_once(*[deal] * %d)
wrong = [repr(one) for one in got if isinstance(one, BaseException)]
assert not wrong, wrong
"""


def test_forty_eight_writers_at_once_leave_no_gap_and_no_fork(committed_log, settings, tmp_path):
    environment = os.environ | {
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "hearts_site.settings",
        "HEARTS_KEYS": str(settings.HEARTS_KEYS),
        "HEARTS_POOL": "8",
    }
    command = [sys.executable, "-c", WRITE % WRITERS]
    writing = [
        subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE)
        for _ in range(PROCESSES)
    ]
    said = [process.communicate(timeout=300)[1].decode() for process in writing]
    assert [process.returncode for process in writing] == [0] * PROCESSES, said
    many = PROCESSES * WRITERS
    assert Game.objects.count() == many
    assert sorted(Deal.objects.values_list("number", flat=True)) == list(range(1, many + 1))
    assert LogHead.objects.get().size == Entry.objects.count() == 2 + 2 * many
    log_is_whole()
    for row in Game.objects.all():
        chain_is_whole(row)
        rows_follow(row.id)
    assert watch_log(str(export_log(tmp_path)), key=None, mirror=None).findings == ()
    assert Checkpoint.objects.count() <= 1 + 2 * many
