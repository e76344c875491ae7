"""Hands that OpenSpiel plays at random, and the same hands under our rules.

OpenSpiel (google-deepmind/open_spiel, Apache-2.0) is not among what this project needs; install the
dependency group `openspiel` to run what imports this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType

import pyspiel

from games.records.openspiel import parse_openspiel
from games.records.record import Record
from games.rules.ruleset import RuleSet, parse_rules

DEALT = 52

DEFAULTS: Mapping[str, bool] = MappingProxyType(
    {
        "pass_cards": True,
        "no_pts_on_first_trick": True,
        "can_lead_any_club": False,
        "jd_bonus": False,
        "avoid_all_tricks_bonus": False,
        "must_break_hearts": True,
        "qs_breaks_hearts": True,
        "can_lead_hearts_instead_of_qs": False,
    }
)
"""OpenSpiel's eight options as they are when nothing is said."""


def load_game(options: Mapping[str, bool]) -> pyspiel.Game:
    """Load OpenSpiel's Hearts with options."""
    return pyspiel.load_game("hearts", dict(options))


def rules_of(options: Mapping[str, bool], direction: str) -> RuleSet:
    """Give the rule set that OpenSpiel's options mean, for one hand passed in a direction."""
    said = {**DEFAULTS, **options}
    return parse_rules(
        {
            "preset": "openspiel",
            "passing": [direction],
            "first_trick_safe": said["no_pts_on_first_trick"],
            "opening": "any_club" if said["can_lead_any_club"] else "low_club",
            "jack": "JD" if said["jd_bonus"] else None,
            "no_tricks": -5 if said["avoid_all_tricks_bonus"] else 0,
            "hearts_must_break": said["must_break_hearts"],
            "queen_breaks_hearts": said["qs_breaks_hearts"],
            "heart_for_queen": said["can_lead_hearts_instead_of_qs"],
        }
    )


def picks(seed: str) -> Iterator[int]:
    """Yield numbers without end that depend on the seed alone."""
    number = 0
    while True:
        digest = sha256(f"{seed} {number}".encode()).digest()
        yield from (int.from_bytes(digest[at : at + 4]) for at in range(0, 32, 4))
        number += 1


def play_at_random(game: pyspiel.Game, seed: str) -> list[int]:
    """Play a hand by random legal actions; its history."""
    state, pick = game.new_initial_state(), picks(seed)
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[next(pick) % len(actions)])
    return state.history()


def record_of(history: Sequence[int], name: str) -> Record:
    """Give a hand's history as a record; it begins with the direction, also where nobody passes."""
    return parse_openspiel(" ".join(map(str, history)), name)
