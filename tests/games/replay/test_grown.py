"""Items that grow at their end: each stays as it was, and twice as many cost twice as much."""

from time import process_time

from hypothesis import given
from hypothesis import strategies as st

from games.replay.grown import Grown


@given(st.lists(st.tuples(st.integers(0, 9), st.integers())))
def test_each_stays_as_it_was(steps):
    """Grow from any that there is, as tuples would."""
    made = [(Grown(), ())]
    for place, item in steps:
        grown, plain = made[place % len(made)]
        made.append((grown.plus(item), (*plain, item)))
    assert [tuple(grown) for grown, _ in made] == [plain for _, plain in made]
    assert [len(grown) for grown, _ in made] == [len(plain) for _, plain in made]


def test_growing_copies_nothing():
    def cost(size):
        begun = process_time()
        grown = Grown()
        for item in range(size):
            grown = grown.plus(item)
        return process_time() - begun

    small, large = (min(cost(size) for _ in range(3)) for size in (5_000, 40_000))
    assert large < 24 * small
