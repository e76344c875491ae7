"""The monitor: honest logs hold, and whatever a log does to its past is told."""

import pytest
from django.core.management import call_command

from deals.models import Checkpoint, Entry
from deals.sealing import new_key_line as new_sealing_line
from deals.selectors.log import latest_checkpoint
from deals.services.keys import announce_change, replace_file, service_keys
from deals.services.mirrors import open_log_files
from deals.services.monitoring import watch_log
from deals.signing import new_key_line, parse_signer
from deals.tlog.errors import FileMissing
from deals.tlog.note import format_vkey
from games.services.voiding import void_game, void_hand
from tests.cast import Party
from tests.log_files import export_log, file_answers, forge_log
from tests.stand_in import serving


@pytest.fixture
def played(party):
    """A log with a finished hand, a voided hand and a game that goes on."""
    party.play_hand()
    void_hand(party.game, now=party.clock())
    return party


def our_key():
    return service_keys().log.verifier_key


def test_an_honest_log_holds_and_its_voids_are_counted(played, tmp_path):
    void_game(Party().game, now=played.clock())
    watched = watch_log(str(export_log(tmp_path)), key=our_key(), mirror=None)
    assert watched.findings == ()
    lines = list(watched.lines())
    assert lines[0] == "origin hearts.localhost/log"
    assert "deals 4, open 1, void 2 (50.0 %)" in lines
    assert "void director 1 (25.0 %)" in lines
    assert "void unused 1 (25.0 %)" in lines


def test_the_command_says_what_it_found_by_its_status(played, tmp_path, capsys):
    key = format_vkey(our_key())
    log = export_log(tmp_path / "log")
    call_command("monitor", str(log), "--key", key)
    assert f"size {latest_checkpoint().size}\n" in capsys.readouterr().out
    other = tmp_path / "log" / "tile" / "0" / f"000.p/{latest_checkpoint().size}"
    data = other.read_bytes()
    other.write_bytes(bytes([data[0] ^ 1]) + data[1:])
    with pytest.raises(SystemExit) as ended:
        call_command("monitor", str(log), "--key", key)
    assert ended.value.code == 1
    assert "FINDING" in capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        call_command("monitor", str(tmp_path / "nothing"))
    assert ended.value.code == 2


def test_a_mirror_is_kept_over_http_and_holds_by_itself(played, tmp_path):
    log, mirror = tmp_path / "log", tmp_path / "mirror"
    export_log(log)
    with serving(file_answers(log)) as (address, asked):
        assert watch_log(address, key=our_key(), mirror=mirror).findings == ()
        first = len(asked)
        assert watch_log(address, key=our_key(), mirror=mirror).findings == ()
        assert asked[first:] == ["/checkpoint"]
        played.play_hand()
        export_log(log)
        assert watch_log(address + "/", key=our_key(), mirror=mirror).findings == ()
    again = watch_log(str(mirror), key=our_key(), mirror=None)
    assert (again.findings, again.copy.size) == ((), latest_checkpoint().size)
    assert len(list((mirror / "seen").iterdir())) == 2
    assert not (mirror / ".incoming").exists()
    with pytest.raises(FileMissing):
        open_log_files(address)("checkpoint")


def test_a_log_that_goes_back_is_told_and_the_mirror_keeps_what_it_had(played, tmp_path):
    log, mirror = tmp_path / "log", tmp_path / "mirror"
    watch_log(str(export_log(log)), key=our_key(), mirror=mirror)
    size = Checkpoint.objects.order_by("-size")[1].size
    (found,) = watch_log(str(export_log(log, size=size)), key=our_key(), mirror=mirror).findings
    assert "went back" in found
    assert (mirror / "checkpoint").read_text().split("\n")[1] != str(size)


