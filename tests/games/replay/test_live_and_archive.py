"""A game played live, written down, read again and replayed, is the same game."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from deals.cards.card import CARDS, CODES
from deals.cards.holding import Holding
from games.records.entry import HandClaim, PlayedHand
from games.records.record import GameClaim, Record, format_record, parse_record
from games.replay.replay import Verdict, replay_record
from games.rules.game import start_game
from games.rules.hand import Phase, start_hand
from games.rules.passing import Direction
from games.rules.ruleset import Moon, RuleSet, Tie
from games.rules.scoring import score_hand

deals = st.permutations(CARDS).map(lambda cards: [Holding(cards[seat::4]) for seat in range(4)])
games = st.lists(st.tuples(deals, st.integers(1, 97)), min_size=1, max_size=4)
rule_sets = st.builds(
    RuleSet,
    pass_count=st.integers(0, 4),
    passing=st.sampled_from(
        [(Direction.RIGHT,), (Direction.ACROSS, Direction.HOLD), (Direction.LEFT, Direction.RIGHT)]
    ),
    first_trick_safe=st.booleans(),
    hearts_must_break=st.booleans(),
    queen_breaks_hearts=st.booleans(),
    queen_may_lead=st.booleans(),
    moon=st.sampled_from([Moon.ADD, Moon.SUBTRACT, Moon.OFF]),
    target=st.sampled_from([25, 50, 100]),
    hands=st.none() | st.just(2),
    tie=st.sampled_from(Tie),
)


def play_live(rules, number, holdings, step):
    """Play a hand by a stride through what is legal; the hand and how it stands in a record."""
    hand = start_hand(rules, number, holdings)
    for seat in range(4):
        if hand.phase is Phase.PASSING:
            cards = [*hand.dealt[seat]][step % 5 :][: rules.pass_count]
            hand = hand.give_cards(seat, Holding(cards))
    while hand.turn is not None:
        legal = [*hand.legal_cards(hand.turn)]
        hand = hand.play(hand.turn, legal[step * len(hand.plays) % len(legal)])
    score = score_hand(hand)
    passed = None if hand.direction is Direction.HOLD else tuple(map(codes, hand.gave))
    claimed = HandClaim(score.points, score.scores)
    return score, PlayedHand(
        dealt=tuple(map(codes, holdings)),
        passed=passed,
        played=codes(hand.plays),
        claimed=claimed,
    )


def codes(cards):
    return tuple(map(str, cards))


def play_game(rules, drawn):
    game, entries = start_game(rules), []
    for number, (holdings, step) in enumerate(drawn, start=1):
        if not game.finished:
            score, entry = play_live(rules, number, holdings, step)
            game = game.add_hand(score.scores)
            entries.append(entry)
    claimed = GameClaim(game.totals, game.winners)
    return game, Record("x", rules, ("A", "B", "C", "D"), tuple(entries), claimed=claimed)


@settings(max_examples=40, deadline=None)
@given(rule_sets, games)
def test_what_was_played_live_replays_to_the_same_scores(rules, drawn):
    game, record = play_game(rules, drawn)
    replayed = replay_record(parse_record(format_record(record)))
    assert replayed.findings == ()
    assert replayed.verdict is Verdict.OK
    assert (replayed.totals, replayed.winners, replayed.finished, replayed.ranks) == (
        game.totals,
        game.winners,
        game.finished,
        game.ranks,
    )


@settings(max_examples=60, deadline=None)
@given(rule_sets, games, st.data())
def test_a_changed_card_is_never_ok_unless_it_is_the_same_again(rules, drawn, data):
    _, record = play_game(rules, drawn)
    at = data.draw(st.integers(0, len(record.hands) - 1))
    hand = record.hands[at]
    lists = [*hand.dealt, *(hand.passed or ()), hand.played]
    place = data.draw(st.integers(0, len(lists) - 1))
    if lists[place]:
        card = data.draw(st.integers(0, len(lists[place]) - 1))
        other = data.draw(
            st.sampled_from([*CODES, "XX"]).filter(lambda it: it != lists[place][card])
        )
        lists[place] = (*lists[place][:card], other, *lists[place][card + 1 :])
        spoiled = replace(
            hand,
            dealt=tuple(lists[:4]),
            passed=tuple(lists[4:-1]) if hand.passed is not None else None,
            played=lists[-1],
        )
        hands = (*record.hands[:at], spoiled, *record.hands[at + 1 :])
        # One card for another leaves one twice, or one that is not there: some rule is broken.
        assert replay_record(replace(record, hands=hands)).verdict is Verdict.FALSE
