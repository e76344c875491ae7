"""A restored backup: dealing stops, and goes on when a mirror has made the log whole."""

import re
import shutil
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from deals.fairness.entries import parse_entry
from deals.models import Deal, Entry
from deals.selectors.log import latest_checkpoint
from deals.services.checkpoints import SignerRefuses, publish_checkpoint
from deals.services.keys import service_keys
from deals.services.monitoring import watch_log
from games.events.event import parse_event
from games.selectors.bundles import game_bundle
from games.selectors.events import event_lines
from games.services.contributing import contribute
from games.services.creating import create_game
from games.services.rebuilding import derived_rows, stored_rows
from games.services.table_deals import deal_for_table
from games.verifier.options import Options
from games.verifier.verify import verify_bundle
from tests.cast import NOW, Party
from tests.log_files import export_log
from tests.scorer import Scorer


@pytest.fixture
def restored(party, tmp_path):
    """Three games; the database of before the first one's second hand, a mirror of after it."""
    party.play_hand()
    quiet = Party(clock=party.clock)
    quiet.sit()
    backup = transaction.savepoint()
    party.play_hand()
    born_later = Party(clock=party.clock)
    mirror = export_log(tmp_path / "mirror")
    entries = list(Entry.objects.order_by("index").values_list("text", flat=True))
    transaction.savepoint_rollback(backup)
    return party, quiet, born_later.game, mirror, entries


def findings(game):
    options = Options(key=service_keys().log.verifier_key)
    report = verify_bundle(game_bundle(game), options)
    return [found for found in report.findings if found.rule != "incomplete"]


def test_while_the_database_is_behind_no_deal_begins(restored):
    with pytest.raises(SignerRefuses):
        create_game({}, seats=("human",) * 4, sources="seats", wait=60, now=NOW)


def test_a_mirror_makes_the_log_whole_and_every_open_deal_is_void(restored, tmp_path, capsys):
    _, quiet, born_later, mirror, entries = restored
    call_command("repairlog", str(mirror))
    assert "games: 1 dealt again, 1 void for lost lines" in capsys.readouterr().out
    now = list(Entry.objects.order_by("index").values_list("text", flat=True))
    assert now[: len(entries)] == entries
    ends = [parse_entry(text) for text in now[len(entries) :] if text.startswith("hearts/void/")]
    assert {entry.reason for entry in ends} == {"restored"}
    assert set(Deal.objects.filter(end_entry=None).values_list("purpose", flat=True)) == {
        f"game/{quiet.game}/hand/1"
    }
    assert Deal.objects.filter(purpose__contains=str(born_later)).get().reason == "restored"
    watched = watch_log(str(export_log(tmp_path / "now")), key=None, mirror=mirror)
    assert watched.findings == ()


def test_a_game_that_lost_nothing_goes_on_with_a_new_deal(restored):
    _, quiet, _, mirror, _ = restored
    before = Deal.objects.latest("number").number
    call_command("repairlog", str(mirror))
    assert findings(quiet.game) == []
    assert stored_rows(quiet.game) == derived_rows(quiet.game)
    assert parse_event(event_lines(quiet.game)[-1]).kind == "deal"
    assert quiet.summary["deal"] > before + 1
    quiet.play_hand()
    assert findings(quiet.game) == []


def test_a_game_that_lost_lines_is_void_and_its_bundle_says_that_lines_are_missing(restored):
    party, _, _, mirror, _ = restored
    call_command("repairlog", str(mirror))
    assert party.summary["state"] == "voided"
    assert stored_rows(party.game) == derived_rows(party.game)
    assert findings(party.game) != []


def test_no_seed_is_used_twice(restored):
    _, quiet, _, mirror, entries = restored
    call_command("repairlog", str(mirror))
    commits = [e for e in map(parse_entry, entries) if type(e).__name__ == "CommitEntry"]
    fresh = Deal.objects.filter(number__gt=len(commits))
    assert fresh.exists()
    old = {entry.commitment for entry in commits}
    assert not old.intersection(fresh.values_list("commitment", flat=True))
    contribute(quiet.summary["deal"], 0, quiet.commitment(0), now=quiet.clock())


def test_repairing_twice_changes_nothing_more(restored):
    mirror = str(restored[3])
    call_command("repairlog", mirror)
    size = latest_checkpoint().size
    call_command("repairlog", mirror)
    assert latest_checkpoint().size == size


def test_a_mirror_that_has_less_or_something_else_is_refused(restored, settings, tmp_path):
    size = Entry.objects.count()
    mirror = restored[3]
    with pytest.raises(CommandError, match="nothing was changed"):
        call_command("repairlog", str(tmp_path / "nothing"))
    (bundle,) = (mirror / "tile" / "entries" / "000.p").iterdir()
    data = bundle.read_bytes()
    bundle.write_bytes(re.sub(rb"attempts [0-9]", _another_digit, data))
    with pytest.raises(CommandError, match="not those that were signed"):
        call_command("repairlog", str(mirror))
    bundle.write_bytes(data[:-1] + b"x")
    with pytest.raises(CommandError, match="can't be used"):
        call_command("repairlog", str(mirror))
    bundle.write_bytes(data)
    state = Path(settings.HEARTS_KEYS) / "log.signed"
    root = state.read_text().split()[1]
    state.write_text(f"999 {root}\n")
    with pytest.raises(CommandError, match="the mirror has fewer"):
        call_command("repairlog", str(mirror))
    assert Entry.objects.count() == size
    shutil.rmtree(mirror)


def test_a_log_that_lacks_nothing_needs_no_mirror(party):
    call_command("repairlog", "/nowhere")
    assert publish_checkpoint(now=party.clock()) == latest_checkpoint()
    assert party.summary["deal"] == 1


def _another_digit(found):
    """Give another number of attempts, of the same length."""
    return found[0][:-1] + (b"1" if found[0][-1:] != b"1" else b"2")


def deal_table(scorer, hand):
    purpose = f"table/{scorer.game}/hand/{hand}"
    number, _ = deal_for_table(purpose, deck=None, sources="server", now=scorer.clock())
    return number


def test_deals_for_a_real_table_are_void_and_may_be_dealt_again(log, tmp_path):
    scorer = Scorer()
    deal_table(scorer, 1)
    backup = transaction.savepoint()
    deal_table(scorer, 2)
    mirror = export_log(tmp_path / "mirror")
    transaction.savepoint_rollback(backup)
    call_command("repairlog", str(mirror))
    assert list(Deal.objects.order_by("number").values_list("state", "reason")) == [
        ("void", "restored"),
        ("void", "restored"),
    ]
    deal_table(scorer, 1)
    watched = watch_log(str(export_log(tmp_path / "now")), key=None, mirror=mirror)
    assert watched.findings == ()
