"""A hand void as seed-lost has no openings after it; the log must say the same of its deal."""

import pytest

from games.verifier.verify import verify_bundle


def thrown_away(service, reason, *, seed=None):
    """A game whose first hand was void in the middle, its passes never opened."""
    game = service(sources="server")
    number = game.commit(1)
    table = game.deal(number)
    game.pass_all(number, table)
    game.void(number, reason, **({} if seed is None else {"seed": seed}))
    game.write_void(number, scope="hand", code="seed-lost")
    game.hand(1)
    game.end()
    return game


def test_passes_that_are_lost_with_the_seed_are_not_asked_for(service, pinned):
    report = verify_bundle(thrown_away(service, "seed-lost", seed="-").bundle(), pinned)
    assert (report.findings, report.verdict, report.choices) == ((), "ok", 2)


@pytest.mark.parametrize("reason", ["director", "idle"])
def test_a_chain_that_says_lost_where_the_log_does_not_is_found(service, pinned, reason):
    report = verify_bundle(thrown_away(service, reason).bundle(), pinned)
    assert (report.verdict, [found.step for found in report.findings]) == ("false", [8])
    assert f"void as seed-lost here, and as {reason} in the log" in report.findings[0].detail
