"""The fold over a game's events: a whole game, every line out of its place, every broken rule."""

import json
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

import pytest

from deals.cards.card import parse_card
from deals.cards.holding import Holding, parse_holding
from deals.fairness.entries import GameEntry, parse_entry
from games.events.details import PassOpened
from games.events.event import Event, format_event, parse_event
from games.events.pass_statement import PassStatement, pass_commitment
from games.replay.table import HiddenHand, replay_events
from games.replay.table_fold import TableFold
from games.rules.hand import start_hand
from games.rules.passing import Direction
from games.rules.ruleset import parse_rules_line
from games.rules.scoring import score_hand

VECTORS = Path(__file__).parents[2] / "vectors"
BUNDLE = json.loads((VECTORS / "chain" / "bundle.json").read_text())
RECORD = BUNDLE["record"]["hands"][0]
HEADER = parse_entry(BUNDLE["header"])
LINES = BUNDLE["events"]
WHO = "3d0c1a52-8f43-4c11-9b8e-0a6e2c7f0001"
HEX = "ab" * 32


def hidden_of_vector(number):
    return HiddenHand(
        tuple(map(parse_holding, RECORD["dealt"])),
        dict(enumerate(map(parse_holding, RECORD["passed"]))),
    )


def fold(lines, *, header=HEADER, hidden=hidden_of_vector):
    return replay_events(header, map(parse_event, lines), hidden)


def finding_of(lines, **options):
    (found,) = fold(lines, **options).findings
    return found


def test_the_vector_game_comes_to_its_scores():
    state = fold(LINES)
    assert state.findings == ()
    assert (state.state, state.phase, state.seq, state.number) == ("abandoned", "over", 77, 2)
    (line,) = state.scores
    assert (line.number, line.seq, line.direction, line.shooter) == (1, 71, Direction.LEFT, None)
    assert line.points == line.scores == line.totals == state.totals == (0, 7, 19, 0)
    assert (state.finished, state.winners, state.ranks) == (False, (), (1, 3, 4, 1))
    assert [taken.holder for taken in state.seats] == ["human", "human", "human", "computer"]


@pytest.mark.parametrize(
    ("seq", "phase", "turn"),
    [
        (0, "committed", None),
        (4, "committed", None),
        (5, "contributing", None),
        (9, "opening", None),
        (13, "opening", None),
        (14, "passing", None),
        (18, "playing", 0),
        (19, "playing", 1),
        (70, "closing", None),
        (75, "closing", None),
        (76, "committed", None),
        (77, "over", None),
    ],
)
def test_every_phase_names_what_the_next_line_brings(seq, phase, turn):
    state = fold(LINES[:seq])
    assert (state.phase, state.turn, state.seq) == (phase, turn, seq)
    assert state.state == ("seating" if seq < 5 else "abandoned" if seq == 77 else "playing")


def test_the_hand_that_is_on_shows_what_its_lines_brought():
    state = fold(LINES[:30])
    assert state.deal.number == 1
    assert state.commitments[3] == LINES[8].split(" ")[5]
    assert state.nonces == {seat: f"{10 + seat}" * 32 for seat in range(4)}
    assert sorted(state.passed) == [0, 1, 2, 3]
    assert state.plays == len(state.hand.plays) == 12
    assert state.time == LINES[29].split(" ")[1]


def test_without_the_hidden_cards_only_the_order_is_checked():
    state = fold(LINES[:30], hidden=lambda number: None)
    assert (state.hand, state.turn, state.plays, state.findings) == (None, None, 12, ())
    assert fold(LINES, hidden=lambda number: None).totals == (0, 7, 19, 0)


def test_a_hand_with_an_unknown_pass_is_held_to_its_order_alone():
    unknown = replace(hidden_of_vector(1), passes={0: parse_holding("QH AH KS")})
    assert fold(LINES[:15], hidden=lambda number: unknown).hand.passed == (0,)
    assert fold(LINES[:16], hidden=lambda number: unknown).hand is None
    assert fold(LINES, hidden=lambda number: unknown).findings == ()


def test_the_fold_of_a_beginning_goes_on_to_the_fold_of_the_whole():
    fold_on = TableFold(HEADER, parse_rules_line(HEADER.rules), hidden_of_vector)
    for seq, line in enumerate(LINES, start=1):
        fold_on.take(parse_event(line))
        assert fold_on.state() == fold(LINES[:seq])


