"""Keys come and go: new signing keys by the log's own entries, new sealing keys at rest."""

import tarfile

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from deals.fairness.entries import parse_entry
from deals.models import Checkpoint, Contribution, Deal, Entry
from deals.sealing import new_key_line
from deals.selectors.log import latest_checkpoint
from deals.services.checkpoints import SignerRefuses, publish_checkpoint
from deals.services.errors import SeedLost
from deals.services.keys import (
    announce_change,
    replace_file,
    service_keys,
    write_new_file,
)
from deals.services.log import open_log
from deals.services.monitoring import watch_log
from deals.services.rekeying import change_key
from deals.signing import new_key_line as new_signing_line
from deals.tlog.directory import directory_reader
from deals.tlog.errors import UnknownSigner
from deals.tlog.handover import parse_handover
from deals.tlog.note import check_note, format_vkey, parse_note, parse_vkey
from games.models import HandState, SealedPass
from games.selectors.bundles import game_bundle
from games.services.contributing import contribute, open_seat_nonce
from games.services.rebuilding import derived_rows, stored_rows
from games.services.voiding import void_game, void_hand
from games.verifier.command import main
from games.verifier.log_reader import check_log
from games.verifier.options import Options
from games.verifier.verify import verify_bundle
from hearts_site.checks import check_key_files_are_there
from tests.cast import NOW, Party
from tests.log_files import export_log, file_answers
from tests.stand_in import serving


def signed_by(vkey, note):
    try:
        check_note(parse_note(note), parse_vkey(vkey))
    except UnknownSigner:
        return False
    return True


def test_old_and_new_sign_the_first_checkpoint_over_a_new_key_and_later_ones_the_new(party):
    old = format_vkey(service_keys().log.verifier_key)
    new = change_key("log", now=party.clock())
    notes = list(Checkpoint.objects.order_by("size").values_list("note", flat=True))
    assert [signed_by(old, note) for note in notes[-2:]] == [True, True]
    assert [signed_by(new, note) for note in notes[-2:]] == [False, True]
    party.play_hand()
    last = latest_checkpoint().note
    assert (signed_by(old, last), signed_by(new, last)) == (False, True)
    assert service_keys().log.verifier_key == parse_vkey(new)


def test_who_pinned_the_old_key_follows_the_log_to_the_new_one(party, tmp_path):
    old = service_keys().log.verifier_key
    mirror = tmp_path / "mirror"
    change_key("log", now=party.clock())
    watched = watch_log(str(export_log(tmp_path / "a")), key=old, mirror=mirror)
    assert watched.findings == ()
    party.play_hand()
    for key in (old, service_keys().log.verifier_key):
        watched = watch_log(str(export_log(tmp_path / "b")), key=key, mirror=mirror)
        assert watched.findings == ()
        report = verify_bundle(game_bundle(party.game), Options(key=key))
        assert [found.rule for found in report.findings] == ["incomplete"]


def test_who_pinned_the_first_key_walks_over_all_handovers_with_no_mirror(party, tmp_path):
    """The served log, its archive and a mirror lead from any of its keys to the newest."""
    old = service_keys().log.verifier_key
    change_key("log", now=party.clock())
    middle = service_keys().log.verifier_key
    party.play_hand()
    change_key("receipt", now=party.clock())
    change_key("log", now=party.clock())
    newest = service_keys().log.verifier_key
    party.play_hand()
    log = export_log(tmp_path / "log")
    bundle = game_bundle(party.game)
    mirror = tmp_path / "mirror"
    for key in (old, middle, newest):
        with serving(file_answers(log)) as (address, _):
            watched = watch_log(address, key=key, mirror=mirror)
        assert (watched.findings, watched.signer) == ((), newest)
        for copy in (log, mirror):
            checked = check_log(directory_reader(copy), key=key)
            assert checked.findings == ()
            report = verify_bundle(bundle, Options(key=key, log=checked))
            assert [found.rule for found in report.findings] == ["incomplete"]
            assert report.not_made == {}


def test_a_handover_is_served_for_each_further_key_and_leads_to_it(party, client):
    keys = [service_keys().log.verifier_key]
    assert client.get("/log/handover/1").status_code == 404
    for _ in range(2):
        change_key("log", now=party.clock())
        change_key("receipt", now=party.clock())
        keys.append(service_keys().log.verifier_key)
    for number in (1, 2):
        answer = client.get(f"/log/handover/{number}")
        assert answer["Content-Type"] == "text/plain; charset=utf-8"
        assert answer["Access-Control-Allow-Origin"] == "*"
        handover = parse_handover(answer.content)
        entry = parse_entry(handover.entry.decode())
        assert parse_vkey(entry.vkey) == keys[number]
        for key in keys[number - 1 : number + 1]:
            check_note(handover.note, key)
    for number in (0, 3, "01", "x", 10**18):
        assert client.get(f"/log/handover/{number}").status_code == 404


