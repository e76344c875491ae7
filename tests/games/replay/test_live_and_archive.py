"""A game played live, written down, read again and replayed, is the same game; under any rules."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from deals.cards.card import CODES
from games.records.entry import Adjusted, HandClaim, PlayedHand
from games.records.record import GameClaim, Record, format_record, parse_record
from games.replay.replay import Verdict, replay_record
from games.rules.game import start_game
from games.rules.hand import start_hand
from games.rules.passing import Direction
from games.rules.scoring import moon_question, score_hand
from tests.games.rules.strategies import deals, picks, play_out, rule_sets


def play_live(game, holdings, picks):
    """Play the next hand by picks; its score and how it stands in a record."""
    rules, number = game.rules, game.hands_played + 1
    hand = play_out(start_hand(rules, number, holdings, totals=game.totals), picks)
    choice = None if moon_question(hand) is None else ("add", "subtract")[picks[0] % 2]
    score = score_hand(hand, game, choice=choice)
    passed = None if hand.direction is Direction.HOLD else tuple(map(codes, hand.gave))
    return score, PlayedHand(
        dealt=tuple(map(codes, hand.dealt)),
        kitty=codes(hand.kitty) or None,
        passed=passed,
        played=codes(hand.plays),
        moon_choice=choice,
        claimed=HandClaim(score.points, score.scores),
    )


def codes(cards):
    return tuple(map(str, cards))


@st.composite
def games(draw):
    """A game of some hands, with an adjustment among them, live and as a record."""
    rules = draw(rule_sets())
    game, entries = start_game(rules), []
    for _ in range(draw(st.integers(1, 4))):
        if not game.finished:
            score, entry = play_live(game, draw(deals(rules)), draw(picks))
            game = game.add_hand(score.scores)
            entries.append(entry)
            if draw(st.booleans()):
                points = draw(st.tuples(*[st.integers(-30, 60)] * rules.players))
                game = game.adjust(points)
                entries.append(Adjusted(points, "late"))
    claimed = GameClaim(game.totals, game.winners)
    players = tuple("ABCDEF"[: rules.players])
    return game, Record("x", rules, players, tuple(entries), claimed=claimed)


@settings(max_examples=60, deadline=None)
@given(games())
def test_what_was_played_live_replays_to_the_same_scores(drawn):
    game, record = drawn
    replayed = replay_record(parse_record(format_record(record)))
    assert replayed.findings == ()
    assert replayed.verdict is Verdict.OK
    assert (replayed.totals, replayed.winners, replayed.finished, replayed.ranks) == (
        game.totals,
        game.winners,
        game.finished,
        game.ranks,
    )


@settings(max_examples=80, deadline=None)
@given(games(), st.data())
def test_a_changed_card_is_never_ok_unless_it_is_the_same_again(drawn, data):
    _, record = drawn
    hands = [at for at, entry in enumerate(record.hands) if isinstance(entry, PlayedHand)]
    at = data.draw(st.sampled_from(hands))
    hand, players = record.hands[at], record.rules.players
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
            dealt=tuple(lists[:players]),
            passed=tuple(lists[players:-1]) if hand.passed is not None else None,
            played=lists[-1],
        )
        hands = (*record.hands[:at], spoiled, *record.hands[at + 1 :])
        # One card for another leaves one twice, or one that is not there: some rule is broken.
        assert replay_record(replace(record, hands=hands)).verdict is Verdict.FALSE
