"""Servers that cheat with all keys: the page's script finds what the offline verifier finds."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from deals.tlog.note import format_vkey
from games.verifier.options import Options
from games.verifier.verify import verify_bundle
from tests.browser.test_verify import ASK
from tests.games.verifier.conftest import LOG_SIGNER, Service


class EarlyReveal(Service):
    """The seed stands in the log before the hand is played."""

    def play(self, number, table, cards=52):
        head = self.head
        super().reveal(number)
        self.shown, self.head = self.lines.pop().split(" ", 5)[5], head
        return super().play(number, table, cards)

    def reveal(self, number, **_):
        self.write(1, "reveal", "-", self.shown)


class EarlyVoid(Service):
    """The seed of a void stands in the log, and people play on."""

    def pass_all(self, number, table, seats=range(4)):
        if number == 1:
            self.void(number, "director")
        return super().pass_all(number, table, seats)


def thrown_away(reason, *, given=range(4), opened=(), patience=60, **said):
    """A game whose first deal is void."""
    game = Service(sources=said.pop("sources", "seats"), patience=patience)
    number = game.commit(1)
    game.write_deal(number)
    if game.sources == "seats":
        game.contribute(number, given)
        game.open_nonces(number, opened)
    game.void(number, reason, **said)
    game.write_void(number)
    return game


def early_void():
    game = EarlyVoid()
    number = game.commit(1)
    game.pass_all(number, game.deal(number))
    game.write_void(number, "hand", "director")
    game.open_passes(number)
    return game


CASES = {
    "early reveal": (EarlyReveal, 10),
    "early void": (early_void, 10),
    "late": (lambda: thrown_away("late-0", given=[1, 2, 3]), None),
    "late too soon": (lambda: thrown_away("late-0", given=[1, 2, 3], patience=50), 10),
    "late with a K": (lambda: thrown_away("late-0", given=[0, 1, 2]), 10),
    "withheld": (lambda: thrown_away("withheld-3", opened=range(3)), None),
    "withheld too soon": (lambda: thrown_away("withheld-3", patience=0), 10),
    "withheld and given": (lambda: thrown_away("withheld-3", opened=range(4)), 10),
    "withheld without a K": (lambda: thrown_away("withheld-3", given=range(3)), 10),
    "withheld before the last K": (lambda: thrown_away("withheld-3", given=[2, 3]), 10),
    "lost": (lambda: thrown_away("seed-lost", opened=range(3), seed="-"), None),
    "lost with all nonces": (lambda: thrown_away("seed-lost", opened=range(4), seed="-"), 3),
    "idle too soon": (lambda: thrown_away("idle"), 10),
    "beacon lost too soon": (lambda: thrown_away("beacon-lost", sources="beacon"), 10),
    "beacon lost without one": (lambda: thrown_away("beacon-lost", sources="server"), 10),
}


def bundles():
    for make, _ in CASES.values():
        game = make()
        game.hand(1)
        game.end()
        yield game.bundle()


def test_the_script_finds_what_the_offline_verifier_finds(screen):
    key = LOG_SIGNER.key
    made = list(bundles())
    reports = [verify_bundle(bundle, Options(key)) for bundle in made]
    found = [report.findings[0].step if report.findings else None for report in reports]
    assert found == [step for _, step in CASES.values()]
    asked = [[json.dumps(bundle), format_vkey(key)] for bundle in made]
    answers = screen.open("/verify").evaluate(ASK, asked)
    assert [step for _, _, step in answers] == found
    assert [verdict for verdict, _, _ in answers] == [report.verdict for report in reports]


@pytest.mark.parametrize("digits", [4918, 4919])
def test_an_index_of_more_digits_than_any_draw_is_unreadable(screen, digits):
    game = Service()
    game.hand(1)
    game.end()
    bundle = game.bundle()
    bundle["deals"][0]["index"] = "9" * digits
    report = verify_bundle(bundle, replace(Options(), key=LOG_SIGNER.key))
    asked = [[json.dumps(bundle), format_vkey(LOG_SIGNER.key)]]
    ((verdict, _, _),) = screen.open("/verify").evaluate(ASK, asked)
    assert verdict == report.verdict == ("false" if digits == 4918 else "unreadable")