def test_an_archive_of_after_a_change_holds_for_the_old_key(party, tmp_path):
    old = format_vkey(service_keys().log.verifier_key)
    change_key("log", now=party.clock())
    party.play_hand()
    void_game(party.game, now=party.clock())
    call_command("export", str(tmp_path / "all.tar"))
    with tarfile.open(tmp_path / "all.tar") as tar:
        tar.extractall(tmp_path, filter="data")
    bundle = str(tmp_path / f"bundles/{party.game}.json")
    assert main(["--key", old, "--log", str(tmp_path / "log"), bundle]) == 0


def test_without_a_handover_the_monitor_says_what_to_do(party, tmp_path):
    old = service_keys().log.verifier_key
    change_key("log", now=party.clock())
    party.play_hand()
    log = export_log(tmp_path / "log")
    (log / "handover/1").unlink()
    (found,) = watch_log(str(log), key=old, mirror=None).findings
    assert "pin the log's newest key" in found


def test_a_new_key_of_the_receipts_is_logged_and_used(party):
    new = change_key("receipt", now=party.clock())
    act = contribute(1, 0, party.commitment(0), now=party.clock())
    assert signed_by(new, act.receipt)
    entry = parse_entry(Entry.objects.filter(kind="key").latest("index").text)
    assert (entry.role, entry.vkey) == ("receipt", new)


def test_a_lost_key_of_the_receipts_is_replaced_by_one_that_is_logged(party, settings):
    (settings.HEARTS_KEYS / "receipt.key").unlink()
    with pytest.raises(CommandError, match=r"makekeys --lost receipt\.key"):
        call_command("makekeys")
    call_command("makekeys", lost=["receipt.key"])
    vkey = change_key("receipt", now=party.clock())
    act = contribute(1, 0, party.commitment(0), now=party.clock())
    assert signed_by(vkey, act.receipt)
    assert parse_entry(Entry.objects.latest("index").text).vkey == vkey


def test_a_key_file_that_a_crash_left_unlogged_is_the_one_taken(log, settings, capsys):
    line = new_signing_line(settings.HEARTS_ORIGIN)
    write_new_file(settings.HEARTS_KEYS / "log-2.key", line)
    call_command("changekey", "log")
    call_command("changekey", "log")
    files = sorted(path.name for path in settings.HEARTS_KEYS.glob("log*.key"))
    assert files == ["log-2.key", "log-3.key", "log.key"]
    call_command("showkeys")
    said = capsys.readouterr().out.splitlines()
    assert [one.split()[0] for one in said] == ["log", "log", "log", "log", "log", "receipt"]
    assert said[0] == said[3]
    assert said[1] == said[4]


def test_without_the_file_of_a_logged_key_nothing_is_signed(party, settings):
    change_key("log", now=party.clock())
    (settings.HEARTS_KEYS / "log-2.key").unlink()
    announce_change()
    party.play_hand()
    with pytest.raises(SignerRefuses, match=r"the file of the log's key .* is missing"):
        publish_checkpoint(now=NOW)


@pytest.fixture
def lost(party, settings):
    """A service whose newest log key's file is lost, and the older one's is not; its vkey."""
    vkey = change_key("log", now=party.clock())
    (settings.HEARTS_KEYS / "log-2.key").unlink()
    announce_change()
    return vkey


def test_a_lost_log_key_is_told_by_the_readiness_the_check_and_every_refusal(
    lost, party, client, capsys
):
    told = f"the file of the log's key {lost} is missing"
    refused = client.get("/readyz")
    assert (refused.status_code, refused.json()["code"]) == (503, "dealing-stopped")
    assert told in refused.json()["detail"]
    (error,) = check_key_files_are_there(None)
    assert (error.id, lost in error.msg) == ("hearts.E001", True)
    party.play_hand()
    refused = client.post("/api/v1/games", "{}", content_type="application/json")
    assert refused.status_code == 503
    assert told in refused.json()["detail"]
    with pytest.raises(CommandError, match="is missing"):
        call_command("openlog")


def test_no_older_key_is_shown_as_the_log_s_when_the_newest_is_lost(lost, capsys):
    with pytest.raises(CommandError, match="newest key is missing"):
        call_command("showkeys")
    assert capsys.readouterr().out.splitlines()[1] == f"log {lost}"


def test_with_the_newest_key_lost_no_further_one_is_logged(lost, settings):
    before = Entry.objects.count()
    with pytest.raises(CommandError, match="no key was changed: the file of the log's key"):
        call_command("changekey", "log")
    assert Entry.objects.count() == before
    assert not (settings.HEARTS_KEYS / "log-3.key").exists()


