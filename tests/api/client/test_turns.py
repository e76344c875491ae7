"""What else can befall a table: a beacon, voids, a substitute, a kitty."""

from datetime import timedelta
from uuid import UUID

import pytest

from api.client.http import Api
from deals.cards.holding import parse_holding
from deals.models import Job
from deals.services.keys import service_keys
from deals.services.log import open_log
from deals.tlog.checkpoint import open_checkpoint
from deals.tlog.note import format_vkey, parse_note
from games.coach import thumb
from games.rules.hand import start_hand
from games.rules.ruleset import parse_rules
from games.selectors.seats import own_view
from games.services.rounds import fetch_beacon
from games.verifier.evidence import SignedCheckpoint
from games.verifier.options import Options
from games.verifier.verify import verify_bundle
from tests.api.client.conftest import RULES, Round
from tests.cast import Clock
from tests.moons import EASY, OPENER, find_moon, helpful_pass
from tests.rounds import DUE, NUMBER, ROUNDS
from tests.stand_in import round_answers, serving


@pytest.fixture
def clock(monkeypatch):
    """It is just so long before the published round is due that a new deal waits for it."""
    clock = Clock(DUE - timedelta(seconds=75.75))
    monkeypatch.setattr("django.utils.timezone.now", lambda: clock.time)
    return clock


@pytest.fixture
def beacon_round(db, keys, clock, settings):
    """Four clients at a table that deals from the beacon."""
    settings.HEARTS_FETCH_TIMEOUT = 1
    with serving(round_answers({NUMBER: ROUNDS[NUMBER]})) as (address, _):
        settings.HEARTS_BEACONS = [address]
        open_log(now=DUE - timedelta(seconds=76))
        vkey = format_vkey(service_keys().log.verifier_key)
        yield Round(vkey, more={"sources": "beacon"})


def game(table):
    return f"games/{table.game.id}"


def bundle_of(table):
    return table.host.api.call("GET", f"{game(table)}/bundle").as_object()


def test_a_beacons_round_is_waited_for_and_the_deal_is_proven(beacon_round, clock):
    beacon_round.play(until=lambda chain: chain.table.phase == "waiting")
    for seat in beacon_round.seats:
        seat.advance(beacon_round.strategy, wait=0)
        assert seat.chain.table.phase == "waiting"
    assert beacon_round.seats[0].own.deal.commit.beacon.endswith(f"@{NUMBER}")
    clock.time = DUE + timedelta(seconds=1)
    fetch_beacon(Job.objects.get(kind="fetch_beacon", state="queued").id, now=clock.time)
    beacon_round.play()
    (deal,) = beacon_round.seats[0].own.proven
    assert not deal.has_contributed
    # The checkpoint that it kept from before the round is the eye outside.
    key = service_keys().log.verifier_key
    seen = SignedCheckpoint(parse_note(deal.checkpoint), open_checkpoint(deal.checkpoint, key))
    bundle = beacon_round.host.api.call(
        "GET", f"{game(beacon_round)}/bundle?size={seen.value.size}"
    )
    assert bundle.at("checkpoint").as_text() == deal.checkpoint
    report = verify_bundle(bundle_of(beacon_round), Options(key=key))
    assert (report.verdict, report.strength) == ("ok", "server-only")


@pytest.mark.parametrize("phase", ["opening", "playing"])
def test_a_hand_that_is_void_begins_again_with_another_deal(round_of_four, phase):
    table = round_of_four
    table.play(until=lambda chain: chain.table.phase == phase)
    void = {"opening": ("deals/1/void", {}), "playing": (f"{game(table)}/void", {"scope": "hand"})}
    Api(table.server, table.game.token).call("POST", *void[phase])
    table.play()
    for seat in table.seats:
        (deal,) = seat.own.proven
        assert (deal.hand, deal.number, deal.has_contributed) == (1, 2, True)
    key = service_keys().log.verifier_key
    report = verify_bundle(bundle_of(table), Options(key=key))
    assert (report.verdict, report.strength) == ("ok", "shared")


def test_a_seat_that_was_substituted_reads_on_and_still_checks(round_of_four):
    table = round_of_four
    table.play(until=lambda chain: chain.table.phase in {"passing", "playing"})
    creator = Api(table.server, table.game.token)
    creator.call("POST", f"{game(table)}/substitutions", {"seat": 0})
    table.play(until=lambda chain: chain.table.seats[0].holder == "computer")
    assert [seat.own.is_substituted for seat in table.seats] == [True, False, False, False]
    assert not table.seats[0].own.may_owe


def test_whoever_takes_the_first_trick_sees_the_kitty(vkey):
    rules = RULES | {"players": 3, "spare": "kitty"}
    table = Round(vkey, rules=rules, players=3)
    kitties = []

    class Watcher:
        """Plays by thumb, and notes whether the first trick was its own, and what it sees."""

        choose_pass = staticmethod(thumb.choose_pass)

        @staticmethod
        def choose_play(view):
            kitties.append((bool(view.tricks) and view.tricks[0].winner == view.seat, view.kitty))
            return thumb.choose_play(view)

    table.strategy = Watcher
    table.play()
    assert {took for took, _ in kitties} == {True, False}
    assert all((kitty is not None) == took for took, kitty in kitties)
    assert [len(seat.own.proven) for seat in table.seats] == [1, 1, 1]


class Helpful:
    """All six play so that the opener shoots the moon; whoever is asked subtracts."""

    def __init__(self, hand, plays):
        self.hand, self.plays, self.asked = hand, plays, []

    def choose_pass(self, view):
        return helpful_pass(self.hand, view.seat)

    def choose_play(self, view):
        return self.plays[len(view.played)]

    def choose_moon(self, question, *, totals):
        self.asked.append((question.shooter, question.add[0], question.subtract[OPENER], totals))
        return "subtract"


def table_with_a_moon(vkey):
    rules = EASY | {"hands": 1, "target": None, "tie": "share", "moon": "choice"}
    plays = None
    while plays is None:
        table = Round(vkey, rules=rules, players=6, more={"sources": "server"})
        table.sit()
        cards = [own_view(UUID(table.game.id), seat)["cards"]["dealt"] for seat in range(6)]
        held = [parse_holding(" ".join(dealt)) for dealt in cards]
        hand = start_hand(parse_rules(rules), 1, held)
        plays = find_moon(hand)
    table.strategy = Helpful(hand, plays)
    return table


def test_the_shooter_of_a_moon_is_asked_once_and_answers(vkey):
    table = table_with_a_moon(vkey)
    table.play()
    assert table.strategy.asked == [(OPENER, 26, -26, (0,) * 6)]
    (score,) = table.seats[0].chain.table.scores
    assert score.scores == tuple(-26 if seat == OPENER else 0 for seat in range(6))
    assert [len(seat.own.proven) for seat in table.seats] == [1] * 6
