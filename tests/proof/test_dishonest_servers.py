"""Servers that cheat, with valid signatures: each ends in a weaker word, a finding or a refusal."""

import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import IntegrityError, transaction

from deals.fairness.beacon import CHAIN
from deals.fairness.entries import CommitEntry
from deals.models import Checkpoint, Contribution, Entry, Job
from deals.services.checkpoints import SignerRefuses, publish_checkpoint
from deals.services.contributing import contribute_for_seat
from deals.services.dealing import commit_deal
from deals.services.keys import service_keys
from deals.services.locked import lock_deal
from deals.services.log import lock_log, open_log
from deals.services.monitoring import watch_log
from deals.services.witness_server import (
    WitnessService,
    WitnessState,
    keys_by_origin,
    witness_key,
)
from deals.services.witnessing import ask_witnesses, send_checkpoint
from deals.tlog.directory import directory_reader
from deals.tlog.note import format_vkey
from games.events.details import Contributed
from games.selectors.bundles import game_bundle
from games.services.contributing import contribute
from games.services.dealing import open_nonces_of_service
from games.services.hands import commit_hand
from games.services.settling import settle_game
from games.services.table import lock_table, save_table
from games.services.throwing import throw_away
from games.services.voiding import void_silent_deal
from games.verifier.log_reader import check_log
from games.verifier.options import Options
from games.verifier.own_k import NO_HEAD
from games.verifier.verify import verify_bundle
from tests.cast import Clock, Party
from tests.log_files import export_log, forge_log
from tests.rounds import DUE, NUMBER, ONE_HAND, ROUNDS, fetch, waiting_party
from tests.stand_in import round_answers, serving


def judge(game, *, log=None, **known):
    """What an offline verifier says that pins our key."""
    key = service_keys().log.verifier_key
    copy = None if log is None else check_log(directory_reader(log), key=key)
    return verify_bundle(game_bundle(game), Options(key=key, log=copy, **known))


def is_found(report, step):
    """Whether a step found it, and no word is given."""
    return report.verdict == "false" and report.strength is None and report.findings[0].step == step


@pytest.fixture
def beacon(db, keys, settings):
    """A node that has the round."""
    settings.HEARTS_FETCH_TIMEOUT = 1
    with serving(round_answers(ROUNDS)) as (address, _):
        settings.HEARTS_BEACONS = [address]
        yield


@pytest.fixture
def one_hand(log):
    party = Party(rules=ONE_HAND)
    party.sit()
    return party


class Witness:
    """An honest witness with a clock of its own."""

    def __init__(self, directory, settings):
        self.signer = witness_key(directory / "key", name="witness.example")
        trusted = keys_by_origin([service_keys().log.verifier_key])
        self.service = WitnessService(self.signer, WitnessState(directory / "state"), trusted)
        self.settings, self.time = settings, None

    def see(self, party, *, at):
        """Our log sends its newest checkpoint, which the witness gets at this time."""

        def answer(_method, _path, body):
            answered = self.service.add_checkpoint(body.decode(), now=at)
            return answered.status, answered.body.encode()

        with serving(answer) as (address, _):
            self.settings.HEARTS_WITNESSES = [f"{address}={format_vkey(self.signer.verifier_key)}"]
            ask_witnesses(now=party.clock())
            job = Job.objects.get(kind="send_checkpoint", state="queued")
            send_checkpoint(job.id, now=party.clock())
        self.settings.HEARTS_WITNESSES = []


def play(party):
    fetch(party, DUE + timedelta(seconds=2))
    party.play_hand()
    assert party.summary["state"] == "finished"


def test_a_deal_that_an_eye_outside_saw_in_time_is_unchosen(beacon, settings, tmp_path):
    party = waiting_party()
    witness = Witness(tmp_path, settings)
    witness.see(party, at=DUE - timedelta(seconds=30))
    play(party)
    report = judge(party.game, witness=witness.signer.verifier_key)
    assert (report.verdict, report.strength, report.choices) == ("ok", "unchosen", 1)


