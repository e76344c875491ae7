"""The sweep: what a crash or a lossy broker left undone is found again."""

from datetime import timedelta
from pathlib import Path

import pytest

from deals.models import Checkpoint, LogHead
from deals.services.jobs import take_job
from games.selectors.events import event_lines
from games.services.auditing import request_audit
from games.services.seating import take_seat
from games.services.sweeping import sweep
from tests.cast import NOW, Party
from tests.unguarded import forget_checkpoints

LATER = NOW + timedelta(minutes=5)


@pytest.fixture
def unsettled(log):
    """A table that is full, but whose process died before the deal line."""
    party = Party()
    for seat in range(4):
        take_seat(party.game, seat, invite=party.invites[seat], now=NOW)
    return party


def test_a_full_table_gets_its_deal_line(unsettled):
    assert sweep(now=LATER) == []
    assert " deal - 1 " in event_lines(unsettled.game)[-1]
    assert sweep(now=LATER) == []
    assert len(event_lines(unsettled.game)) == 5


def test_what_was_logged_and_not_signed_gets_its_checkpoint(party):
    party.play_hand()
    forget_checkpoints(above=Checkpoint.objects.latest("size").size - 1)
    sweep(now=LATER)
    assert Checkpoint.objects.latest("size").size == LogHead.objects.get().size


def test_a_table_with_a_free_seat_is_left_alone(log):
    party = Party()
    take_seat(party.game, 0, invite=party.invites[0], now=NOW)
    sweep(now=LATER)
    assert len(event_lines(party.game)) == 1


def test_lost_jobs_are_sent_again(party):
    hint = request_audit(party.game, now=NOW)
    assert sweep(now=LATER) == [hint]
    take_job(hint.job, now=LATER)
    assert sweep(now=LATER) == []


def test_a_signer_that_refuses_stops_the_dealing_and_no_other_work(unsettled, settings):
    hint = request_audit(unsettled.game, now=NOW)
    (Path(settings.HEARTS_KEYS) / "log.signed").write_text("99 " + "ab" * 32 + "\n")
    assert sweep(now=LATER) == [hint]
    assert len(event_lines(unsettled.game)) == 4


def test_a_computers_cards_are_dealt_by_the_sweep_and_it_is_called(log):
    party = Party(sources="server", seats=("human",) * 3 + ("computer",))
    for seat in range(3):
        take_seat(party.game, seat, invite=party.invites[seat], now=NOW)
    (hint, *again) = sweep(now=LATER)
    assert (hint.kind, again) == ("move_computers", [])
