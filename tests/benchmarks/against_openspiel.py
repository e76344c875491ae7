"""Hand by hand against OpenSpiel: the same legal sets at every ply, the same scores.

    uv run --group openspiel python -m tests.benchmarks.against_openspiel --hands 5000

plays so many random hands for each of OpenSpiel's eight options alone and for some together.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Mapping

import pyspiel

from deals.cards.card import CARDS
from deals.cards.holding import parse_holding
from games.records.entry import PlayedHand
from games.replay.hand import HandReplayer
from games.rules.game import start_game
from games.rules.hand import Hand, start_hand
from games.rules.passing import Direction
from games.rules.scoring import score_hand
from tests.benchmarks.openspiel_hands import (
    DEALT,
    DEFAULTS,
    load_game,
    play_at_random,
    record_of,
    rules_of,
)

WORTH = 26

OPTION_SETS: tuple[Mapping[str, bool], ...] = (
    {},
    *({option: not value} for option, value in DEFAULTS.items()),
    {"jd_bonus": True, "avoid_all_tricks_bonus": True},
    {"can_lead_any_club": True, "no_pts_on_first_trick": False, "must_break_hearts": False},
    {option: not value for option, value in DEFAULTS.items() if option != "pass_cards"},
    {"qs_breaks_hearts": False, "can_lead_hearts_instead_of_qs": True},
)
"""Nothing, each option alone turned over, and some together."""


def compare_hand(game: pyspiel.Game, options: Mapping[str, bool], seed: str) -> int:
    """Play one hand on both sides; the number of plies compared. Raises AssertionError."""
    history = play_at_random(game, seed)
    record = record_of(history, seed)
    (entry,), (direction,) = record.hands, record.rules.passing
    assert isinstance(entry, PlayedHand)
    rules = rules_of(options, str(direction))
    hand = start_hand(rules, 1, [parse_holding(" ".join(codes)) for codes in entry.dealt])
    for seat, codes in enumerate(entry.passed or ()):
        hand = hand.give_cards(seat, parse_holding(" ".join(codes)))
    state = game.new_initial_state()
    dealt = 1 + DEALT + (0 if direction is Direction.HOLD else 12)
    for action in history[:dealt]:
        state.apply_action(action)
    plies = 0
    for action in history[dealt:]:
        hand = _compare_ply(hand, state, action)
        state.apply_action(action)
        plies += 1
    scores = [WORTH - round(points) for points in state.returns()]
    assert [*score_hand(hand).scores] == scores, (options, seed)
    # An audit goes another way, over the whole hand at once.
    assert [*HandReplayer(rules).replay(entry, start_game(rules)).score.scores] == scores
    return plies


def _compare_ply(hand: Hand, state: pyspiel.State, action: int) -> Hand:
    assert hand.turn == state.current_player()
    legal = {card_of(number) for number in state.legal_actions()}
    assert {*hand.legal_cards(hand.turn)} == legal, (str(state), hand.plays)
    return hand.play(hand.turn, CARDS[card_of(action)])


def card_of(number: int) -> int:
    """Give the place in deck order of OpenSpiel's card number: rank * 4 + suit."""
    return number % 4 * 13 + number // 4


def main(arguments: list[str]) -> None:
    """Compare as many hands of each set of options as asked."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=5000)
    hands = parser.parse_args(arguments).hands
    for options in OPTION_SETS:
        game = load_game(options)
        plies = sum(compare_hand(game, options, f"{hands} {number}") for number in range(hands))
        named = ", ".join(f"{option}={value}" for option, value in options.items()) or "defaults"
        sys.stdout.write(f"{hands} hands, {plies} plies agree: {named}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
