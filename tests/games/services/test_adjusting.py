"""Adjustments of games that are played from deals: in mid-hand, between hands, after the end."""

from datetime import timedelta

import pytest

from deals.models import Deal
from games.rules.errors import WrongPhase
from games.selectors.audits import latest_audit
from games.selectors.sheets import scoresheet
from games.services.adjusting import adjust_total
from games.services.auditing import audit_game, request_audit
from games.services.rebuilding import derived_rows, stored_rows
from games.services.tending import end_idle_game
from games.services.voiding import void_hand
from tests.cast import Party


def audited(party):
    hint = request_audit(party.game, now=party.clock())
    audit_game(hint.job, now=party.clock())
    return latest_audit(party.game)


def test_an_adjustment_in_mid_hand_waits_for_the_hands_end(log):
    party = Party(rules={"tie": "share"})
    party.sit()
    party.contribute()
    act = adjust_total(party.game, 0, 150, reason="late", now=party.clock())
    assert stored_rows(party.game) == derived_rows(party.game)
    assert (act.seq, party.summary["state"]) == (party.summary["seq"], "playing")
    party.pass_cards()
    while party.view(0)["phase"] == "playing":
        party.play()
    assert party.summary["state"] == "finished"
    assert stored_rows(party.game) == derived_rows(party.game)


@pytest.mark.parametrize("sources", ["seats", "server"])
def test_a_hand_that_is_void_after_an_adjustment_to_the_target_was_the_last(log, sources):
    party = Party(rules={"tie": "share"}, sources=sources)
    party.sit()
    if sources == "seats":
        party.contribute()
    adjust_total(party.game, 0, 100, reason="late", now=party.clock())
    void_hand(party.game, now=party.clock())
    summary = party.summary
    assert (summary["state"], summary["winners"]) == ("finished", [1, 2, 3])
    assert stored_rows(party.game) == derived_rows(party.game)
    assert audited(party)["verdict"] == "ok"


def test_a_game_that_falls_idle_after_such_an_adjustment_is_finished_not_abandoned(log):
    party = Party(rules={"tie": "share"}, sources="server")
    party.sit()
    adjust_total(party.game, 0, 100, reason="late", now=party.clock())
    party.clock.time += timedelta(days=91)
    end_idle_game(party.game, now=party.clock())
    assert party.summary["state"] == "finished"
    assert stored_rows(party.game) == derived_rows(party.game)
    assert audited(party)["verdict"] == "ok"


def test_an_adjustment_between_hands_ends_a_game_and_another_opens_it_again(log):
    rules = {"hands": 1, "target": 100, "tie": "share"}
    party = Party(rules=rules)
    with pytest.raises(WrongPhase, match="seating"):
        adjust_total(party.game, 0, 100, reason="late", now=party.clock())
    party.sit()
    party.play_hand()
    assert party.summary["state"] == "finished"
    adjust_total(party.game, 1, 0, reason="late", now=party.clock())
    assert stored_rows(party.game) == derived_rows(party.game)
    assert len(scoresheet(party.game)["lines"]) == 2
    assert audited(party)["verdict"] == "ok"


def test_a_game_that_is_open_again_commits_its_next_deal_and_goes_on(log):
    party = Party(rules={"target": 25, "tie": "share"}, sources="server")
    party.sit()
    party.play_game()
    hands, totals = len(party.summary["scores"]), party.summary["totals"]
    for seat, total in enumerate(totals):
        adjust_total(party.game, seat, -total, reason="undone", now=party.clock())
        assert stored_rows(party.game) == derived_rows(party.game)
    assert (party.summary["state"], party.summary["hand"]) == ("playing", hands + 1)
    assert party.summary["deal"] == hands + 1
    party.play_hand()
    assert stored_rows(party.game) == derived_rows(party.game)
    report = audited(party)
    assert report["findings"] == [] or report["verdict"] == "incomplete"


def test_an_end_between_commit_and_deal_line_voids_the_deal_that_nobody_needs(log, monkeypatch):
    """As after a crash: the next deal is committed, and its line not yet written."""
    party = Party(rules={"target": 100, "tie": "share"}, sources="server")
    party.sit()
    monkeypatch.setattr("games.services.playing.settle_act", lambda act, now: act)
    party.play_hand()
    assert party.summary["phase"] == "committed"
    adjust_total(party.game, 0, 100, reason="late", now=party.clock())
    assert (party.summary["state"], party.summary["hand"]) == ("finished", 1)
    assert [deal.state for deal in Deal.objects.order_by("number")] == ["revealed", "void"]
    assert stored_rows(party.game) == derived_rows(party.game)
    assert audited(party)["verdict"] == "ok"