def test_a_deal_chosen_after_the_round_was_out_and_dated_back_is_never_unchosen(
    beacon, settings, tmp_path
):
    """Years later, with a clock set back: all times fit, but nobody saw it then."""
    party = waiting_party()
    play(party)
    assert judge(party.game).strength == "server-only"
    witness = Witness(tmp_path, settings)
    witness.see(party, at=datetime(2026, 11, 2, tzinfo=UTC))
    report = judge(party.game, witness=witness.signer.verifier_key)
    assert (report.verdict, report.strength) == ("ok", "server-only")


def test_a_round_that_was_out_at_the_commit_is_found(beacon, monkeypatch):
    """Its signature was known: seeds could be tried until one was liked."""
    monkeypatch.setattr(
        "deals.services.dealing.promise_round", lambda committed: f"{CHAIN}@{NUMBER}"
    )
    open_log(now=DUE)
    party = Party(rules=ONE_HAND, sources="beacon", clock=Clock(DUE))
    party.sit()
    play(party)
    assert is_found(judge(party.game), 5)


def test_nonces_that_our_servers_drew_for_people_share_nothing(one_hand):
    """A house player that speaks last: it has seen every other nonce of the round before."""
    number = one_hand.summary["deal"]
    with transaction.atomic():
        table = lock_table(one_hand.game, now=one_hand.clock())
        deal = lock_deal(table.purpose)
        for seat in range(4):
            k = contribute_for_seat(deal, seat)
            table.append("contribute", seat, Contributed(k, "service"))
        open_nonces_of_service(table, deal)
        save_table(table)
    settle_game(one_hand.game, now=one_hand.clock())
    one_hand.people = list(range(4))
    one_hand.pass_cards()
    while one_hand.summary["state"] == "playing":
        one_hand.play()
    report = judge(one_hand.game)
    assert (report.verdict, report.strength) == ("ok", "server-only")
    assert number == 1


def test_a_nonce_that_the_server_puts_in_your_place_is_not_yours(one_hand):
    mine = one_hand.commitment(0)
    honest = Party.nonce
    Party.nonce = lambda self, seat: "ab" * 32 if seat == 0 else honest(self, seat)
    try:
        one_hand.play_hand()
    finally:
        Party.nonce = honest
    assert judge(one_hand.game).strength == "shared"
    assert is_found(judge(one_hand.game, mine=frozenset({mine})), 4)


def test_nonces_drawn_again_once_yours_was_known_are_found_by_the_head_that_you_kept(one_hand):
    """A server that has read seat 0's nonce, and writes the chain anew from the K's on."""
    mine = one_hand.commitment(0)
    before = transaction.savepoint()
    for seat in one_hand.people:
        act = contribute(1, seat, one_hand.commitment(seat), now=one_hand.clock())
    transaction.savepoint_rollback(before)
    honest = Party.nonce
    Party.nonce = lambda self, seat: honest(self, seat) if seat == 0 else f"{seat}a" * 32
    try:
        one_hand.play_hand()
    finally:
        Party.nonce = honest
    alone = judge(one_hand.game, mine=frozenset({mine}))
    assert (alone.strength, NO_HEAD in alone.notes) == ("shared", True)
    kept = frozenset({(mine, act.head)})
    assert is_found(judge(one_hand.game, mine=frozenset({mine}), heads=kept), 4)


def test_a_second_commitment_for_a_hand_is_refused_by_the_database(one_hand):
    with pytest.raises(IntegrityError), transaction.atomic():
        commit_deal(
            lock_log(now=one_hand.clock()),
            f"game/{one_hand.game}/hand/1",
            deck="4",
            sources="seats",
            game=one_hand.game,
        )


@pytest.mark.parametrize("hidden", [False, True])
def test_many_commitments_for_one_hand_are_found(one_hand, tmp_path, hidden):
    """Written past the rows of deals, shown or hidden in the game's bundle; the best is used."""
    writer = lock_log(now=one_hand.clock())
    for more in range(2, 5):
        writer.append(
            CommitEntry(
                origin=writer.origin,
                deal=more,
                purpose=f"game/{one_hand.game}/hand/1",
                deck="4",
                sources="seats",
                beacon="-",
                commitment=f"{more:064x}",
                time=writer.time,
            ),
            game=uuid.uuid4() if hidden else one_hand.game,
        )
    one_hand.play_hand()
    log = export_log(tmp_path)
    watched = watch_log(str(log), key=None, mirror=None)
    assert any("a second deal" in found for found in watched.findings)
    assert is_found(judge(one_hand.game, log=log), 10)
    if not hidden:
        assert is_found(judge(one_hand.game), 10)
    else:
        assert judge(one_hand.game).verdict == "ok"