def test_a_line_that_is_left_out_is_a_finding():
    for left_out in range(len(LINES) - 1):
        lines = LINES[:left_out] + LINES[left_out + 1 :]
        found = finding_of(lines)
        assert (found.step, found.rule, found.seq) == (8, "proof_chain", left_out + 2)


def renumbered(lines):
    """Give the lines the seqs that follow one another, and times that never go back."""
    out, time = [], ""
    for seq, line in enumerate(lines, start=1):
        _, own, rest = line.split(" ", 2)
        time = max(time, own)
        out.append(f"{seq} {time} {rest}")
    return out


@pytest.mark.parametrize("left_out", range(76))
def test_a_line_that_is_left_out_and_hidden_by_new_numbers_is_a_finding(left_out):
    assert fold(renumbered(LINES[:left_out] + LINES[left_out + 1 :])).findings


@pytest.mark.parametrize("doubled", range(4, 77))
def test_a_line_that_stands_twice_is_a_finding(doubled):
    assert finding_of(renumbered(LINES[: doubled + 1] + LINES[doubled:])).seq == doubled + 2


def test_lines_that_changed_places_are_a_finding_unless_their_order_is_free():
    free = {"seat", "contribute", "nonce", "pass", "open"}
    for first, (one, other) in enumerate(pairwise(LINES)):
        lines = [*LINES]
        lines[first : first + 2] = [other, one]
        kinds = {one.split(" ")[3], other.split(" ")[3]}
        assert bool(fold(renumbered(lines)).findings) is not (len(kinds) == 1 and kinds <= free)


def test_times_never_go_back():
    early = LINES[5].replace("19:00:12.500", "19:00:11.249")
    assert "time" in finding_of([*LINES[:5], early]).detail
    before_the_header = LINES[0].replace("19:00:06.250", "19:00:03.749")
    assert finding_of([before_the_header]).seq == 1


def with_tail(seq, *tails):
    """Follow the first `seq` lines of the vector by lines of <hand> <kind> <seat> <detail>."""
    time = "2026-11-03T19:00:00.000Z"
    return [*LINES[:seq], *(f"{seq + n} {time} {tail}" for n, tail in enumerate(tails, start=1))]


