"""A hand as it is kept between two acts: what is no hand by the rules does not come back."""

import pytest

from games.rules.errors import BadHandDump
from games.rules.hand import Phase, dump_hand, load_hand, reload_hand, start_hand
from games.rules.ruleset import RuleSet
from tests.games.rules.test_hand import HOLD, MIXED, SUITED, pass_first, play


def edited(**changes):
    hand = play(start_hand(HOLD, 1, SUITED), "2C 2D")
    return {**dump_hand(hand), **changes}


@pytest.mark.parametrize(
    "dump",
    [
        {},
        {"number": 1},
        edited(more=1),
        edited(number=0),
        edited(number=True),
        edited(number="1"),
        edited(direction="up"),
        edited(direction="left"),
        edited(direction=None),
        edited(dealt=None),
        edited(dealt=[]),
        edited(dealt=[1 << 52]),
        edited(dealt=["2C"]),
        edited(dealt=[True]),
        edited(dealt=[-1]),
        edited(gave=[]),
        edited(gave=[None] * 5),
        edited(gave=[7, None, None, None]),
        edited(plays={}),
        edited(plays=[52]),
        edited(plays=[True]),
        edited(plays=[0, 0]),
        edited(plays=[1]),
        edited(plays=[*range(52), 0]),
    ],
)
def test_a_dump_that_is_no_hand_by_the_rules_is_refused(dump):
    with pytest.raises(BadHandDump):
        load_hand(HOLD, dump)


@pytest.mark.parametrize("plays", [[1], [0, 0]])
def test_a_kept_hand_with_a_play_against_the_rules_is_not_played_on(plays):
    hand = reload_hand(HOLD, dump_hand(start_hand(HOLD, 1, MIXED)) | {"plays": plays})
    with pytest.raises(BadHandDump, match="not every act"):
        hand.play(2, next(iter(hand.dealt[2])))


def test_a_dump_of_a_pass_has_one_place_a_seat():
    dump = dump_hand(pass_first(start_hand(RuleSet(), 1, SUITED)))
    with pytest.raises(BadHandDump):
        load_hand(RuleSet(), {**dump, "gave": [*dump["gave"], dump["gave"][0]]})
    assert load_hand(RuleSet(), dump).phase is Phase.PLAYING
