"""Games that are dealt from the beacon: the round is fixed before, waited for, and no other."""

from datetime import timedelta

import pytest

from deals.fairness.entries import parse_entry
from deals.fairness.times import format_time
from deals.models import Deal, Job
from deals.selectors.deals import deal_proof, deal_summary
from deals.services.errors import ContributionsClosed
from games.events.event import parse_event
from games.selectors.bundles import game_bundle
from games.selectors.events import event_lines
from games.services.contributing import contribute
from games.services.rebuilding import derived_rows, stored_rows
from games.services.rounds import fetch_beacon
from games.services.sweeping import sweep
from games.services.voiding import void_hand
from games.verifier.options import Options
from games.verifier.verify import verify_bundle
from tests.rounds import DRAND, DUE, ROUNDS, drand_node, fetch, waiting_party


@pytest.fixture
def node(settings):
    """A drand node that has nothing out; give it rounds."""
    with drand_node(settings) as rounds:
        yield rounds


@pytest.fixture
def waiting(db, keys, node):
    return waiting_party()


def kinds(party):
    return [parse_event(line).kind for line in event_lines(party.game)]


def holds(party):
    assert stored_rows(party.game) == derived_rows(party.game)
    report = verify_bundle(game_bundle(party.game), Options())
    assert [found for found in report.findings if found.rule != "incomplete"] == []
    return report


def test_the_round_is_fixed_in_the_commit_and_the_deal_waits_openly(waiting):
    summary = deal_summary(1)
    assert summary["beacon"].endswith("@657413")
    assert summary["state"] == waiting.summary["phase"] == "waiting"
    assert summary["round"] == {
        "number": 657413,
        "due": format_time(DUE),
        "signature": None,
        "randomness": None,
    }
    assert kinds(waiting)[-1] == "deal"
    job = Job.objects.get(kind="fetch_beacon")
    assert job.due == DUE + timedelta(seconds=1)
    holds(waiting)
    with pytest.raises(ContributionsClosed):
        contribute(1, 0, "ab" * 32, now=waiting.clock())


def test_the_cards_come_with_the_round_and_the_game_is_proven(waiting, node):
    node[657413] = ROUNDS[657413]
    fetch(waiting, DUE + timedelta(seconds=2))
    assert kinds(waiting)[-1] == "beacon"
    assert event_lines(waiting.game)[-1].endswith(f" 1 beacon - 657413 {ROUNDS[657413]}")
    assert deal_summary(1)["round"]["randomness"] == DRAND["quicknet"]["rounds"][1]["randomness"]
    holds(waiting)
    waiting.play_hand()
    assert waiting.summary["state"] == "finished"
    reveal = parse_entry(Deal.objects.get(number=1).end_entry.text)
    assert reveal.beacon == f"657413 {ROUNDS[657413]}"
    assert deal_proof(1)["round"]["number"] == 657413
    report = holds(waiting)
    assert (report.verdict, report.choices) == ("ok", 1)


def test_no_other_round_and_no_wrong_signature_is_ever_drawn_from(waiting, node):
    for wrong in (
        {"round": 123, "signature": ROUNDS[123]},
        ROUNDS[123],
        ROUNDS[657413][:-2] + "00",
    ):
        node[657413] = wrong
        (hint,) = fetch(waiting, waiting.clock.time + timedelta(seconds=120))
        assert hint.kind == "fetch_beacon"
        assert kinds(waiting)[-1] == "deal"
    node[657413] = ROUNDS[657413]
    fetch(waiting, DUE + timedelta(hours=1))
    assert kinds(waiting)[-1] == "beacon"
    holds(waiting)


def test_a_round_is_not_asked_for_before_it_is_due(waiting, node):
    assert fetch(waiting, DUE) == ()
    assert node["asked"] == []
    assert Job.objects.get(kind="fetch_beacon").attempts == 0


def test_after_a_day_the_deal_is_lost_and_the_next_one_waits_for_its_own_round(waiting, node):
    (hint,) = fetch(waiting, DUE + timedelta(hours=24) - timedelta(seconds=1))
    assert 9 < hint.delay <= 10
    (again,) = fetch(waiting, DUE + timedelta(hours=24, seconds=11))
    assert again.kind == "fetch_beacon"
    assert kinds(waiting)[-2:] == ["void", "deal"]
    entry = parse_entry(Deal.objects.get(number=1).end_entry.text)
    assert (entry.reason, len(entry.seed)) == ("beacon-lost", 64)
    assert event_lines(waiting.game)[-2].endswith(" 1 void - deal beacon-lost by service")
    assert deal_summary(2)["round"]["number"] > 657413 + 24 * 1200
    holds(waiting)


def test_a_job_that_was_lost_is_written_again_by_the_sweep(waiting, node):
    Job.objects.filter(kind="fetch_beacon").update(state="failed")
    node[657413] = ROUNDS[657413]
    sweep(now=DUE + timedelta(seconds=5))
    fetch(waiting, DUE + timedelta(seconds=8))
    assert kinds(waiting)[-1] == "beacon"


def test_a_job_that_comes_too_late_changes_nothing(waiting, node):
    node[657413] = ROUNDS[657413]
    void_hand(waiting.game, now=waiting.clock())
    job = Job.objects.get(kind="fetch_beacon")
    fetch_beacon(job.id, now=DUE + timedelta(seconds=2))
    assert kinds(waiting)[-2:] == ["void", "deal"]
    holds(waiting)
