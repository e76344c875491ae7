"""A sheet has no deal: what the director or the calendar does to it all the same."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Audit
from games.selectors.bundles import game_bundle
from games.services.auditing import audit_game, request_audit
from games.services.errors import HandOver
from games.services.substituting import substitute_player
from games.services.tending import end_idle_game, idle_games, log_due_head
from games.services.voiding import void_game, void_hand
from games.verifier.options import Options
from games.verifier.verify import verify_bundle
from tests.scorer import Scorer

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet(log):
    sheet = Scorer()
    sheet.row(5, 0, 8, 13)
    return sheet


def audited(sheet):
    hint = request_audit(sheet.game, now=sheet.clock())
    audit_game(hint.job, now=sheet.clock())
    return Audit.objects.get(game=sheet.game, seq=sheet.summary["seq"]).verdict


def test_a_sheet_can_be_voided_as_a_whole(sheet):
    sheet.done(void_game(sheet.game, code="quarrel", now=sheet.clock()))
    assert sheet.summary["state"] == "voided"
    assert sheet.kinds[-2:] == ["void", "end"]
    assert audited(sheet) == "ok"


def test_a_sheet_has_no_hand_that_could_be_dealt_again(sheet):
    with pytest.raises(HandOver):
        void_hand(sheet.game, now=sheet.clock())


def test_nor_while_a_shooter_is_asked(log):
    sheet = Scorer({"preset": "scoresheet", "moon": "choice"})
    sheet.row(26, 0, 0, 0)
    with pytest.raises(HandOver, match="correct its row"):
        void_hand(sheet.game, now=sheet.clock())
    sheet.done(void_game(sheet.game, now=sheet.clock()))
    assert audited(sheet) == "ok"


def test_no_computer_player_sits_down_at_real_cards(sheet):
    with pytest.raises(HandOver):
        substitute_player(sheet.game, 1, by=None, now=sheet.clock())


def test_a_sheet_that_nobody_touches_ends_without_a_void(sheet):
    later = sheet.clock() + timedelta(days=90)
    assert idle_games(now=later) == [sheet.game]
    end_idle_game(sheet.game, now=later)
    assert sheet.summary["state"] == "abandoned"
    assert sheet.kinds[-1] == "end"


def test_a_sheet_that_goes_on_gets_its_daily_head(sheet):
    log_due_head(sheet.game, now=sheet.clock())
    assert audited(sheet) == "incomplete"


@pytest.mark.parametrize("change", ["correct", "rules", "adjust"])
def test_a_bundle_of_an_earlier_size_ends_before_a_change_whose_head_it_lacks(sheet, change):
    size = game_bundle(sheet.game)["checkpoint"].splitlines()[1]
    acts = {
        "correct": lambda: sheet.correct(1, 13, 0, 8, 5),
        "rules": lambda: sheet.rules(preset="scoresheet", moon="add"),
        "adjust": lambda: sheet.adjust(2, 5),
    }
    lines = len(sheet.kinds)
    acts[change]()
    bundle = game_bundle(sheet.game, size=int(size))
    assert len(bundle["events"]) == lines
    assert verify_bundle(bundle, Options()).verdict == "incomplete"
