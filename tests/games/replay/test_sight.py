"""Who may see what, in every combination, against the specification's table."""

from itertools import product

from games.replay.sight import SPECTATOR, Fact, Moment, Subject, Viewer, may_follow, may_see
from tests.secrecy.visible import MEANS, ROWS, expected

SEATS = range(3)
NOBODY = (None,)
VIEWERS = [SPECTATOR, *map(Viewer, SEATS)]
OWNED = {Fact.HOLDING, Fact.CARDS_PASSED, Fact.LEGAL_CARDS}


def moments():
    yes_no = (False, True)
    for is_open, exchanged, shut in product(yes_no, repeat=3):
        for turn, taker in product((*NOBODY, *SEATS), repeat=2):
            yield Moment(is_open, exchanged, turn, taker, shut)


def subjects(fact):
    if fact not in OWNED:
        return [Subject()]
    return [Subject(owner, (owner + 1) % 3) for owner in SEATS]


def test_the_table_of_the_specification_is_what_decides():
    asked = 0
    for fact, viewer, moment in product(Fact, VIEWERS, moments()):
        for of in subjects(fact):
            for is_director in (False, True):
                said = expected(fact, viewer, moment, of, is_director=is_director)
                if said is not None:
                    asked += 1
                    assert may_see(fact, viewer, moment, of) is said, (fact, viewer, moment, of)
    assert asked > 10_000


def test_every_row_and_column_of_the_table_is_known():
    assert set(ROWS.values()) == set(Fact)
    assert len(MEANS) == len(Fact) * 6


def test_after_the_hand_legal_cards_are_no_secret_any_more():
    assert may_see(Fact.LEGAL_CARDS, SPECTATOR, Moment(is_open=True), Subject(0))


def test_the_chain_of_a_shut_board_goes_to_its_own_seats_only():
    assert may_follow(SPECTATOR, shut=False)
    assert may_follow(Viewer(2), shut=True)
    assert not may_follow(SPECTATOR, shut=True)
