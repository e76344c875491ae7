"""Step 10, the ends of deals: seeds shown too early, voids for reasons that are not so."""

from datetime import datetime, timedelta

import pytest

from deals.fairness.seat_line import SeatLine
from deals.fairness.times import format_time
from games.verifier.verify import verify_bundle


def found(report):
    """The one finding of a bundle, which is of step 10."""
    assert (report.verdict, report.strength) == ("false", None)
    (finding,) = report.findings
    assert (finding.step, finding.rule, finding.hand) == (10, "proof_sequence", 1)
    return finding.detail


@pytest.fixture
def judged(pinned):
    """Play the hand out after what a test did, and end: the report."""

    def judge(game):
        game.hand(1)
        game.end()
        return verify_bundle(game.bundle(), pinned)

    return judge


def begun(game, given=range(4), opened=()):
    """Commit a deal; some seats give their K, some their nonce."""
    number = game.commit(1)
    game.write_deal(number)
    game.contribute(number, given)
    game.open_nonces(number, opened)
    return number


def thrown_away(game, number, reason, **other):
    game.void(number, reason, **other)
    game.write_void(number)
    return game


# The seed.


@pytest.mark.parametrize("moment", ["pass_all", "play", "score"])
@pytest.mark.parametrize("sources", ["seats", "server"])
def test_a_seed_that_the_log_shows_before_the_score_is_covered(
    service_class, pinned, moment, sources
):
    class EarlyReveal(service_class):
        """It shows the cards to its friends, who then play; the line comes when it should."""

        def log_reveal(self, number):
            head = self.head
            super().reveal(number)
            self.shown, self.head = self.lines.pop().split(" ", 5)[5], head

        def reveal(self, number, **_):
            self.write(1, "reveal", "-", self.shown)

    def act(game, number, *rest):
        game.log_reveal(number)
        return getattr(service_class, moment)(game, number, *rest)

    setattr(EarlyReveal, moment, act)
    game = EarlyReveal(sources=sources)
    game.hand(1)
    game.end()
    detail = found(verify_bundle(game.bundle(), pinned))
    reveal, head = (
        next(place for place, text in enumerate(game.entries) if f"hearts/{kind}/" in text)
        for kind in ("reveal", "head")
    )
    assert reveal < head
    assert detail == (
        f"deal 1 is revealed by entry {reveal}, before entry {head}, the first head over its score"
    )


def test_a_void_shows_the_seed_when_nobody_plays_any_more(service, pinned):
    game = service()
    number = game.commit(1)
    table = game.deal(number)
    game.void(number, "director")
    game.pass_all(number, table)
    game.write_void(number, "hand", "director")
    game.open_passes(number)
    game.hand(1)
    game.end()
    report = verify_bundle(game.bundle(), pinned)
    assert "deal 1 is void since 2026-11-02T19:00:20.000Z, and has a pass line of " in found(report)


# The reasons.


@pytest.mark.parametrize("given", [[], [1, 2, 3]])
def test_a_late_seat_is_late(service, judged, given):
    game = service()
    report = judged(thrown_away(game, begun(game, given), "late-0"))
    assert (report.verdict, report.findings) == ("ok", ())


def test_a_seat_that_has_not_had_its_time_is_not_late(service, judged):
    game = service()
    game.patience = 50
    detail = found(judged(thrown_away(game, begun(game, [1, 2, 3]), "late-0")))
    assert detail == (
        "deal 1 is void as late-0, but 60 s after 2026-11-02T19:00:09.000Z were not over at "
        "2026-11-02T19:01:03.000Z"
    )


def test_a_seat_whose_k_stands_is_not_late(service, judged):
    game = service()
    detail = found(judged(thrown_away(game, begun(game, [0, 1, 2]), "late-0")))
    assert detail.startswith("deal 1 is void as late-0, but the seat's line is 0 ")


def test_a_seat_that_nobody_asked_is_not_late(service, judged):
    game = service()
    game.void(game.commit(1), "late-0")
    assert found(judged(game)) == (
        "deal 1 is void as late-0, but the chain has no line that the seat had to answer"
    )


def test_a_withheld_nonce_is_withheld(service, judged):
    game = service()
    report = judged(thrown_away(game, begun(game, opened=[1, 2]), "withheld-0"))
    assert (report.verdict, report.findings, report.choices) == ("ok", (), 2)


def test_a_seat_whose_nonce_stands_withholds_nothing(service, judged):
    game = service()
    detail = found(judged(thrown_away(game, begun(game, opened=range(4)), "withheld-0")))
    assert detail.startswith("deal 1 is void as withheld-0, but the seat's line is 0 ")


def test_a_seat_without_a_k_withholds_nothing(service, judged):
    game = service()
    detail = found(judged(thrown_away(game, begun(game, [1, 2, 3]), "withheld-0")))
    assert detail == f"deal 1 is void as withheld-0, but the seat's line is {SeatLine(0)}"


def test_no_nonce_is_due_before_the_last_k(service, judged):
    game = service()
    detail = found(judged(thrown_away(game, begun(game, [0, 1]), "withheld-0")))
    assert detail == "deal 1 is void as withheld-0, but no nonce is due before the last K"


def test_a_seat_that_has_not_had_its_time_withholds_nothing(service, judged):
    game = service()
    game.patience = 0
    detail = found(judged(thrown_away(game, begun(game), "withheld-3")))
    assert "but 60 s after 2026-11-02T19:00:13.000Z were not over" in detail


def test_a_seed_is_not_lost_once_all_nonces_are_in(service, pinned):
    game = service()
    thrown_away(game, begun(game, opened=range(4)), "seed-lost", seed="-")
    game.hand(1)
    game.end()
    report = verify_bundle(game.bundle(), pinned)
    assert [(one.step, one.detail) for one in report.findings] == [
        (3, "deal 1 had all its nonces, and its seed is lost")
    ]
    game = service()
    thrown_away(game, begun(game, opened=range(3)), "seed-lost", seed="-")
    game.hand(1)
    game.end()
    assert verify_bundle(game.bundle(), pinned).verdict == "ok"


@pytest.mark.parametrize("days", [89, 90])
def test_a_game_is_idle_after_ninety_days(service, judged, days):
    game = service()
    number = begun(game, [0])
    last = datetime.fromisoformat(game.lines[-1].split(" ")[1])
    game.tick = lambda: format_time(last + timedelta(days=days))
    thrown_away(game, number, "idle")
    report = judged(game)
    if days == 90:
        assert report.findings == ()
    else:
        assert "void as idle, but 7776000 s after" in found(report)


def test_a_round_that_may_still_come_is_not_lost(service, judged):
    game = service(sources="beacon")
    detail = found(judged(thrown_away(game, _waiting(game), "beacon-lost")))
    assert "but 86400 s after 2023-09-15T11:00:03.000Z were not over" in detail


def test_a_round_that_came_is_not_lost(service, judged):
    game = service(sources="beacon")
    number = game.commit(1)
    game.deal(number)
    assert found(judged(thrown_away(game, number, "beacon-lost"))).endswith("the round came")
    game = service(sources="server")
    number = game.commit(1)
    game.deal(number)
    assert found(judged(thrown_away(game, number, "beacon-lost"))).endswith("it waits for no round")


def _waiting(game):
    number = game.commit(1)
    game.write_deal(number)
    return number
