"""Random hands against OpenSpiel, where it is installed (dependency group openspiel)."""

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: dependency group openspiel")

from tests.benchmarks.against_openspiel import OPTION_SETS, compare_hand
from tests.benchmarks.openspiel_hands import load_game

HANDS = 25


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_legal_sets_at_every_ply_and_scores_are_those_of_openspiel(options):
    game = load_game(options)
    for number in range(HANDS):
        assert compare_hand(game, options, f"test {number}") == 52
