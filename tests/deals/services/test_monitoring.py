"""The monitor: honest logs hold, and whatever a log does to its past is told."""

import pytest
from django.core.management import call_command

from deals.models import Checkpoint, Entry
from deals.selectors.log import latest_checkpoint
from deals.services.keys import service_keys
from deals.services.mirrors import Mirror, open_log_files
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
    assert Mirror(mirror, open_log_files(str(log))).newest.text.split("\n")[1] != str(size)


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
    assert "none of the log's" in found


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
