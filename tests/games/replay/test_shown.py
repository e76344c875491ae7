"""A table as its viewers may see it: what is hidden is masked in its place."""

import json
from dataclasses import replace

import pytest

from deals.cards.card import CARDS
from deals.cards.holding import Holding
from games.events.event import parse_event
from games.replay.frames import table_frames
from games.replay.shown import MASK, DealSaid, shown_table
from games.replay.sight import SPECTATOR, Viewer
from games.rules.hand import start_hand
from games.rules.ruleset import parse_rules
from tests.games.replay.test_table import HEADER, LINES, RECORD, hidden_of_vector

EVENTS = list(map(parse_event, LINES))
FRAMES = list(table_frames(HEADER, EVENTS, hidden_of_vector))
OPEN = DealSaid("ab" * 32, 5)


def shown(seq, viewer, **options):
    return shown_table(FRAMES[seq], viewer, **options).table


def shape(value):
    """A table without its values: keys in order, lengths, nulls."""
    if isinstance(value, dict):
        return [(key, shape(inner)) for key, inner in value.items()]
    return list(map(shape, value)) if isinstance(value, list) else None


def cards(table, key):
    return [seat[key] for seat in table["seats"]]


def test_a_seat_sees_its_own_cards_and_the_masks_of_the_others():
    table = shown(18, Viewer(1))
    assert cards(table, "dealt")[1] == RECORD["dealt"][1].split(" ")
    assert [cards(table, "dealt")[seat] for seat in (0, 2, 3)] == [[MASK] * 13] * 3
    assert (table["deal"]["seed"], table["deal"]["index"]) == (MASK, MASK)


def test_a_pass_is_seen_by_its_giver_and_after_the_exchange_by_its_receiver():
    gave = [text.split(" ") for text in RECORD["passed"]]
    before = shown(17, Viewer(1))
    assert cards(before, "passed") == [True, True, True, False]
    assert cards(before, "gave") == [[MASK] * 3, gave[1], [MASK] * 3, None]
    assert cards(before, "received") == [None] * 4
    after = shown(18, Viewer(1))
    assert cards(after, "gave") == [gave[0], gave[1], [MASK] * 3, [MASK] * 3]
    assert cards(after, "received") == [[MASK] * 3, gave[0], gave[1], [MASK] * 3]


def test_legal_cards_are_seen_by_whose_turn_it_is_and_their_number_by_nobody_else():
    table = shown(19, Viewer(1))
    assert cards(table, "legal_cards")[1]
    assert set(cards(table, "legal_cards")[1]) <= set(cards(table, "holding")[1])
    assert cards(shown(19, Viewer(2)), "legal_cards") == [[], MASK, [], []]
    assert cards(shown(19, SPECTATOR), "legal_cards") == [[], MASK, [], []]


def test_after_the_hand_everybody_sees_everything_alike():
    tables = [shown_table(FRAMES[40], viewer, opened=OPEN) for viewer in (SPECTATOR, Viewer(3))]
    assert tables[0] == tables[1]
    assert tables[0].is_open
    assert MASK not in json.dumps(tables[0].table)
    assert tables[0].table["deal"]["index"] == 5


@pytest.mark.parametrize("seq", range(len(FRAMES)))
def test_masked_or_not_the_keys_their_order_and_all_lengths_are_the_same(seq):
    opened = shape(shown(seq, SPECTATOR, opened=OPEN))
    for viewer in (SPECTATOR, Viewer(0), Viewer(2)):
        table = shown(seq, viewer)
        hidden = [seat for seat in table["seats"] if seat["legal_cards"] == MASK]
        assert len(hidden) <= 1
        for seat in hidden:
            seat["legal_cards"] = ["?"] * len(
                shown(seq, SPECTATOR, opened=OPEN)["seats"][seat["seat"]]["legal_cards"]
            )
        assert shape(table) == opened


def test_nothing_is_hidden_before_the_deal_and_after_the_reveal():
    assert [shown_table(frame, SPECTATOR).is_open for frame in FRAMES] == [
        frame.deal is None for frame in FRAMES
    ]
    assert shown(0, SPECTATOR)["seats"][0]["holder"] is None
    assert shown(77, SPECTATOR)["scores"][0]["totals"] == (0, 7, 19, 0)


def test_at_a_shut_board_the_table_is_for_its_own_seats():
    outside, inside = shown(40, SPECTATOR, shut=True), shown(40, Viewer(0), shut=True)
    for key in ("turn", "trick", "tricks", "hearts_broken"):
        assert outside[key] == MASK
        assert inside[key] == shown(40, Viewer(0))[key]
    for key in ("passed", "gave", "holding", "legal_cards", "points"):
        assert cards(outside, key) == [MASK] * 4
    over = shown_table(FRAMES[70], Viewer(0), opened=OPEN, shut=True)
    assert not over.is_open
    assert over.table["deal"]["seed"] == MASK
    assert cards(over.table, "dealt")[1] == [MASK] * 13


def test_a_hand_whose_cards_are_lost_is_shown_without_them():
    *_, last = table_frames(HEADER, EVENTS[:30], lambda _: None)
    table = shown_table(last, Viewer(0), opened=DealSaid(None, None)).table
    assert cards(table, "dealt") == [None] * 4
    assert (table["tricks"], table["kitty"], table["deal"]["seed"]) == (None, None, None)


def test_the_kitty_is_seen_by_who_took_the_first_trick(kitty_frames):
    before, after = kitty_frames
    assert shown_table(before, Viewer(0)).table["kitty"] == [MASK]
    taker = after.hand.tricks[0].winner
    table = shown_table(after, Viewer(taker)).table
    assert table["kitty"] == list(map(str, after.hand.kitty))
    assert isinstance(table["kitty_points"], int)
    for viewer in (SPECTATOR, Viewer((taker + 1) % 3)):
        table = shown_table(after, viewer).table
        assert (table["kitty"], table["kitty_points"]) == ([MASK], MASK)


@pytest.fixture
def kitty_frames():
    """A hand of three with a kitty: before its first trick, and after it."""
    rules = parse_rules({"players": 3, "spare": "kitty", "passing": "none"})
    holdings = [*(Holding(CARDS[seat:51:3]) for seat in range(3)), Holding(CARDS[51:])]
    hand = start_hand(rules, 1, holdings)
    state = replace(
        FRAMES[18], rules=rules, hand=hand, turn=hand.turn, seats=(None,) * 3, passed={}
    )
    played = hand
    for _ in range(3):
        played = played.play(played.turn, next(iter(played.legal_cards(played.turn))))
    return state, replace(state, hand=played, turn=played.turn)
