"""Deals for tables with real cards: committed before the cards, revealed by the row."""

import json
import threading
from datetime import timedelta

import pytest
from django.db import connection

from deals.fairness.entries import parse_entry
from deals.models import Deal, Entry, Job
from deals.selectors.deals import EmbargoedProof, deal_proof, deal_summary
from deals.selectors.log import latest_checkpoint
from deals.services.errors import ContributionsClosed
from deals.services.keys import service_keys
from deals.services.log import open_log
from deals.tlog.directory import directory_reader
from games.selectors.bundles import game_bundle
from games.selectors.slips import NotDealt, dealt_table, slip, table_of_deal
from games.services.errors import DealStands, InvalidDeal, NotASheet, UnknownGame
from games.services.sweeping import sweep
from games.services.table_deals import (
    AHEAD,
    FETCH,
    deal_for_table,
    fetch_table_beacon,
    settle_tables,
    void_table_deal,
)
from games.services.voiding import void_game
from games.verifier.log_reader import check_log
from games.verifier.options import Options
from games.verifier.verify import verify_value
from tests.cast import Clock
from tests.log_files import export_log
from tests.rounds import DUE, NUMBER, ROUNDS
from tests.scorer import Scorer
from tests.stand_in import round_answers, serving


@pytest.fixture
def scorer(log):
    return Scorer()


def deal(scorer, hand=1, sources="server", deck=None):
    number, _ = deal_for_table(
        f"table/{scorer.game}/hand/{hand}", deck=deck, sources=sources, now=scorer.clock()
    )
    return number


def state(number):
    return deal_summary(number)["state"]


def test_the_commitment_is_under_a_checkpoint_before_anybody_sees_a_card(scorer):
    number = deal(scorer)
    said = deal_summary(number)
    assert (said["state"], said["for"]) == ("dealt", f"table/{scorer.game}/hand/1")
    assert said["entries"]["commit"] < latest_checkpoint().size
    assert parse_entry(said["entry_texts"]["commit"]).purpose == said["for"]


def test_the_slips_of_a_deal_are_the_deck_and_each_shows_one_place(scorer):
    number = deal(scorer)
    slips = [slip(number, place) for place in range(4)]
    assert [one["name"] for one in slips] == ["Anna", "=Ben", "Cara", "Dan"]
    cards = [card for one in slips for card in one["cards"]]
    assert (len(cards), len(set(cards))) == (52, 52)
    assert {len(one["cards"]) for one in slips} == {13}
    assert slip(number, 4) is None
    assert [len(cards) for _, cards in dealt_table(number).slips[0].suits]


def test_a_kitty_is_the_place_after_the_last_seat(log):
    scorer = Scorer({"players": 3, "spare": "kitty"})
    number = deal(scorer)
    kitty = slip(number, 3)
    assert (kitty["name"], len(kitty["cards"])) == ("Kitty", 1)
    assert len(dealt_table(number).slips) == 4


def test_the_row_of_the_hand_reveals_the_deal_and_its_proof_holds(scorer, tmp_path):
    number, later = deal(scorer), deal(scorer, 2)
    dealt = [slip(number, place)["cards"] for place in range(4)]
    with pytest.raises(EmbargoedProof):
        deal_proof(number)
    scorer.row(5, 0, 8, 13)
    assert (state(number), state(later)) == ("revealed", "dealt")
    proof = deal_proof(number)
    assert [holding.split() for holding in proof["hands"]] == dealt
    report = verify_value(json.loads(json.dumps(proof)), Options())
    assert (report.verdict, report.strength) == ("ok", "unproven")
    key = service_keys().log.verifier_key
    copy = check_log(directory_reader(export_log(tmp_path)), key=key)
    assert copy.findings == ()
    assert verify_value(proof, Options(key=key, log=copy)).verdict == "ok"
    bundle = verify_value(game_bundle(scorer.game), Options(key=key, log=copy))
    assert {found.rule for found in bundle.findings} == {"incomplete"}  # The sheet goes on.
    assert slip(number, 0)["cards"] == dealt[0]


def test_a_row_that_waits_for_its_shooter_reveals_the_deal_too(log):
    scorer = Scorer({"preset": "standard", "moon": "choice"})
    number = deal(scorer)
    scorer.row(26, 0, 0, 0)
    assert state(number) == "revealed"
    with pytest.raises(InvalidDeal, match="hands 2 to"):
        deal(scorer, 1)
    assert state(deal(scorer, 2)) == "dealt"


def test_a_hand_has_one_deal_and_another_only_after_its_void(scorer):
    number = deal(scorer)
    with pytest.raises(DealStands) as refused:
        deal(scorer)
    assert refused.value.deal == number
    void_table_deal(number, now=scorer.clock())
    assert (state(number), Deal.objects.get(number=number).reason) == ("void", "director")
    with pytest.raises(NotDealt):
        slip(number, 0)
    again = deal(scorer)
    assert again == number + 1
    with pytest.raises(ContributionsClosed):
        void_table_deal(number, now=scorer.clock())
    scorer.row(5, 0, 8, 13)
    with pytest.raises(ContributionsClosed):
        void_table_deal(again, now=scorer.clock())


def test_a_deal_that_nobody_knows_can_not_be_voided(scorer):
    with pytest.raises(UnknownGame):
        void_table_deal(7, now=scorer.clock())
    assert table_of_deal(7) is None