def test_deals_thrown_away_after_the_last_k_are_choices(one_hand, tmp_path):
    """The server knows the cards once all nonces are in, and blames a seat until it likes them."""
    for number in (1, 2):
        assert one_hand.summary["deal"] == number
        for seat in range(4):
            contribute(number, seat, one_hand.commitment(seat), now=one_hand.clock())
        one_hand.clock.time += timedelta(minutes=1)  # Sooner, and the void is found out.
        with transaction.atomic():
            table = lock_table(one_hand.game, now=one_hand.clock())
            writer = lock_log(now=table.now)
            deal = lock_deal(table.purpose)
            throw_away(writer, table, deal, reason="withheld-3", by="service")
            commit_hand(writer, table)
            save_table(table)
        settle_game(one_hand.game, now=one_hand.clock())
    one_hand.play_hand()
    report = judge(one_hand.game, log=export_log(tmp_path))
    assert (report.verdict, report.strength, report.choices) == ("ok", "shared", 3)
    lines = list(watch_log(str(tmp_path), key=None, mirror=None).lines())
    assert "void withheld 2 (66.7 %)" in lines


def test_a_void_that_hides_what_a_seat_had_given_is_found(one_hand):
    contribute(1, 0, one_hand.commitment(0), now=one_hand.clock())
    Contribution.objects.all().delete()
    one_hand.clock.time += timedelta(minutes=2)
    void_silent_deal(1, 0, by=1, now=one_hand.clock())
    assert is_found(judge(one_hand.game), 4)


def test_a_restored_backup_signs_nothing_and_is_told_whoever_signs_it(one_hand, settings, tmp_path):
    """The signer refuses; who deletes its file is refused too; who signs past it is found out."""
    publish_checkpoint(now=one_hand.clock())
    backup = transaction.savepoint()
    one_hand.play_hand()
    mirror = tmp_path / "mirror"
    watch_log(str(export_log(tmp_path / "log")), key=None, mirror=mirror)
    witness = Witness(tmp_path, settings)
    witness.see(one_hand, at=one_hand.clock())
    seen = Checkpoint.objects.latest("size").size
    transaction.savepoint_rollback(backup)
    with pytest.raises(SignerRefuses):
        publish_checkpoint(now=one_hand.clock())
    (Path(settings.HEARTS_KEYS) / "log.signed").unlink()
    with pytest.raises(SignerRefuses):
        publish_checkpoint(now=one_hand.clock())
    texts = list(Entry.objects.order_by("index").values_list("text", flat=True))
    forged = forge_log(tmp_path / "forged", texts, service_keys().log)
    assert watch_log(str(forged), key=None, mirror=None).findings == ()
    (found,) = watch_log(str(forged), key=None, mirror=mirror).findings
    assert "went back" in found
    request = f"old 0\n\n{(forged / 'checkpoint').read_text()}"
    answer = witness.service.add_checkpoint(request, now=one_hand.clock())
    assert (answer.status, answer.body) == (409, f"{seen}\n")


def test_two_logs_for_two_clubs_contradict_each_other(one_hand, tmp_path):
    one_hand.play_hand()
    ours = export_log(tmp_path / "ours")
    mirror = tmp_path / "mirror"
    watch_log(str(ours), key=None, mirror=mirror)
    texts = list(Entry.objects.order_by("index").values_list("text", flat=True))
    theirs = [text for text in texts if not text.startswith("hearts/reveal/")]
    other = forge_log(tmp_path / "theirs", [*theirs, texts[-1], texts[-1]], service_keys().log)
    assert watch_log(str(other), key=None, mirror=mirror).findings != ()
    assert is_found(judge(one_hand.game, log=other), 10)