@pytest.mark.parametrize(
    ("lines", "step", "rule"),
    [
        (with_tail(0, "0 seat 4 empty"), 8, "proof_chain"),
        (with_tail(5, f"0 seat 1 human {WHO}"), 8, "proof_chain"),
        (with_tail(76, f"0 seat 1 human {WHO}"), 8, "proof_chain"),
        (with_tail(3, f"1 deal - 1 {HEX} 3 4 {HEX}"), 8, "proof_chain"),
        (with_tail(4, "0 seat 0 empty", f"1 deal - 1 {HEX} 3 4 {HEX}"), 8, "proof_chain"),
        (with_tail(4, f"2 deal - 1 {HEX} 3 4 {HEX}"), 8, "proof_chain"),
        (with_tail(6, f"1 contribute 0 {HEX} seat"), 8, "proof_chain"),
        (with_tail(8, f"1 nonce 0 {HEX}"), 8, "proof_chain"),
        (with_tail(10, f"1 nonce 0 {HEX}"), 8, "proof_chain"),
        (with_tail(12, f"1 freeze - {HEX} 4"), 8, "proof_chain"),
        (with_tail(5, "1 beacon - 7 abcd"), 8, "proof_chain"),
        (with_tail(15, f"1 pass 0 {HEX}"), 8, "proof_chain"),
        (with_tail(17, "1 play 0 2C"), 8, "proof_chain"),
        (with_tail(18, "1 play 1 2C"), 8, "proof_chain"),
        (with_tail(18, "1 play 0 3C"), 9, "not_held"),
        (with_tail(18, "1 play 0 TC"), 9, "opening_lead"),
        (with_tail(19, "1 play 1 3D"), 9, "follow_suit"),
        (with_tail(70, "1 moon 0 add"), 9, "moon_choice_unasked"),
        (with_tail(70, "1 score - 0,7,18,1 0,7,19,0 0,7,19,0"), 9, "score_mismatch"),
        (with_tail(70, "1 score - 0,7,19,0 0,7,18,1 0,7,19,0"), 9, "score_mismatch"),
        (with_tail(70, "1 score - 0,7,19,0 0,7,19,0 0,7,19,1"), 9, "score_mismatch"),
        (with_tail(70, f"1 open 0 QH,AH,KS {'50' * 32}"), 8, "proof_chain"),
        (with_tail(70, f"1 reveal - 1 {HEX} 5 6"), 8, "proof_chain"),
        (with_tail(71, "1 score - 0,7,19,0 0,7,19,0 0,7,19,0"), 8, "proof_chain"),
        (with_tail(71, f"1 open 0 QH,AH,KS {HEX}"), 9, "proof_pass"),
        (with_tail(71, f"1 open 0 JD,AH,KS {'50' * 32}"), 9, "proof_pass"),
        (with_tail(72, f"1 open 0 QH,AH,KS {'50' * 32}"), 8, "proof_chain"),
        (with_tail(74, f"1 reveal - 1 {HEX} 5 6"), 8, "proof_chain"),
        (with_tail(75, f"1 reveal - 2 {HEX} 5 6"), 8, "proof_chain"),
        (with_tail(75, "0 end - abandoned 0,7,19,0 -"), 8, "proof_chain"),
        (with_tail(76, "0 end - finished 0,7,19,0 0,3"), 9, "score_mismatch"),
        (with_tail(76, "0 end - voided 0,7,19,0 -"), 9, "score_mismatch"),
        (with_tail(76, "0 end - abandoned 0,7,19,1 -"), 9, "score_mismatch"),
        (with_tail(76, "0 end - abandoned 0,7,19,0 0"), 9, "score_mismatch"),
        (with_tail(76, f"1 void - game late by {WHO}"), 8, "proof_chain"),
        (with_tail(76, "2 void - hand late by service"), 8, "proof_chain"),
        (with_tail(71, "1 void - hand late by service"), 8, "proof_chain"),
        (with_tail(77, f"0 substitute 0 computer c late by {WHO}"), 8, "proof_chain"),
        (with_tail(77, f"1 deal - 1 {HEX} 3 4 {HEX}"), 8, "proof_chain"),
    ],
)
def test_a_line_that_may_not_stand_here_is_the_only_finding(lines, step, rule):
    state = fold(lines)
    (found,) = state.findings
    assert (found.step, found.rule, found.seq) == (step, rule, len(lines))
    assert state.seq == len(lines) - 1


def test_a_finding_names_hand_seat_and_ply():
    found = finding_of(with_tail(19, "1 play 1 3D"))
    assert (found.hand, found.seat, found.ply) == (1, 1, 1)
    found = finding_of(with_tail(76, "0 end - abandoned 0,7,19,1 -"))
    assert (found.hand, found.seat, found.ply) == (None, None, None)
    assert "0,7,19,1" in found.detail
    assert "0,7,19,0" in found.detail


def test_a_pass_must_be_held_and_whole():
    for seat, cards, rule in ((0, "2C 3C TC", "pass_not_held"), (1, "3C 4C", "pass_count")):
        hidden = hidden_of_vector(1)
        wrong = replace(hidden, passes={**hidden.passes, seat: parse_holding(cards)})
        found = finding_of(LINES, hidden=lambda number, wrong=wrong: wrong)
        assert (found.step, found.rule, found.seat) == (9, rule, seat)


def test_cards_that_are_no_deal_are_a_finding():
    broken = replace(hidden_of_vector(1), dealt=(Holding(),) * 4)
    assert finding_of(LINES, hidden=lambda number: broken).rule == "bad_deal"


def test_scores_of_an_unknown_hand_are_still_one_a_seat():
    lines = with_tail(70, "1 score - 0,26 0,26,0,0 0,26,0,0")
    assert finding_of(lines, hidden=lambda number: None).rule == "score_mismatch"


def test_an_event_that_names_no_seat_where_one_acts_is_refused():
    events = [parse_event(line) for line in LINES[:18]]
    nobody = replace(parse_event(LINES[18]), seat=None)
    (found,) = replay_events(HEADER, [*events, nobody], hidden_of_vector).findings
    assert found.rule == "proof_chain"


