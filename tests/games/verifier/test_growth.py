"""What a bundle costs: eight times as much of anything costs about eight times as much."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import process_time

import pytest

from deals.fairness.draw import parse_draw
from deals.fairness.entries import HeadEntry, parse_entry
from deals.tlog.keys import LoggedKey, check_signed
from deals.tlog.note import parse_note
from games.events.event import parse_event
from games.records.text import read_json
from games.replay.sheet_log import read_sheet
from games.replay.table import replay_events
from games.rules.ruleset import parse_rules_line
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


TIME = "2026-11-02T19:00:03.750Z"
TEXTS = {
    "json keys": (read_json, lambda n: "{" + ",".join(f'"{at}":1' for at in range(n)) + ',"0":1}'),
    "json lists": (read_json, lambda n: "[" + ",".join(["[]"] * n) + "]"),
    "json escapes": (read_json, lambda n: '"' + "\\u0041" * n + '"'),
    "note lines": (parse_note, lambda n: "a\n" * n + "\n— x AAAAAAAA\n"),
    "note blanks": (parse_note, lambda n: "\n" * n),
    "note signature": (parse_note, lambda n: "a\n\n— x " + "A" * 4 * n + "\n"),
    "draw seats": (
        parse_draw,
        lambda n: (
            f"hearts/draw/v1\ncommitment {'0' * 64}\n"
            + "".join(f"seat {seat} - -\n" for seat in range(n))
            + "beacon -\n"
        ),
    ),
    "score": (parse_event, lambda n: f"1 {TIME} 1 score - {','.join('1' * n)} 1 1"),
    "cards": (parse_event, lambda n: f"1 {TIME} 1 open 0 {','.join(['2C'] * n)} {'0' * 64}"),
    "name": (parse_event, lambda n: f"1 {TIME} 0 seat 0 computer {'a-' * n}b"),
}


@pytest.mark.parametrize(("read", "text"), TEXTS.values(), ids=TEXTS)
def test_texts_are_read_in_one_go(read, text):
    def cost(size):
        written = text(size)

        def act():
            with suppress(ValueError):
                read(written)

        return act

    assert grows(cost) < 4 * TIMES


def test_a_long_sheet_is_replayed_in_one_go():
    """Its rows, and what a record has of them; corrections count the whole sheet again."""
    header = parse_entry((Path(__file__).parents[2] / "vectors/chain/header.txt").read_text())
    rules = header.rules.replace("moon=add", "moon=subtract")  # A game that need not end.
    sheet = replace(header, kind="sheet", sources="-", rules=rules)

    def cost(size):
        lines = [f"seat {seat} computer thumb-{seat}" for seat in range(4)]
        lines = [f"0 {line}" for line in lines]
        for hand in range(1, size // 4 + 1):
            lines += [
                f"{hand} row - 26,0,0,0 jack=- ten=- sun=- no_tricks=- moon_choice=-",
                f"{hand} score - 26,0,0,0 -26,0,0,0 {-26 * hand},0,0,0",
                f"0 adjust 1 0 none by {'0' * 8}-0000-4000-8000-{'0' * 12}",
            ]
        events = [parse_event(f"{seq} {TIME} {line}") for seq, line in enumerate(lines, start=1)]

        def act():
            assert replay_events(sheet, events, lambda _: None).findings == ()
            assert len(read_sheet(parse_rules_line(rules), events).entries) == size // 4 * 2

        return act

    assert grows(cost) < 3 * TIMES