def test_a_sheet_that_ends_voids_the_deals_that_it_does_not_need(log):
    scorer = Scorer({"preset": "standard", "target": 25})
    first, second, third = deal(scorer), deal(scorer, 2), deal(scorer, 3)
    scorer.row(0, 26, 0, 0)
    assert [state(number) for number in (first, second, third)] == ["revealed", "void", "void"]
    assert Deal.objects.get(number=second).reason == "unused"
    with pytest.raises(InvalidDeal, match="over"):
        deal(scorer, 2)


def test_a_void_sheet_voids_its_deals(scorer):
    number = deal(scorer)
    void_game(scorer.game, now=scorer.clock())
    assert state(number) == "void"


@pytest.mark.parametrize(
    ("terms", "pointer"),
    [
        ({"hand": 0 + AHEAD + 1}, "/for"),
        ({"sources": "seats"}, "/sources"),
        ({"deck": "5"}, "/deck"),
    ],
)
def test_what_does_not_fit_the_sheet_is_refused_by_name(scorer, terms, pointer):
    with pytest.raises(InvalidDeal) as refused:
        deal(scorer, **terms)
    assert refused.value.pointer == pointer
    assert not Deal.objects.exists()


def test_hands_that_are_over_get_no_deal(scorer):
    scorer.row(5, 0, 8, 13)
    with pytest.raises(InvalidDeal):
        deal(scorer, 1)
    assert state(deal(scorer, 2, deck="4")) == "dealt"


def test_a_game_of_cards_has_deals_of_its_own(party):
    with pytest.raises(NotASheet):
        deal_for_table(f"table/{party.game}/hand/1", deck=None, sources="server", now=party.clock())
    assert table_of_deal(party.summary["deal"]) is None


def test_what_a_crash_left_is_settled_by_the_sweep(scorer):
    number = deal(scorer)
    Deal.objects.update(state="committed")
    with pytest.raises(NotDealt):
        slip(number, 0)
    sweep(now=scorer.clock())
    assert state(number) == "dealt"
    assert settle_tables(now=scorer.clock()) == []


def test_a_row_before_the_cards_voids_the_deal(scorer):
    number = deal(scorer)
    Deal.objects.update(state="committed")
    scorer.row(5, 0, 8, 13)
    assert Deal.objects.values_list("state", "reason").get(number=number) == ("void", "unused")


def test_a_lost_seed_does_not_hold_up_the_row(scorer):
    number = deal(scorer)
    Deal.objects.update(sealed_seed=b"lost")
    scorer.row(5, 0, 8, 13)
    assert Deal.objects.values_list("state", "reason").get(number=number) == ("void", "seed-lost")


def test_ten_who_deal_the_same_hand_at_once_get_one_deal(committed_log):
    scorer = Scorer()
    gate, found = threading.Barrier(10), []

    def run():
        gate.wait()
        try:
            found.append(deal(scorer))
        except DealStands as refused:
            found.append(-refused.deal)
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [-1] * 9 + [1]
    assert Entry.objects.filter(kind="commit").count() == 1


def test_a_deal_of_the_beacon_waits_for_its_round(scorer):
    number = deal(scorer, sources="beacon")
    assert state(number) == "waiting"
    job = Job.objects.get(kind=FETCH)
    assert job.subject.int == number
    with pytest.raises(NotDealt):
        slip(number, 0)
    assert [hint.job for hint in settle_tables(now=scorer.clock())] == [job.id]
    scorer.row(5, 0, 8, 13)
    assert Deal.objects.values_list("state", "reason").get(number=number) == ("void", "unused")
    fetch_table_beacon(job.id, now=job.due)
    assert Job.objects.get(id=job.id).state == "done"


@pytest.fixture
def node(settings):
    """A drand node that has nothing out; give it rounds."""
    rounds = {}
    settings.HEARTS_FETCH_TIMEOUT = 1
    with serving(round_answers(rounds)) as (address, _):
        settings.HEARTS_BEACONS = [address]
        yield rounds


@pytest.fixture
def early(db, keys, node):
    """A sheet whose next deal waits for round 657413."""
    began = DUE - timedelta(seconds=79)
    open_log(now=began)
    return Scorer(clock=Clock(began + timedelta(milliseconds=500)))


def fetch(now):
    return fetch_table_beacon(Job.objects.get(kind=FETCH, state="queued").id, now=now)


def test_the_cards_come_with_the_round_and_the_row_proves_them(early, node):
    number = deal(early, sources="beacon")
    (hint,) = fetch(DUE + timedelta(seconds=2))
    assert (hint.kind, state(number)) == (FETCH, "waiting")
    node[NUMBER] = ROUNDS[NUMBER]
    assert fetch(DUE + timedelta(seconds=20)) == ()
    assert state(number) == "dealt"
    dealt = slip(number, 0)["cards"]
    early.clock.time = DUE + timedelta(seconds=30)
    early.row(5, 0, 8, 13)
    proof = deal_proof(number)
    assert proof["hands"][0].split() == dealt
    assert proof["round"]["number"] == NUMBER
    assert verify_value(proof, Options()).verdict == "ok"


def test_a_round_that_never_comes_voids_the_deal(early):
    number = deal(early, sources="beacon")
    assert fetch(DUE + timedelta(days=2)) == ()
    assert Deal.objects.values_list("state", "reason").get(number=number) == (
        "void",
        "beacon-lost",
    )
    assert state(deal(early)) == "dealt"


def test_a_job_that_is_done_does_nothing(early):
    deal(early, sources="beacon")
    job = Job.objects.get(kind=FETCH)
    Job.objects.update(state="done")
    assert fetch_table_beacon(job.id, now=DUE) == ()
