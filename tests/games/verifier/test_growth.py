"""What a bundle costs: eight times as much of anything costs about eight times as much."""

from time import process_time

import pytest

from deals.fairness.entries import HeadEntry, parse_entry
from deals.tlog.keys import LoggedKey, check_signed
from deals.tlog.note import parse_note
from games.verifier.evidence import Evidence, Logged
from games.verifier.findings import StepFindings
from games.verifier.freeze_step import check_freezes
from games.verifier.receipt_step import _Reached
from games.verifier.story import DealStory
from games.verifier.void_step import check_ends

SMALL, TIMES = 500, 8


def grows(cost):
    """How many times more the large one takes; the best of several runs, as the machine is busy."""

    def best(size):
        def once():
            act = cost(size)
            begun = process_time()
            act()
            return process_time() - begun

        return min(once() for _ in range(4))

    return best(SMALL * TIMES) / max(best(SMALL), 1e-4)


@pytest.fixture
def commits(service_class):
    """A deal with as many commit entries as one likes."""
    game = service_class(sources="beacon")
    game.commit(1)
    entry = parse_entry(game.entries[-1])

    def make(size):
        logged = tuple(Logged(at, game.entries[-1], entry) for at in range(size))
        return DealStory(1, (), logged, None)

    return make


def test_many_commits_of_one_deal(commits):
    def cost(size):
        story = commits(size)
        return lambda: check_freezes(Evidence.__new__(Evidence), [story], StepFindings(5))

    assert grows(cost) < 3 * TIMES


def test_many_receipts_beside_many_heads(play):
    game = play()
    game.give_receipt()
    head = next(parse_entry(text) for text in game.entries if text.startswith("hearts/head/"))

    def cost(size):
        heads = [(seq, head.time) for seq in range(size)]
        receipt = type("Receipt", (), {"seq": size - 1, "time": head.time})()

        def act():
            reached = _Reached(heads, "2026-12-24T00:00:00.000Z")
            for _ in range(size):
                reached.check("a receipt", receipt, StepFindings(8))

        return act

    assert grows(cost) < 3 * TIMES
    assert isinstance(head, HeadEntry)


def test_many_scores_beside_many_heads(play):
    game = play()
    head = next(parse_entry(text) for text in game.entries if text.startswith("hearts/head/"))

    class Heads:
        def __init__(self, size):
            self.logged = [Logged(at, "", head) for at in range(size)]

        def of_kind(self, _kind):
            return self.logged

    def cost(size):
        stories = [DealStory(number, (), (), None) for number in range(size)]
        return lambda: check_ends(Heads(size), stories, StepFindings(10))

    assert grows(cost) < 3 * TIMES


def test_many_keys_after_a_checkpoint_that_is_signed(play, log_signer):
    note = parse_note(play().checkpoint(4))

    def cost(size):
        keys = [LoggedKey(at, log_signer.key) for at in range(size)]
        return lambda: check_signed(note, keys)

    assert grows(cost) < 3 * TIMES
