"""What falls due by the day: heads of games that go on, and the end of idle ones."""

from datetime import timedelta

import pytest

from deals.fairness.entries import HeadEntry, parse_entry
from deals.models import Deal, Entry, Job
from games.events.event import parse_event
from games.selectors.bundles import game_bundle
from games.selectors.events import event_lines
from games.services.contributing import contribute
from games.services.errors import HandOver
from games.services.rebuilding import derived_rows, stored_rows
from games.services.sweeping import sweep
from games.services.tending import (
    end_idle_game,
    games_without_head,
    log_due_head,
    schedule_tending,
    tend_games,
)
from games.services.voiding import void_hand
from games.verifier.options import Options
from games.verifier.verify import verify_bundle
from tests.cast import NOW, Party

DAY = timedelta(days=1)


def heads(game):
    texts = Entry.objects.filter(kind="head", game=game).order_by("index")
    return [parse_entry(text).seq for text in texts.values_list("text", flat=True)]


def tend(now):
    schedule_tending(now=now - timedelta(hours=1))
    return tend_games(Job.objects.get(kind="tend_games", state="queued").id, now=now)


def holds(game):
    assert stored_rows(game) == derived_rows(game)
    report = verify_bundle(game_bundle(game), Options())
    assert [found for found in report.findings if found.rule != "incomplete"] == []
    return report


def test_a_game_with_lines_after_its_last_head_gets_one_within_a_day(party):
    assert heads(party.game) == []
    tend(NOW + DAY - timedelta(minutes=1))
    assert heads(party.game) == []
    tend(NOW + DAY + timedelta(minutes=1))
    assert heads(party.game) == [5]
    tend(NOW + 3 * DAY)
    assert heads(party.game) == [5]
    contribute(1, 0, party.commitment(0), now=NOW + 4 * DAY)
    tend(NOW + 5 * DAY)
    assert heads(party.game) == [5, 6]
    holds(party.game)


def test_heads_follow_score_void_and_end_and_nothing_else(log):
    party = Party(rules={"preset": "standard", "hands": 1, "target": None, "tie": "share"})
    party.sit()
    void_hand(party.game, now=party.clock())
    party.play_hand()
    kinds = {event.seq: event.kind for event in map(parse_event, event_lines(party.game))}
    assert [kinds[seq] for seq in heads(party.game)] == ["void", "score", "end"]
    assert list(games_without_head(now=party.clock() + 9 * DAY)) == []
    entries = map(parse_entry, Entry.objects.values_list("text", flat=True))
    assert all("score" not in vars(one) for one in entries if isinstance(one, HeadEntry))


def test_a_game_without_a_line_needs_no_head(log):
    Party()
    assert list(games_without_head(now=NOW + 9 * DAY)) == []


def test_a_game_that_nobody_touches_for_ninety_days_ends(party):
    party.play_hand()
    later = party.clock.time + 90 * DAY
    assert tend(later - timedelta(minutes=1)) == ()
    (hint,) = tend(later + timedelta(minutes=1))
    assert hint.kind == "audit_game"
    last = [parse_event(line) for line in event_lines(party.game)[-2:]]
    assert [event.kind for event in last] == ["void", "end"]
    assert (last[0].detail.reason, last[0].detail.by) == ("idle", "service")
    assert last[1].detail.how == "abandoned"
    assert Deal.objects.get(number=2).reason == "idle"
    assert holds(party.game).verdict == "ok"
    assert party.summary["state"] == "abandoned"


def test_a_table_that_never_filled_and_a_hand_in_play_end_too(log):
    empty, playing = Party(), Party()
    playing.sit()
    playing.contribute()
    playing.pass_cards()
    tend(NOW + 91 * DAY)
    for party in (empty, playing):
        assert party.summary["state"] == "abandoned"
        assert holds(party.game).verdict == "ok"


def test_somebody_who_acts_at_the_last_moment_keeps_the_game(party):
    contribute(1, 0, party.commitment(0), now=NOW + 89 * DAY)
    assert end_idle_game(party.game, now=NOW + 91 * DAY) == ()
    assert party.summary["state"] == "playing"
    end_idle_game(party.game, now=NOW + 189 * DAY)
    assert end_idle_game(party.game, now=NOW + 300 * DAY) == ()
    with pytest.raises(HandOver):
        void_hand(party.game, now=NOW + 300 * DAY)


def test_the_sweep_writes_the_job_once_an_hour(party):
    for _ in range(3):
        sweep(now=NOW)
    assert Job.objects.get(kind="tend_games").due == NOW + timedelta(hours=1)


def test_a_job_that_is_taken_does_nothing_twice(party):
    schedule_tending(now=NOW)
    job = Job.objects.get(kind="tend_games")
    later = NOW + 2 * DAY
    tend_games(job.id, now=later)
    assert tend_games(job.id, now=later) == ()
    log_due_head(party.game, now=later)
    assert heads(party.game) == [5, 5]