def test_a_log_that_rewrites_its_past_is_told_to_who_kept_a_mirror(played, tmp_path):
    """The operator throws an entry away and signs another log under the same key."""
    mirror = tmp_path / "mirror"
    watch_log(str(export_log(tmp_path / "log")), key=our_key(), mirror=mirror)
    texts = list(Entry.objects.order_by("index").values_list("text", flat=True))
    at = next(place for place, text in enumerate(texts) if text.startswith("hearts/head/"))
    for name, forged in [
        ("longer", [*texts[:at], *texts[at + 1 :], texts[at], texts[at]]),
        ("as-long", [*texts[:at], texts[at].replace("head ", "head 0")[:-1], *texts[at + 1 :]]),
    ]:
        log = str(forge_log(tmp_path / name, forged, service_keys().log))
        found = watch_log(log, key=our_key(), mirror=mirror).findings
        assert any("rewritten" in one or "the entries hash to" in one for one in found), found


def test_the_key_of_another_log_finds_this_one_false(played, tmp_path):
    other = parse_signer(new_key_line("hearts.localhost/log")).verifier_key
    (found,) = watch_log(str(export_log(tmp_path)), key=other, mirror=None).findings
    assert "pin the log's newest key" in found


def test_a_mirror_of_another_log_is_told_apart(played, tmp_path):
    other = parse_signer(new_key_line("other.example/log"))
    vkey = format_vkey(other.verifier_key)
    times = "time 2026-11-02T19:00:00.000Z\n"
    keys = [
        f"hearts/key/v1\norigin other.example/log\nrole {role}\nvkey {given}\n{times}"
        for role, given in (("log", vkey), ("receipt", vkey.replace("/log+", "/log/receipt+")))
    ]
    log = str(forge_log(tmp_path / "other", keys, other))
    assert watch_log(log, key=None, mirror=tmp_path / "mirror").findings == ()
    ours = str(export_log(tmp_path / "ours"))
    found = watch_log(ours, key=None, mirror=tmp_path / "mirror").findings
    assert "the mirror is of other.example/log" in found


def test_a_checkpoint_that_the_pinned_key_did_not_sign_is_all_that_is_fetched(played, tmp_path):
    """A server that says it has a hundred thousand million million entries, and goes on and on."""
    log = export_log(tmp_path / "log")
    note = (log / "checkpoint").read_text()
    size = note.split("\n")[1]
    (log / "checkpoint").write_text(note.replace(f"\n{size}\n", f"\n{'9' * 17}\n", 1))
    with serving(file_answers(log)) as (address, asked):
        watched = watch_log(address, key=our_key(), mirror=tmp_path / "mirror")
        assert asked == ["/checkpoint"]
        asked.clear()
        unpinned = watch_log(address, key=None, mirror=tmp_path / "mirror")
        assert asked == ["/checkpoint"]
    (found,) = watched.findings
    assert "signature" in found
    assert "entries were not read: the checkpoint does not hold" in list(watched.lines())
    (found,) = unpinned.findings
    assert "without a pinned key no more than 10000000" in found
    assert not (tmp_path / "mirror").exists()


def test_without_a_key_the_report_says_that_nobody_vouches(played, tmp_path):
    lines = list(watch_log(str(export_log(tmp_path)), key=None, mirror=None).lines())
    assert "key -: no key was given; who signed is not known" in lines
    lines = list(watch_log(str(tmp_path), key=our_key(), mirror=None).lines())
    assert f"key {format_vkey(our_key())}" in lines


def test_a_log_of_other_entries_than_keys_ends_at_its_first_file(played, tmp_path):
    log = export_log(tmp_path / "log")
    size = latest_checkpoint().size
    bundle = log / f"tile/entries/000.p/{size}"
    bundle.write_bytes(b"\0\1a" * size)
    with serving(file_answers(log)) as (address, asked):
        (found,) = watch_log(address, key=None, mirror=None).findings
    assert found == "entry 0 names no key of the log"
    assert asked == ["/checkpoint", f"/tile/entries/000.p/{size}"]


def test_no_file_may_be_longer_than_it_can_be(played, tmp_path):
    log = export_log(tmp_path / "log")
    size = latest_checkpoint().size
    (log / f"tile/0/000.p/{size}").write_bytes(bytes(32 * size + 1))
    with serving(file_answers(log)) as (address, _):
        (found,) = watch_log(address, key=our_key(), mirror=None).findings
    assert f"more than {32 * size} bytes" in found