def test_adjustments_and_substitutions_may_stand_anywhere_before_the_end():
    lines = with_tail(
        30,
        f"0 adjust 2 5 late by {WHO}",
        f"1 adjust 2 -3 good by {WHO}",
        f"1 substitute 3 human {WHO} left by {WHO}",
    )
    state = fold(lines)
    assert (state.totals, state.findings) == ((0, 0, 2, 0), ())
    assert state.seats[3].name == WHO


# Whole games of every kind are written by a small scribe that plays by the rules.


@dataclass
class Scribe:
    """Writes the lines of a game with the source server, and keeps what they hide."""

    rules: str
    sources: str = "server"
    lines: list = field(default_factory=list)
    hidden: dict = field(default_factory=dict)

    @property
    def header(self) -> GameEntry:
        return replace(HEADER, rules=self.rules, sources=self.sources)

    def write(self, hand, kind, seat, detail):
        time = f"2026-11-02T20:{len(self.lines) // 60:02}:{len(self.lines) % 60:02}.000Z"
        self.lines.append(f"{len(self.lines) + 1} {time} {hand} {kind} {seat} {detail}")

    def seat_all(self):
        for seat in range(4):
            self.write(0, "seat", seat, "computer thumb-1")

    def deal(self, hand, number):
        self.write(hand, "deal", "-", f"{number} {HEX} {number} {number + 1} {HEX}")

    def statement(self, hand, seat, cards):
        return PassStatement(HEADER.game, hand, seat, cards, HEX)

    def start(self, hand, number, *, passes=4):
        """Deal the vector's cards; let so many seats pass their lowest cards."""
        self.deal(hand, number)
        if self.sources == "beacon":
            self.write(hand, "beacon", "-", "7 abcd")
        dealt = tuple(map(parse_holding, RECORD["dealt"]))
        table = start_hand(parse_rules_line(self.rules), hand, dealt)
        gave = {}
        if table.direction is not Direction.HOLD:
            for seat in range(passes):
                gave[seat] = Holding(list(dealt[seat])[:3])
                table = table.give_cards(seat, gave[seat])
                commitment = pass_commitment(self.statement(hand, seat, gave[seat]))
                self.write(hand, "pass", seat, commitment)
        self.hidden[number] = HiddenHand(dealt, gave)
        return table

    def play(self, table, *, cards=52):
        for _ in range(cards):
            seat = table.turn
            card = next(iter(table.legal_cards(seat)))
            table = table.play(seat, card)
            self.write(table.number, "play", seat, card)
        return table

    def score(self, table, totals):
        scored = score_hand(table)
        totals = tuple(map(sum, zip(totals, scored.scores, strict=True)))
        lists = (",".join(map(str, each)) for each in (scored.points, scored.scores, totals))
        self.write(table.number, "score", "-", " ".join(lists))
        return totals

    def open_all(self, hand, number):
        for seat, cards in self.hidden[number].passes.items():
            line = Event(1, "", hand, "open", seat, PassOpened(cards, HEX))
            self.write(hand, "open", seat, format_event(line).split(" ", 5)[5])

    def close(self, table, number, totals):
        totals = self.score(table, totals)
        self.open_all(table.number, number)
        self.write(table.number, "reveal", "-", f"{number} {HEX} 5 6")
        return totals

    def whole_hand(self, hand, number, totals):
        return self.close(self.play(self.start(hand, number)), number, totals)

    def fold(self):
        events = map(parse_event, self.lines)
        return replay_events(self.header, events, self.hidden.__getitem__)


TWO_HANDS = HEADER.rules.replace("hands=-", "hands=2").replace("play_on", "share")


def listed(numbers):
    return ",".join(map(str, numbers)) or "-"


def two_hands(**options):
    scribe = Scribe(TWO_HANDS, **options)
    scribe.seat_all()
    totals = scribe.whole_hand(1, 1, (0, 0, 0, 0))
    return scribe, scribe.whole_hand(2, 2, totals)


