"""The fold over sheets, imported games, moons that are chosen, three to six players."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from deals.cards.holding import Holding
from deals.fairness.entries import parse_entry
from games.events.event import parse_event
from games.events.row_text import write_row
from games.replay.table import HiddenHand, replay_events
from games.rules.game import start_game
from games.rules.hand import Phase, start_hand
from games.rules.row import Row
from games.rules.ruleset import format_rules_line, parse_rules
from games.rules.scoring import hand_haul, is_asked, score_hand

CHAIN = Path(__file__).parents[2] / "vectors" / "chain"
HEADER = parse_entry((CHAIN / "header.txt").read_text())
WHO = "3d0c1a52-8f43-4c11-9b8e-0a6e2c7f0001"
EXAMPLE = ((5, 0, 8, 13), (0, 26, 0, 0), (13, 4, 9, 0), (2, 11, 13, 0), (0, 0, 26, 0))
NOBODY = "thumb-1"


def listed(numbers):
    return ",".join(map(str, numbers)) or "-"


class Scribe:
    """Writes the lines of a game, and keeps the hidden cards of its deals."""

    def __init__(self, *, sources="imported", kind="cards", seated=True, **settings):
        self.rules = parse_rules(settings)
        self.header = replace(
            HEADER, rules=format_rules_line(self.rules), sources=sources, kind=kind
        )
        self.lines, self.hidden = [], {}
        self.game = start_game(self.rules)
        if seated:
            for seat in range(self.rules.players):
                self.write(0, "seat", seat, f"computer {NOBODY}")

    def write(self, hand, kind, seat, detail):
        seq = len(self.lines) + 1
        time = f"2026-11-02T20:{seq // 60:02}:{seq % 60:02}.000Z"
        self.lines.append(f"{seq} {time} {hand} {kind} {seat} {detail}")
        return seq

    def deal_cards(self, hand=1, shift=0):
        """Deal the deck in order of its cards, by blocks: seat 0 has the lowest ones."""
        cards = [*self.rules.deck.cards]
        cards = cards[shift:] + cards[:shift]
        holdings, at = [], 0
        for size in self.rules.deck.sizes:
            holdings.append(Holding(cards[at : at + size]))
            at += size
        table = start_hand(self.rules, hand, holdings, totals=self.game.totals)
        for seat, cards in enumerate(table.dealt):
            self.write(hand, "dealt", seat, listed(cards))
        if table.kitty:
            self.write(hand, "kitty", "-", listed(table.kitty))
        for seat in range(self.rules.players):
            if table.phase is Phase.PASSING:
                gave = Holding([*table.dealt[seat]][: self.rules.pass_count])
                table = table.give_cards(seat, gave)
                self.write(hand, "gave", seat, listed(gave))
        return table

    def play(self, table, cards=99):
        while table.turn is not None and cards:
            seat, cards = table.turn, cards - 1
            card = [*table.legal_cards(seat)][-1]
            table = table.play(seat, card)
            self.write(table.number, "play", seat, card)
        return table

    def score(self, table, choice=None):
        scored = score_hand(table, self.game, choice=choice)
        self.game = self.game.after_hand(scored.scores)
        self.write_score(table.number, scored.points, scored.scores)

    def write_score(self, hand, points, scores, totals=None):
        totals = self.game.totals if totals is None else totals
        return self.write(hand, "score", "-", " ".join(map(listed, (points, scores, totals))))

    def row(self, hand, points, scores=None, **extras):
        """Write a row and its score; answer the seq of the row."""
        seq = self.write(hand, "row", "-", write_row(Row(points, **extras)))
        if scores is not None:
            self.game = self.game.after_hand(scores)
            self.write_score(hand, points, scores)
        return seq

    def fold(self):
        events = map(parse_event, self.lines)
        return replay_events(self.header, events, self.hidden.get)

    def refusal(self):
        (found,) = self.fold().findings
        assert found.seq == len(self.lines)
        return found.step, found.rule


def sheet(*rows, **options):
    scribe = Scribe(sources="-", kind="sheet", **options)
    for hand, (points, scores) in enumerate(rows, start=1):
        scribe.row(hand, points, scores)
    return scribe


BY_ADD = ((5, 0, 8, 13), (26, 0, 26, 26), (13, 4, 9, 0), (2, 11, 13, 0), (26, 26, 0, 26))
WORKED = tuple(zip(EXAMPLE, BY_ADD, strict=True))


def totals(state):
    return [line.totals for line in state.scores]


def test_a_sheet_comes_to_its_scores():
    state = sheet(*WORKED).fold()
    assert state.findings == ()
    assert state.totals == (72, 41, 56, 65)
    assert (state.number, state.phase, state.state) == (6, "committed", "playing")
    second = state.scores[1]
    assert (second.number, second.direction, second.shooter) == (2, "right", 1)


def test_other_rules_count_all_rows_again():
    scribe = sheet(*WORKED)
    rules = format_rules_line(parse_rules({"moon": "subtract"}))
    scribe.write(0, "rules", "-", f"{rules} by {WHO}")
    state = scribe.fold()
    assert state.rules == parse_rules({"moon": "subtract"})
    assert totals(state)[1:] == [
        (5, -26, 8, 13),
        (18, -22, 17, 13),
        (20, -11, 30, 13),
        (20, -11, 4, 13),
    ]
    scribe.game = replace(start_game(state.rules), totals=state.totals, hands_played=5)
    scribe.row(6, (26, 0, 0, 0), (-26, 0, 0, 0))
    assert (scribe.fold().findings, scribe.fold().totals) == ((), (-6, -11, 4, 13))


def test_a_corrected_row_counts_and_the_last_one():
    scribe = sheet(*WORKED)
    seqs = [line.seq - 1 for line in scribe.fold().scores]
    for points in ((20, 0, 0, 6), (13, 8, 0, 5)):
        row = write_row(Row(points))
        scribe.write(1, "correct", "-", f"{seqs[0]} {row} typo by {WHO}")
    assert scribe.fold().totals == (80, 49, 48, 57)
    assert scribe.fold().findings == ()


def test_rows_after_an_earlier_end_are_set_aside_and_the_game_can_be_open_again():
    scribe = sheet(*WORKED[:3])
    short, long = (format_rules_line(parse_rules({"target": to})) for to in (25, 100))
    scribe.write(0, "rules", "-", f"{short} by {WHO}")
    state = scribe.fold()
    assert (state.finished, state.totals, state.number) == (True, (31, 0, 34, 39), 2)
    assert len(state.scores) == 2
    assert state.set_aside == (9,)
    scribe.write(0, "end", "-", "finished 31,0,34,39 1")
    assert (scribe.fold().findings, scribe.fold().state) == ((), "finished")
    scribe.write(0, "rules", "-", f"{long} by {WHO}")
    state = scribe.fold()
    assert (state.state, state.phase, state.number, state.set_aside) == (
        "playing",
        "committed",
        4,
        (),
    )
    scribe.row(4, EXAMPLE[3], EXAMPLE[3])
    assert scribe.fold().findings == ()


def test_a_correction_after_the_end_opens_the_game_or_asks_for_another_end():
    scribe = sheet(((0, 26, 0, 0), (26, 0, 26, 26)), target=25)
    scribe.write(0, "end", "-", "finished 26,0,26,26 1")
    row = write_row(Row((5, 0, 8, 13)))
    scribe.write(1, "correct", "-", f"5 {row} typo by {WHO}")
    state = scribe.fold()
    assert (state.findings, state.state, state.finished) == ((), "playing", False)


def test_a_moon_on_a_sheet_may_be_answered_by_its_own_line():
    scribe = Scribe(sources="-", kind="sheet", moon="choice")
    scribe.row(1, (0, 26, 0, 0))
    state = scribe.fold()
    assert (state.findings, state.phase, state.asked) == ((), "closing", 1)
    scribe.write(1, "moon", 1, f"subtract by {WHO}")
    assert scribe.fold().asked is None
    scribe.game = scribe.game.after_hand((0, -26, 0, 0))
    scribe.write_score(1, (0, 26, 0, 0), (0, -26, 0, 0))
    state = scribe.fold()
    assert (state.findings, state.totals) == ((), (0, -26, 0, 0))
    # The answer belongs to the row: other rules ask for it again, and it stands.
    scribe.write(0, "rules", "-", f"{format_rules_line(replace(scribe.rules, target=50))} by {WHO}")
    assert scribe.fold().totals == (0, -26, 0, 0)


def refused_sheet(*lines, rows=WORKED[:2], **options):
    scribe = sheet(*rows, **options)
    for line in lines:
        scribe.write(*line)
    return scribe.refusal()


GOOD = write_row(Row((5, 0, 8, 13)))


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ((3, "row", "-", write_row(Row((5, 0, 8, 14)))), (9, "bad_sum")),
        ((3, "row", "-", write_row(Row((9, 5, 8, 4)))), (9, "impossible_row")),
        ((3, "row", "-", write_row(Row((26, 0, 0)))), (8, "proof_chain")),
        (
            (3, "row", "-", write_row(Row((26, 0, 0, 0), moon_choice="add"))),
            (9, "moon_choice_unasked"),
        ),
        ((2, "row", "-", GOOD), (8, "proof_chain")),
        ((3, "score", "-", "0,0,0,0 0,0,0,0 0,0,0,0"), (8, "proof_chain")),
        ((3, "play", 0, "2C"), (8, "proof_chain")),
        ((3, "dealt", 0, "2C"), (8, "proof_chain")),
        ((3, "deal", "-", f"1 {'ab' * 32} 3 4 {'ab' * 32}"), (8, "proof_chain")),
        ((0, "start", "-", "5 0,0,0,0"), (8, "proof_chain")),
        ((1, "correct", "-", f"4 {GOOD} typo by {WHO}"), (8, "proof_chain")),
        ((2, "correct", "-", f"5 {GOOD} typo by {WHO}"), (8, "proof_chain")),
        ((1, "correct", "-", f"5 {write_row(Row((5, 0, 8, 14)))} typo by {WHO}"), (9, "bad_sum")),
        ((3, "void", "-", f"hand misdeal by {WHO}"), (8, "proof_chain")),
        ((0, "end", "-", "finished 31,0,34,39 1"), (9, "score_mismatch")),
    ],
)
def test_a_line_that_may_not_stand_on_a_sheet_is_refused(line, found):
    assert refused_sheet(line) == found


def test_rules_that_leave_a_row_without_an_answer_are_refused():
    for settings, found in (
        ({"moon": "choice"}, (9, "moon_choice_missing")),
        ({"ten_of_clubs_doubles": True}, (9, "ambiguous_row")),
        ({"players": 5}, (8, "proof_chain")),
    ):
        rules = format_rules_line(parse_rules(settings))
        assert refused_sheet((0, "rules", "-", f"{rules} by {WHO}")) == found


def test_a_row_after_the_end_or_before_the_seats_is_refused():
    assert refused_sheet((3, "row", "-", GOOD), rows=(), seated=False) == (8, "proof_chain")
    ended = sheet(((5, 0, 8, 13), (5, 0, 8, 13)), hands=1, target=None)
    ended.write(1, "row", "-", GOOD)
    assert ended.refusal() == (9, "after_end")


def test_corrections_and_rules_are_for_sheets_alone():
    for line in (
        (1, "correct", "-", f"5 {GOOD} typo by {WHO}"),
        (0, "rules", "-", f"{format_rules_line(parse_rules({}))} by {WHO}"),
    ):
        scribe = Scribe()
        scribe.row(1, (5, 0, 8, 13), (5, 0, 8, 13))
        scribe.write(*line)
        assert scribe.refusal() == (8, "proof_chain")
        dealt = Scribe(sources="server")
        dealt.write(*line)
        assert dealt.refusal() == (8, "proof_chain")


def test_a_row_that_waits_may_be_voided():
    scribe = Scribe(sources="-", kind="sheet", moon="choice")
    scribe.row(1, (0, 26, 0, 0))
    scribe.write(1, "void", "-", f"hand misdeal by {WHO}")
    scribe.row(1, (5, 0, 8, 13), (5, 0, 8, 13))
    assert (scribe.fold().findings, scribe.fold().number) == ((), 2)


def test_played_hands_of_an_imported_sheet_keep_their_scores_when_a_row_is_corrected():
    scribe = Scribe(kind="sheet", pass_count=0)
    seq = scribe.row(1, (5, 0, 8, 13), (5, 0, 8, 13))
    scribe.score(scribe.play(scribe.deal_cards(2)))
    before = scribe.fold().scores[1].scores
    scribe.write(1, "correct", "-", f"{seq} {write_row(Row((13, 0, 0, 13)))} typo by {WHO}")
    state = scribe.fold()
    assert (state.findings, state.scores[1].scores) == ((), before)
    assert state.scores[0].points == (13, 0, 0, 13)


def test_an_adjustment_on_a_sheet_stays_in_its_place():
    scribe = sheet(*WORKED[:1])
    scribe.write(0, "adjust", 2, f"5 late by {WHO}")
    scribe.game = scribe.game.adjust((0, 0, 5, 0))
    scribe.row(2, *WORKED[1])
    rules = format_rules_line(parse_rules({"moon": "off"}))
    scribe.write(0, "rules", "-", f"{rules} by {WHO}")
    assert (scribe.fold().findings, scribe.fold().totals) == ((), (5, 26, 13, 13))


PRESETS = (
    {},
    {"preset": "omnibus"},
    {"preset": "black-maria"},
    {"preset": "spot", "pass_count": 4},
)


@pytest.mark.parametrize(
    ("players", "spare", "preset"),
    list(product((3, 4, 5, 6), ("strip", "kitty"), PRESETS)),
)
def test_imported_games_of_every_size_are_replayed(players, spare, preset):
    scribe = Scribe(players=players, spare=spare, target=500, **preset)
    for hand in (1, 2, 3, 4):
        scribe.score(scribe.play(scribe.deal_cards(hand, shift=7 * hand)))
    state = scribe.fold()
    assert state.findings == ()
    assert (state.totals, len(state.scores)) == (scribe.game.totals, 4)
    scribe.write(0, "end", "-", f"abandoned {listed(state.totals)} -")
    if not state.finished:
        assert scribe.fold().findings == ()


def test_an_imported_game_may_begin_late():
    scribe = Scribe()
    scribe.write(0, "start", "-", "5 20,-11,4,13")
    state = scribe.fold()
    assert (state.totals, state.number) == ((20, -11, 4, 13), 6)
    scribe.game = start_game(scribe.rules, totals=state.totals, hands=5)
    scribe.row(6, (5, 0, 8, 13), (5, 0, 8, 13))
    assert scribe.fold().scores[0].direction == "right"
    scribe.write(0, "start", "-", "5 20,-11,4,13")
    assert scribe.refusal() == (8, "proof_chain")


def test_a_start_has_a_total_for_each_seat_and_stands_once():
    scribe = Scribe()
    scribe.write(0, "start", "-", "5 20,-11,4")
    assert scribe.refusal() == (8, "proof_chain")
    twice = Scribe()
    for _ in range(2):
        twice.write(0, "start", "-", "5 20,-11,4,13")
    assert twice.refusal() == (8, "proof_chain")


def test_an_imported_hand_stops_at_its_last_legal_line():
    scribe = Scribe(pass_count=0)
    scribe.play(scribe.deal_cards(), cards=9)
    assert scribe.fold().phase == "playing"
    scribe.write(0, "end", "-", "abandoned 0,0,0,0 -")
    state = scribe.fold()
    assert (state.findings, state.state, state.phase) == ((), "abandoned", "over")
    scribe.write(0, "end", "-", "abandoned 0,0,0,0 -")
    assert scribe.refusal() == (8, "proof_chain")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ((1, "dealt", 0, "2C"), (8, "proof_chain")),
        ((1, "kitty", "-", "2C"), (8, "proof_chain")),
        ((1, "gave", 0, "2C,3C,4C"), (8, "proof_chain")),
        ((1, "pass", 0, "ab" * 32), (8, "proof_chain")),
        ((1, "row", "-", GOOD), (8, "proof_chain")),
    ],
)
def test_lines_of_cards_come_in_their_order(line, found):
    scribe = Scribe()
    scribe.write(1, "dealt", 0, "2C,3C,4C,5C,6C,7C,8C,9C,TC,JC,QC,KC,AC")
    scribe.write(*line)
    assert scribe.refusal() == found


def test_a_kitty_follows_where_the_deck_has_one():
    scribe = Scribe(players=3, spare="kitty", pass_count=0)
    cards = [*scribe.rules.deck.cards]
    for seat in range(3):
        scribe.write(1, "dealt", seat, listed(cards[seat * 17 : seat * 17 + 17]))
    assert scribe.fold().phase == "dealing"
    scribe.write(1, "play", 0, "2C")
    assert scribe.refusal() == (8, "proof_chain")
    scribe.lines.pop()
    scribe.write(1, "kitty", "-", "2C")
    assert scribe.refusal() == (9, "bad_deal")


def test_cards_given_are_checked_by_the_rules():
    scribe = Scribe()
    table = start_hand(
        scribe.rules, 1, [Holding([*scribe.rules.deck.cards][k::4]) for k in range(4)]
    )
    for seat, cards in enumerate(table.dealt):
        scribe.write(1, "dealt", seat, listed(cards))
    scribe.write(1, "gave", 0, listed([*table.dealt[1]][:3]))
    assert scribe.refusal() == (9, "pass_not_held")


def test_an_imported_hand_may_be_voided_with_or_without_cards():
    scribe = Scribe(pass_count=0)
    scribe.play(scribe.deal_cards(), cards=9)
    scribe.write(1, "void", "-", "hand misdeal by service")
    scribe.score(scribe.play(scribe.deal_cards()))
    assert (scribe.fold().findings, scribe.fold().number) == ((), 2)


def moon_scribe(**settings):
    """An imported hand in which seat 0 has all clubs and takes every trick."""
    scribe = Scribe(pass_count=0, **settings)
    table = scribe.play(scribe.deal_cards())
    assert is_asked(scribe.rules, hand_haul(table)) == (scribe.rules.moon == "choice")
    return scribe, table


def test_the_shooter_is_asked_and_answers_once():
    scribe, table = moon_scribe(moon="choice")
    assert scribe.fold().asked == 0
    scribe.write(1, "moon", 0, "subtract")
    scribe.score(table, choice="subtract")
    state = scribe.fold()
    assert (state.findings, state.totals, state.asked) == ((), (-26, 0, 0, 0), None)
    assert state.scores[0].shooter == 0


@pytest.mark.parametrize("lines", [["moon 1 add"], ["moon 0 add", "moon 0 subtract"]])
def test_another_seats_answer_and_a_second_one_are_refused(lines):
    scribe, _ = moon_scribe(moon="choice")
    for line in lines:
        scribe.write(1, *line.split(" "))
    assert scribe.refusal() == (9, "moon_choice_unasked")


def test_a_score_before_the_answer_is_refused():
    scribe, _ = moon_scribe(moon="choice")
    scribe.write_score(1, (26, 0, 0, 0), (0, 26, 26, 26), (0, 26, 26, 26))
    assert scribe.refusal() == (9, "moon_choice_missing")


def test_nobody_answers_where_nobody_is_asked():
    scribe, _ = moon_scribe(moon="add")
    scribe.write(1, "moon", 0, "add")
    assert scribe.refusal() == (9, "moon_choice_unasked")


def deal_line(number):
    return f"{number} {'ab' * 32} 3 4 {'ab' * 32}"


def hidden_moon(*, known, **settings):
    """A dealt hand of a moon, without its cards unless they are known."""
    scribe = Scribe(sources="server", pass_count=0, **settings)
    scribe.write(1, "deal", "-", deal_line(1))
    cards = [*scribe.rules.deck.cards]
    dealt = tuple(Holding(cards[at : at + 13]) for at in (0, 13, 26, 39))
    scribe.hidden = {1: HiddenHand(dealt, {})} if known else {}
    return scribe, scribe.play(start_hand(scribe.rules, 1, dealt))


def test_where_the_cards_are_not_known_one_answer_is_taken_if_the_rules_ask():
    scribe, table = hidden_moon(known=False, moon="choice")
    scribe.write(1, "moon", 0, "add")
    scribe.score(table, choice="add")
    assert scribe.fold().findings == ()
    scribe.write(1, "moon", 0, "add")
    assert scribe.refusal() == (9, "moon_choice_unasked")
    scribe, _ = hidden_moon(known=False)
    scribe.write(1, "moon", 0, "add")
    assert scribe.refusal() == (9, "moon_choice_unasked")


def test_an_adjustment_during_a_hand_counts_after_it():
    scribe, table = hidden_moon(known=True, moon="auto", brink_holds=True)
    scribe.write(1, "adjust", 0, f"80 late by {WHO}")
    before = scribe.game
    scored = score_hand(table, before)
    # By the totals before the hand nobody reaches the target: add.
    assert scored.scores == (0, 26, 26, 26)
    scribe.game = before.adjust((80, 0, 0, 0)).after_hand(scored.scores)
    scribe.write_score(1, scored.points, scored.scores)
    state = scribe.fold()
    assert (state.findings, state.totals) == ((), (80, 26, 26, 26))


def test_a_hand_goes_on_when_an_adjustment_reaches_the_target():
    scribe, table = hidden_moon(known=True)
    scribe.write(1, "adjust", 1, f"100 late by {WHO}")
    scribe.game = scribe.game.adjust((0, 100, 0, 0))
    scribe.score(table)
    scribe.write(1, "reveal", "-", f"1 {'ab' * 32} 5 6")
    state = scribe.fold()
    assert (state.findings, state.finished, state.winners) == ((), True, (0,))
    scribe.write(2, "deal", "-", deal_line(2))
    assert scribe.refusal()[1] == "after_end"
    scribe.lines.pop()
    scribe.write(1, "deal", "-", deal_line(2))
    assert scribe.refusal() == (9, "after_end")
