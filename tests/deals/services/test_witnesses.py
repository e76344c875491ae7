"""Witnesses: ours as a server, and our log that asks it; neither ever goes back."""

import threading
import urllib.error
import urllib.request
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.test import Client

from deals.models import Checkpoint, Cosignature, Job
from deals.selectors.log import latest_checkpoint, node_hashes, published_checkpoint
from deals.services.checkpoints import publish_checkpoint
from deals.services.keys import KeyFileExposed, service_keys
from deals.services.monitoring import watch_log
from deals.services.rekeying import change_key
from deals.services.witness_server import (
    WitnessService,
    WitnessState,
    keys_by_origin,
    make_server,
    witness_key,
)
from deals.services.witnessing import send_checkpoint
from deals.tlog.checkpoint import open_checkpoint
from deals.tlog.cosignature import cosignature_times
from deals.tlog.note import check_note, format_vkey, parse_note
from deals.tlog.proof import prove_consistency
from deals.tlog.witness import AddRequest, format_request
from tests.cast import NOW, Party
from tests.log_files import export_log
from tests.stand_in import serving


@contextmanager
def running(service):
    """The witness's own server; its address."""
    with make_server(service, ("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def signer(tmp_path):
    return witness_key(tmp_path / "witness.key", name="witness.example")


@pytest.fixture
def service(keys, signer, tmp_path):
    """A witness that trusts our log."""
    trusted = keys_by_origin([service_keys().log.verifier_key])
    return WitnessService(signer, WitnessState(tmp_path / "witness.state"), trusted)


@pytest.fixture
def witness(service, signer, settings, log):
    """The same, running, and known to our log."""
    with running(service) as address:
        settings.HEARTS_WITNESSES = [f"{address}/={format_vkey(signer.verifier_key)}"]
        yield signer


def send(now=NOW + timedelta(hours=1)):
    """Do what the witness's job does."""
    return send_checkpoint(Job.objects.get(kind="send_checkpoint", state="queued").id, now=now)


def request(old, size):
    """What our log would send when it stood at `size`, to a witness that knew `old`."""
    note = parse_note(Checkpoint.objects.get(size=size).note)
    hashes = prove_consistency(old, size, node_hashes) if old else ()
    return format_request(AddRequest(old, tuple(hashes), note))


def test_a_checkpoint_is_cosigned_kept_and_served_and_ours_stands_first(witness):
    publish_checkpoint(now=NOW)
    assert send() == ()
    note = parse_note(published_checkpoint())
    check_note(note, service_keys().log.verifier_key)
    (time,) = cosignature_times(note, witness.verifier_key)
    assert Cosignature.objects.get().time.timestamp() == time
    served = Client().get("/log/checkpoint").content.decode()
    assert served == published_checkpoint()
    assert open_checkpoint(served, service_keys().log.verifier_key).size == 2


def test_every_new_checkpoint_is_sent_with_the_proof_that_it_extends_the_last(witness):
    Party().sit()
    send()
    Party().sit()
    send()
    sizes = Cosignature.objects.values_list("checkpoint_id", flat=True)
    assert list(sizes) == [sizes[0], latest_checkpoint().size]
    assert not Job.objects.filter(kind="send_checkpoint", state="queued").exists()


def test_a_witness_that_knows_more_than_we_remember_is_asked_again_from_there(witness):
    Party().sit()
    send()
    Party()
    Cosignature.objects.all().delete()
    send()
    assert Cosignature.objects.get().checkpoint_id == latest_checkpoint().size


def test_a_witness_refuses_what_does_not_extend_what_it_saw(service, log, tmp_path):
    Party()
    sizes = list(Checkpoint.objects.order_by("size").values_list("size", flat=True))
    assert service.add_checkpoint(request(0, sizes[-1]), now=NOW).status == 200
    late = service.add_checkpoint(request(0, sizes[0]), now=NOW)
    assert (late.status, late.body) == (409, f"{sizes[-1]}\n")
    reborn = WitnessService(
        witness_key(tmp_path / "witness.key", name="x"),
        WitnessState(tmp_path / "witness.state"),
        keys_by_origin([service_keys().log.verifier_key]),
    )
    assert reborn.add_checkpoint(request(0, sizes[0]), now=NOW).status == 409
    assert reborn.add_checkpoint(request(sizes[-1], sizes[-1]), now=NOW).status == 200
    assert reborn.add_checkpoint("old 0\n\nrubbish\n", now=NOW).status == 400


def test_a_witness_goes_on_under_a_new_key_once_its_operator_gives_it(
    service, signer, log, tmp_path
):
    """With the old key alone it refuses; with the new one it extends what it had cosigned."""
    old = service_keys().log.verifier_key
    first = latest_checkpoint() or publish_checkpoint(now=NOW)
    assert service.add_checkpoint(request(0, first.size), now=NOW).status == 200
    change_key("log", now=NOW)
    handover = latest_checkpoint().size
    Party()
    after = latest_checkpoint().size
    assert service.add_checkpoint(request(first.size, after), now=NOW).status == 403
    assert service.add_checkpoint(request(first.size, handover), now=NOW).status == 200
    watched = watch_log(str(export_log(tmp_path / "log")), key=old, mirror=None)
    trusted = keys_by_origin([old, watched.signer])
    state = WitnessState(tmp_path / "witness.state")
    again = WitnessService(signer, state, trusted)
    assert again.add_checkpoint(request(handover, after), now=NOW).status == 200
    assert again.add_checkpoint(request(0, after), now=NOW).status == 409


def test_a_witness_cosigns_logs_it_knows_only(signer, log, tmp_path):
    publish_checkpoint(now=NOW)
    stranger = WitnessService(signer, WitnessState(tmp_path / "state"), {})
    assert stranger.add_checkpoint(request(0, 2), now=NOW).status == 404
    assert not (tmp_path / "state").exists()


def test_what_is_no_request_is_refused_by_the_server(service):
    with running(service) as address:
        for path, body, status in [
            ("/", b"x", 404),
            ("/add-checkpoint", b"x" * 65_537, 413),
            ("/add-checkpoint", b"\xff", 400),
        ]:
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(address + path, data=body, timeout=5)  # noqa: S310
            assert refused.value.code == status
            refused.value.close()


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (200, b"rubbish\n"),
        (200, b""),
        (200, "— witness.example AAAAAAAA\n".encode()),
        (409, b"99\n"),
        (409, b"2\n"),
        (409, b"-1\n"),
        (422, b""),
        (500, b""),
    ],
)
def test_what_is_no_cosignature_is_not_kept_and_is_asked_for_again(
    log, signer, settings, status, body
):
    with serving(lambda *_: (status, body)) as (address, asked):
        settings.HEARTS_WITNESSES = [f"{address}={format_vkey(signer.verifier_key)}"]
        publish_checkpoint(now=NOW)
        (hint,) = send()
    assert (hint.kind, hint.delay) == ("send_checkpoint", 60)
    assert 1 <= len(asked) <= 2
    assert not Cosignature.objects.exists()


def test_a_witness_that_is_gone_from_the_settings_or_has_all_is_left_alone(witness, settings):
    publish_checkpoint(now=NOW)
    assert send() == ()
    Party()
    settings.HEARTS_WITNESSES = []
    assert send() == ()
    assert Cosignature.objects.count() == 1


def test_a_witnesss_key_is_made_once_and_must_be_private(tmp_path):
    path = tmp_path / "key"
    made = witness_key(path, name="a.example").verifier_key
    assert (made.kind, made.name) == (4, "a.example")
    assert witness_key(path, name="b.example").verifier_key == made
    path.chmod(0o644)
    with pytest.raises(KeyFileExposed):
        witness_key(path, name="a.example")