def test_with_an_older_key_lost_the_newest_signs_and_shows(party, settings, capsys, client):
    vkey = change_key("log", now=party.clock())
    (settings.HEARTS_KEYS / "log.key").unlink()
    announce_change()
    party.play_hand()
    assert signed_by(vkey, latest_checkpoint().note)
    assert client.get("/readyz").status_code == 200
    assert check_key_files_are_there(None) == []
    call_command("changekey", "log")
    assert sorted(path.name for path in settings.HEARTS_KEYS.glob("log*.key")) == [
        "log-2.key",
        "log-3.key",
    ]


def test_with_the_only_log_key_lost_games_go_on_and_nothing_begins(party, settings, client):
    call_command("openlog")
    vkey = format_vkey(service_keys().log.verifier_key)
    (settings.HEARTS_KEYS / "log.key").unlink()
    announce_change()
    act = contribute(1, 0, party.commitment(0), now=party.clock())
    assert act.receipt
    (error,) = check_key_files_are_there(None)
    assert vkey in error.msg
    assert client.get("/readyz").status_code == 503
    with pytest.raises(CommandError, match="newest key is missing"):
        call_command("showkeys")
    call_command("makekeys", lost=["log.key"])
    announce_change()
    assert client.get("/readyz").status_code == 503
    with pytest.raises(CommandError, match="newest key is missing"):
        call_command("showkeys")


def test_a_log_that_was_opened_under_another_name_is_not_signed(log, settings):
    settings.HEARTS_ORIGIN = "other.example/log"
    with pytest.raises(SignerRefuses, match=r"hearts\.localhost"):
        publish_checkpoint(now=NOW)


def test_live_secrets_are_sealed_again_and_the_game_goes_on(log, settings, capsys):
    party = Party(seats=("human", "human", "human", "computer"))
    party.sit()
    dealt = Party()
    dealt.sit()
    dealt.contribute()
    dealt.people = [0, 1]
    dealt.pass_cards()
    dealt.people = [2, 3]
    path = settings.HEARTS_KEYS / "sealing.key"
    old = path.read_text()
    call_command("rotatesealing")
    said = capsys.readouterr().out
    assert "sealed again: 3 seeds and nonces, 1 hands" in said
    assert "left under older keys: 0" in said
    assert path.read_text().endswith(old)
    assert path.stat().st_mode & 0o777 == 0o600
    key_id = bytes.fromhex(path.read_text().split(" ")[0])
    seals = [
        *Deal.objects.values_list("sealed_seed", flat=True),
        *Contribution.objects.exclude(sealed_nonce=None).values_list("sealed_nonce", flat=True),
        *HandState.objects.exclude(sealed=None).values_list("sealed", flat=True),
        *SealedPass.objects.values_list("sealed", flat=True),
    ]
    assert len(seals) == 2 + 1 + 1 + 2
    assert {bytes(seal)[:8] for seal in seals} == {key_id}
    for one in (party, dealt):
        assert stored_rows(one.game) == derived_rows(one.game)
    replace_file(path, path.read_text().removesuffix(old))
    announce_change()
    dealt.pass_cards()
    dealt.play()
    party.people = [0, 1, 2]
    party.contribute()
    assert party.view(0)["phase"] == "passing"


def test_with_its_key_lost_a_deal_is_not_dealt_and_only_voided_as_seed_lost(party, settings):
    for seat in range(4):
        act = contribute(1, seat, party.commitment(seat), now=party.clock())
    for seat in range(3):
        open_seat_nonce(1, seat, party.nonce(seat), head=act.head, now=party.clock())
    replace_file(settings.HEARTS_KEYS / "sealing.key", new_key_line())
    announce_change()
    with pytest.raises(SeedLost, match="was it replaced"):
        open_seat_nonce(1, 3, party.nonce(3), head=act.head, now=party.clock())
    assert (
        " void - deal misdeal by " in void_hand(party.game, code="misdeal", now=party.clock()).line
    )
    entry = parse_entry(Deal.objects.get(number=1).end_entry.text)
    assert (entry.reason, entry.seed) == ("seed-lost", "-")
    party.play_hand()
    assert stored_rows(party.game) == derived_rows(party.game)
    report = verify_bundle(game_bundle(party.game), Options())
    assert [found.rule for found in report.findings] == ["incomplete"]


def test_a_new_log_says_which_one_it_continues(db, keys):
    with pytest.raises(CommandError):
        call_command("openlog", "--continues", "old.example/log", "x", "ab" * 32, "disk-lost")
    call_command("openlog", "--continues", "old.example/log", "8", "ab" * 32, "disk-lost")
    entry = parse_entry(Entry.objects.get(index=2).text)
    assert (entry.old, entry.size, entry.reason) == ("old.example/log", 8, "disk-lost")
    assert latest_checkpoint().size == 3
    assert open_log(now=NOW) is False
    assert Party().summary["deal"] == 1


def test_without_a_key_file_showing_keys_says_where_it_looked(settings, tmp_path):
    settings.HEARTS_KEYS = tmp_path
    with pytest.raises(CommandError, match=r"no key file .*log\.key: is HEARTS_DATA"):
        call_command("showkeys")
