"""The sealing key is lost while deals are on: they end as seed-lost, and the games go on."""

from datetime import timedelta

import pytest
from django.db import connection

from deals.fairness.entries import parse_entry
from deals.models import Deal, Job
from deals.sealing import SealBroken, new_key_line
from deals.services.errors import SeedLost
from deals.services.keys import announce_change, replace_file
from games.models import Game
from games.selectors.bundles import game_bundle
from games.selectors.events import event_lines
from games.services.losing import lost_games, void_lost_deal
from games.services.moving import move_computers
from games.services.playing import record_play
from games.services.rebuilding import derived_rows, stored_rows
from games.services.seating import take_seat
from games.services.sweeping import sweep
from games.services.tending import IDLE_AFTER, end_idle_game
from games.services.voiding import void_game, void_hand
from games.verifier.options import Options
from games.verifier.verify import verify_bundle
from tests.cast import Party


@pytest.fixture
def lose_key(settings):
    """Another key stands in the place of the one that sealed everything."""

    def lose():
        replace_file(settings.HEARTS_KEYS / "sealing.key", new_key_line())
        announce_change()

    return lose


def start(sources="seats", **asked):
    party = Party(sources=sources, **asked)
    party.sit()
    return party


def upto(phase, **asked):
    """A game whose hand has come to a phase."""
    if phase == "committed":
        return Party(**asked)
    party = start(**asked)
    if phase == "contributing":
        return party
    party.contribute()
    if phase == "passed":
        party.pass_cards()
        for _ in range(5):
            party.play()
    return party


def ends():
    return [
        (parse_entry(deal.end_entry.text).reason, parse_entry(deal.end_entry.text).seed)
        for deal in Deal.objects.exclude(end_entry=None).order_by("number")
    ]


def is_sound(party):
    return stored_rows(party.game) == derived_rows(party.game)


@pytest.mark.parametrize("phase", ["committed", "contributing", "passing", "passed"])
def test_the_sweep_voids_a_lost_deal_as_seed_lost_and_the_hand_is_dealt_again(log, lose_key, phase):
    party = upto(phase)
    lose_key()
    sweep(now=party.clock())
    assert ends() == [("seed-lost", "-")]
    assert party.summary["hand"] == 1
    assert is_sound(party)
    if phase == "committed":
        party.sit()
    assert party.summary["deal"] == 2
    party.play_hand()
    assert party.summary["hand"] == 2
    assert is_sound(party)
    assert lost_games() == []


@pytest.mark.parametrize(("phase", "scope"), [("contributing", "deal"), ("passed", "hand")])
def test_the_chain_says_what_was_void_and_that_nobody_but_the_service_did_it(
    log, lose_key, phase, scope
):
    party = upto(phase)
    lose_key()
    before = len(event_lines(party.game))
    sweep(now=party.clock())
    void, deal = event_lines(party.game)[before:]
    assert f" 1 void - {scope} seed-lost by service" in void
    assert " 1 deal - 2 " in deal


def test_a_frozen_deal_whose_seed_is_lost_is_a_false_promise(log, lose_key):
    party = upto("passed")
    lose_key()
    sweep(now=party.clock())
    party.play_hand()
    report = verify_bundle(game_bundle(party.game), Options())
    assert (report.verdict, [found.step for found in report.findings]) == ("false", [3])


@pytest.mark.parametrize("sources", ["server"])
def test_a_deal_that_was_never_frozen_may_lose_its_seed(log, lose_key, sources):
    party = start(sources)
    party.pass_cards()
    lose_key()
    sweep(now=party.clock())
    party.play_hand()
    report = verify_bundle(game_bundle(party.game), Options())
    assert [found.rule for found in report.findings] == ["incomplete"]
    assert report.choices == 2


def test_until_the_sweep_no_card_can_be_played_and_nothing_is_written(log, lose_key):
    party = upto("passed")
    lose_key()
    seq = party.summary["seq"]
    with pytest.raises(SealBroken):
        record_play(party.game, 0, "2C", expected_seq=seq, now=party.clock())
    assert party.summary["seq"] == seq


