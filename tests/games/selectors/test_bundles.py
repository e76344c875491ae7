"""Bundles: an honest one is never false, whenever and under whichever checkpoint."""

import contextlib
from datetime import timedelta

import pytest

from deals.models import Checkpoint
from deals.services.keys import service_keys
from games.selectors.bundles import NoSuchCheckpoint, game_bundle
from games.services.contributing import contribute, open_seat_nonce
from games.services.passing import record_pass
from games.services.seating import take_seat
from games.services.settling import settle_game
from games.services.voiding import void_game, void_hand, void_silent_deal
from games.verifier.options import Options
from games.verifier.verify import verify_bundle
from tests.cast import NOW, Party

TWO_HANDS = {"preset": "standard", "hands": 2, "target": None}


def findings(party, **options):
    """What the verifier holds against the game as it stands; a game that is on is no fault."""
    bundle = game_bundle(party.game, **options)
    report = verify_bundle(bundle, Options(key=service_keys().log.verifier_key))
    return [found for found in report.findings if found.rule != "incomplete"]


def findings_under_all_checkpoints(party):
    found = []
    for size in Checkpoint.objects.values_list("size", flat=True):
        with contextlib.suppress(NoSuchCheckpoint):
            found += findings(party, size=size)
    return found


def contributions(party, deal):
    for seat in party.people:
        act = contribute(deal, seat, party.commitment(seat), now=party.clock())
        if seat in {0, 3}:
            yield
    for seat in party.people:
        open_seat_nonce(deal, seat, party.nonce(seat), head=act.head, now=party.clock())
        if seat in {0, 3}:
            yield


def moments(party):
    """A whole game, at every kind of moment at which somebody might ask."""
    yield
    for seat in party.people:
        take_seat(party.game, seat, invite=party.invites[seat], now=party.clock())
        yield
    settle_game(party.game, now=party.clock())
    while party.summary["state"] == "playing":
        yield from contributions(party, party.summary["deal"])
        for seat in party.people:
            cards = party.view(seat)["cards"]["holding"][-3:]
            record_pass(party.game, seat, cards, now=party.clock())
        yield
        for plays in range(52):
            party.play()
            if plays in {0, 5, 50, 51}:
                yield


def test_an_honest_bundle_is_never_false(log):
    party = Party(rules=TWO_HANDS)
    for _ in moments(party):
        assert findings_under_all_checkpoints(party) == []
    assert party.summary["state"] == "finished"


def test_what_the_signer_has_not_covered_yet_is_left_out_and_nothing_is_false(log, monkeypatch):
    """As if every process had died between the commit of an act and the checkpoint after it."""
    party = Party(rules=TWO_HANDS)
    party.sit()
    for act in (party.contribute, party.pass_cards, party.play_hand):
        with monkeypatch.context() as patch:
            patch.setattr("games.services.settling.settle_game", lambda game, now: ())
            with contextlib.suppress(Exception):
                act()
        assert findings(party) == []
    settle_game(party.game, now=party.clock())
    assert findings(party) == []


def test_a_checkpoint_from_before_the_game_or_of_no_size_is_not_there(log):
    before = Party()
    size = Checkpoint.objects.latest("size").size
    party = Party()
    for wanted in (size, size + 99):
        with pytest.raises(NoSuchCheckpoint):
            game_bundle(party.game, size=wanted)
    assert game_bundle(before.game, size=size)["record"]["hands"] == []


def test_a_game_that_does_not_exist_has_no_bundle(log):
    settle_game(Party().game, now=NOW)
    assert game_bundle("7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55") is None


def voids(party):
    """A game whose deals are thrown away at every kind of moment, and then the game itself."""
    yield
    void_hand(party.game, now=party.clock())
    yield
    contribute(party.summary["deal"], 0, party.commitment(0), now=party.clock())
    party.clock.time += timedelta(minutes=2)
    void_silent_deal(party.summary["deal"], 1, by=0, now=party.clock())
    yield
    party.contribute()
    party.pass_cards()
    party.play()
    void_hand(party.game, now=party.clock())
    yield
    party.play_hand()
    yield
    void_game(party.game, now=party.clock())
    yield


def test_an_honest_bundle_with_voids_is_never_false(party):
    for _ in voids(party):
        assert findings_under_all_checkpoints(party) == []
    assert party.summary["state"] == "voided"