@pytest.mark.parametrize("harm", ["flip", "cut", "checkpoint"])
def test_what_was_damaged_in_the_mirror_is_fetched_again_and_told(played, tmp_path, harm):
    log, mirror = tmp_path / "log", tmp_path / "mirror"
    watch_log(str(export_log(log)), key=our_key(), mirror=mirror)
    size = latest_checkpoint().size
    path = "checkpoint" if harm == "checkpoint" else f"tile/entries/000.p/{size}"
    good = (mirror / path).read_bytes()
    bad = {
        "flip": good[:50] + bytes([good[50] ^ 1]) + good[51:],
        "cut": good[:-3],
        "checkpoint": good.replace(b"\n%d\n" % size, b"\n%d\n" % (size + 1), 1),
    }
    (mirror / path).write_bytes(bad[harm])
    watched = watch_log(str(log), key=our_key(), mirror=mirror)
    assert watched.findings == ()
    assert watched.mended == (path,)
    assert any(line.startswith(f"MENDED {path}: ") for line in watched.lines())
    assert (mirror / path).read_bytes() == good
    assert watch_log(str(log), key=our_key(), mirror=mirror).mended == ()


def test_a_checkpoint_of_another_history_is_kept_as_evidence(played, tmp_path, capsys):
    mirror = tmp_path / "mirror"
    watch_log(str(export_log(tmp_path / "log")), key=our_key(), mirror=mirror)
    texts = list(Entry.objects.order_by("index").values_list("text", flat=True))
    at = next(place for place, text in enumerate(texts) if text.startswith("hearts/head/"))
    for name, forged in [
        ("longer", [*texts[:at], *texts[at + 1 :], texts[at], texts[at]]),
        ("shorter", [*texts[:at], *texts[at + 1 :]][:-1]),
    ]:
        log = forge_log(tmp_path / name, forged, service_keys().log)
        watched = watch_log(str(log), key=our_key(), mirror=mirror)
        (found,) = watched.findings
        assert "the log was rewritten" in found
        assert watched.evidence.parent == mirror / "contradicting"
        assert watched.evidence.read_text() == (log / "checkpoint").read_text()
    key = format_vkey(our_key())
    with pytest.raises(SystemExit):
        call_command("monitor", str(log), "--key", key, "--mirror", str(mirror))
    assert f"EVIDENCE {watched.evidence}: " in capsys.readouterr().out


def test_a_damaged_mirror_accuses_nobody_of_rewriting(played, tmp_path):
    log, mirror = tmp_path / "log", tmp_path / "mirror"
    watch_log(str(export_log(log)), key=our_key(), mirror=mirror)
    tile = mirror / f"tile/0/000.p/{latest_checkpoint().size}"
    tile.write_bytes(bytes(32) + tile.read_bytes()[32:])
    export_log(log, size=Checkpoint.objects.order_by("-size")[1].size)
    watched = watch_log(str(log), key=our_key(), mirror=mirror)
    (found,) = watched.findings
    assert "went back" in found
    assert "the mirror is damaged" in found
    assert watched.evidence is None


def test_a_finding_about_a_deal_does_not_stop_the_copy(played, tmp_path, settings):
    """A seed was lost: the log says so for ever, and a mirror of it is needed all the same."""
    replace_file(settings.HEARTS_KEYS / "sealing.key", new_sealing_line())
    announce_change()
    other = Party(clock=played.clock)
    other.sit()
    other.contribute()
    replace_file(settings.HEARTS_KEYS / "sealing.key", new_sealing_line())
    announce_change()
    void_hand(other.game, now=played.clock())
    mirror = tmp_path / "mirror"
    watched = watch_log(str(export_log(tmp_path / "log")), key=our_key(), mirror=mirror)
    assert any("is lost, which was frozen" in one for one in watched.findings)
    assert watched.census.voids["seed-lost"] == 1
    again = watch_log(str(mirror), key=our_key(), mirror=None)
    assert (again.copy.findings, again.copy.size) == ((), latest_checkpoint().size)