def test_computer_players_called_to_a_lost_hand_find_nothing_to_do(log, lose_key):
    party = start(sources="server", seats=("human", *("computer",) * 3))
    (job,) = Job.objects.filter(kind="move_computers")
    lose_key()
    sweep(now=party.clock())
    void_hand(party.game, now=party.clock())
    assert party.summary["state"] == "playing"
    move_computers(job.id, now=party.clock() + timedelta(minutes=1))
    assert is_sound(party)


def test_the_director_may_void_a_lost_hand_before_the_sweep_does(log, lose_key):
    party = upto("passed")
    lose_key()
    assert void_hand(party.game, now=party.clock()).line.endswith(" hand seed-lost by service")
    assert is_sound(party)
    party.play_hand()


def test_the_director_may_end_a_game_whose_cards_are_lost(log, lose_key):
    party = upto("passed")
    lose_key()
    void_game(party.game, now=party.clock())
    assert party.summary["state"] == "voided"
    assert [reason for reason, _ in ends()] == ["seed-lost", "unused"]
    assert is_sound(party)


def test_an_idle_game_whose_cards_are_lost_is_dealt_again_and_ends_by_and_by(log, lose_key):
    party = upto("passed")
    lose_key()
    party.clock.time += IDLE_AFTER
    end_idle_game(party.game, now=party.clock())
    party.clock.time += IDLE_AFTER
    end_idle_game(party.game, now=party.clock())
    assert party.summary["state"] == "abandoned"
    assert [reason for reason, _ in ends()] == ["seed-lost", "idle"]
    assert is_sound(party)


def test_other_games_are_left_alone(log, lose_key):
    finished = start(rules={"preset": "standard", "hands": 1})
    finished.play_game()
    lost = upto("contributing")
    lose_key()
    fresh = upto("passed")
    lines = event_lines(fresh.game), event_lines(finished.game)
    assert lost_games() == [lost.game]
    sweep(now=lost.clock())
    assert (event_lines(fresh.game), event_lines(finished.game)) == lines
    assert void_lost_deal(fresh.game, now=fresh.clock()) == ()
    assert void_lost_deal(finished.game, now=fresh.clock()) == ()


def spoil(statement, party):
    with connection.cursor() as cursor:
        cursor.execute(statement, [party.game])


HAND = "UPDATE games_handstate SET sealed = sealed || '\\x00' WHERE game_id = %s"
SEED = (
    "UPDATE deals_deal SET sealed_seed = sealed_seed || '\\x00' "
    "WHERE purpose LIKE 'game/' || %s || '/%%'"
)


def test_cards_that_are_damaged_are_rebuilt_and_nothing_is_void(log):
    party = upto("passed")
    rows = stored_rows(party.game)
    spoil(HAND, party)
    assert void_lost_deal(party.game, now=party.clock()) == ()
    assert stored_rows(party.game) == rows
    assert ends() == []


def test_a_damaged_seed_stops_no_other_game_from_being_dealt(log):
    damaged, whole = Party(sources="server"), Party(sources="server")
    for party in (damaged, whole):
        for seat in range(4):
            take_seat(party.game, seat, invite=party.invites[seat], now=party.clock())
    spoil(SEED, damaged)
    sweep(now=damaged.clock())
    assert whole.summary["phase"] == "passing"
    assert ends() == [("seed-lost", "-")]
    sweep(now=damaged.clock())
    assert damaged.summary["phase"] == "passing"
    assert Game.objects.count() == 2


def test_a_seed_lost_in_mid_hand_is_void_at_the_latest_when_it_can_not_be_revealed(log):
    party = upto("passed", rules={"preset": "standard", "passing": "none"})
    spoil(SEED, party)
    for _ in range(46):
        party.play()
    with pytest.raises(SeedLost):
        party.play()
    void_lost_deal(party.game, now=party.clock())
    assert ends() == [("seed-lost", "-")]
    party.play_hand()
    assert is_sound(party)