@pytest.mark.parametrize("sources", ["server", "beacon"])
def test_a_game_to_its_end_has_winners(sources):
    scribe, totals = two_hands(sources=sources)
    assert (scribe.fold().finished, scribe.fold().state) == (True, "playing")
    assert scribe.fold().number == 2
    winners = tuple(seat for seat in range(4) if totals[seat] == min(totals))
    scribe.write(0, "end", "-", f"finished {listed(totals)} {listed(winners)}")
    state = scribe.fold()
    assert (state.findings, state.state, state.winners) == ((), "finished", winners)
    assert [line.direction for line in state.scores] == [Direction.LEFT, Direction.RIGHT]
    assert state.totals == state.scores[-1].totals == totals


def test_a_deal_after_the_end_rule_is_met_is_refused():
    scribe, _ = two_hands()
    scribe.deal(3, 3)
    (found,) = scribe.fold().findings
    assert (found.step, found.rule) == (9, "after_end")


def test_a_finished_game_can_not_be_abandoned():
    scribe, totals = two_hands()
    scribe.write(0, "end", "-", f"abandoned {listed(totals)} -")
    assert scribe.fold().findings[0].rule == "score_mismatch"


def test_a_hold_hand_goes_straight_to_the_play():
    scribe = Scribe(HEADER.rules.replace("left,right,across,hold", "hold"))
    scribe.seat_all()
    scribe.start(1, 1)
    state = scribe.fold()
    assert (state.phase, state.hand.passed) == ("playing", ())
    assert state.turn == next(
        seat for seat in range(4) if parse_card("2C") in state.hand.dealt[seat]
    )


def test_an_adjustment_after_the_end_opens_the_game_again():
    scribe, totals = two_hands()
    winners = scribe.fold().winners
    scribe.write(0, "end", "-", f"finished {listed(totals)} {listed(winners)}")
    scribe.write(0, "adjust", 1, f"50 late by {WHO}")
    state = scribe.fold()
    assert (state.state, state.phase, state.findings) == ("playing", "committed", ())
    totals = (totals[0], totals[1] + 50, *totals[2:])
    winners = tuple(seat for seat in range(4) if totals[seat] == min(totals))
    scribe.write(0, "end", "-", f"finished {listed(totals)} {listed(winners)}")
    assert (scribe.fold().findings, scribe.fold().state) == ((), "finished")


@pytest.mark.parametrize("scope", ["hand", "deal"])
def test_after_a_void_the_same_hand_comes_again(scope):
    scribe = Scribe(TWO_HANDS)
    scribe.seat_all()
    scribe.play(scribe.start(1, 1), cards=7)
    scribe.write(1, "void", "-", f"{scope} misdeal by {WHO}")
    scribe.open_all(1, 1)
    state = scribe.fold()
    assert (state.number, state.phase, state.hand, state.plays) == (1, "committed", None, 0)
    totals = scribe.whole_hand(1, 2, (0, 0, 0, 0))
    assert (scribe.fold().findings, scribe.fold().totals) == ((), totals)


def test_the_passes_of_a_voided_hand_are_opened_before_the_next_deal():
    scribe = Scribe(TWO_HANDS)
    scribe.seat_all()
    scribe.start(1, 1, passes=2)
    scribe.write(1, "void", "-", "deal idle by service")
    scribe.deal(1, 2)
    (found,) = scribe.fold().findings
    assert "0, 1" in found.detail


def test_a_voided_game_ends_as_voided():
    scribe = Scribe(TWO_HANDS)
    scribe.seat_all()
    scribe.start(1, 1, passes=2)
    scribe.write(1, "void", "-", f"game brawl by {WHO}")
    assert scribe.fold().state == "voided"
    scribe.open_all(1, 1)
    scribe.write(0, "end", "-", "voided 0,0,0,0 -")
    state = scribe.fold()
    assert (state.findings, state.state, state.phase) == ((), "voided", "over")


def test_a_voided_game_has_no_winners_even_at_its_end():
    scribe, totals = two_hands()
    scribe.write(0, "void", "-", f"game brawl by {WHO}")
    scribe.write(0, "end", "-", f"voided {listed(totals)} -")
    state = scribe.fold()
    assert (state.findings, state.finished, state.winners) == ((), False, ())


def test_a_voided_game_deals_no_more():
    scribe = Scribe(TWO_HANDS)
    scribe.seat_all()
    scribe.write(0, "void", "-", f"game brawl by {WHO}")
    scribe.deal(1, 1)
    assert scribe.fold().findings[0].rule == "proof_chain"
