"""Tables of every size and rule: the decks, the kitty, the shooter's choice, hands on the brink."""

import json
from contextlib import suppress
from dataclasses import replace

import pytest

from deals.cards.deck import DECKS
from deals.cards.holding import Holding, parse_holding
from games.events.event import parse_event
from games.models import Game, HandState
from games.rules.errors import BadHandDump, NotYourTurn, WrongPhase
from games.rules.hand import dump_hand, load_hand, start_hand
from games.rules.ruleset import parse_rules
from games.selectors.audits import latest_audit
from games.selectors.bundles import game_bundle, game_record
from games.selectors.events import event_lines
from games.selectors.hands import open_hand
from games.selectors.sheets import scoresheet
from games.services.adjusting import adjust_total
from games.services.auditing import audit_game, request_audit
from games.services.moon import record_moon_choice
from games.services.moving import move_computers
from games.services.passing import record_pass
from games.services.playing import record_play
from games.services.rebuilding import derived_rows, rebuild_game, stored_rows
from games.services.table import rules_of_line, seal_hand
from games.verifier.options import Options
from games.verifier.verify import verify_bundle
from tests.cast import Party
from tests.moons import EASY, OPENER, find_moon, helpful_pass

ONE_HAND = {"hands": 1, "target": None, "tie": "share"}


def seated(rules, **terms):
    party = Party(rules=rules, sources="server", **terms)
    party.sit()
    return party


def kinds(party):
    return [parse_event(line).kind for line in event_lines(party.game)]


def rows_follow(party):
    assert stored_rows(party.game) == derived_rows(party.game)


def is_sound(party):
    """Whether rows follow from the events, and the verifier finds nothing."""
    rows_follow(party)
    report = verify_bundle(game_bundle(party.game), Options())
    assert [found for found in report.findings if found.rule != "incomplete"] == []
    return report


def dealt_hand(party):
    """The hand of a party, every card known."""
    rules = parse_rules(party.rules)
    held = [parse_holding(" ".join(party.view(seat)["cards"]["dealt"])) for seat in party.people]
    left = Holding(set(rules.deck.cards).difference(*held))
    return start_hand(rules, 1, [*held, left] if left else held)


@pytest.mark.parametrize("deck", DECKS)
def test_a_hand_of_every_deck_is_dealt_played_and_proven(log, deck):
    players = int(deck[0])
    spare = "kitty" if deck.endswith("kitty") else "strip"
    party = Party(rules={"players": players, "spare": spare, **ONE_HAND})
    party.sit()
    party.play_hand()
    assert party.summary["state"] == "finished"
    assert [party.view(seat)["seat"] for seat in range(players)] == list(range(players))
    assert is_sound(party).verdict == "ok"
    (hand,) = game_record(party.game)["hands"]
    assert len(" ".join(hand["played"].split()).split()) == players * DECKS[deck].size
    assert len(hand.get("kitty", "").split()) == DECKS[deck].kitty


@pytest.mark.parametrize("players", [3, 5, 6])
def test_the_kitty_is_seen_by_the_taker_of_trick_one_alone_and_from_then_on(log, players):
    party = seated({"players": players, "spare": "kitty", "passing": "none", **ONE_HAND})
    kitty = dealt_hand(party).kitty
    seats = range(players)
    while not party.view(0)["cards"]["tricks"]:
        assert [party.view(seat)["cards"]["kitty"] for seat in seats] == [None] * players
        party.play()
    taker = party.view(0)["cards"]["tricks"][0]["winner"]
    for seat in seats:
        seen = party.view(seat)["cards"]["kitty"]
        assert seen == (list(map(str, kitty)) if seat == taker else None)
    while party.view(0)["phase"] == "playing":
        party.play()
    assert party.summary["scores"][0]["points"] == [
        sum(parse_rules(party.rules).worths.get(card, 0) for card in cards)
        for cards in taken_by(party, kitty, taker)
    ]


def taken_by(party, kitty, taker):
    """The cards each seat took, from the lines."""
    rules = parse_rules(party.rules)
    hand = game_record(party.game)["hands"][0]
    played = start_hand(rules, 1, [*map(parse_holding, hand["dealt"]), kitty])
    for line in map(parse_event, event_lines(party.game)):
        if line.kind == "play":
            played = played.play(line.seat, line.detail.card)
    assert set(kitty) <= set(played.taken[taker])
    return played.taken


@pytest.fixture
def shot(log):
    """A party of six whose opener has shot the moon, and is asked."""
    return shoot({})


def shoot(more, before_last=lambda party: None):
    rules = EASY | ONE_HAND | {"moon": "choice"} | more
    plays = None
    while plays is None:
        party = seated(rules)
        hand = dealt_hand(party)
        plays = find_moon(hand)
    for seat in party.people:
        cards = list(map(str, helpful_pass(hand, seat)))
        record_pass(party.game, seat, cards, now=party.clock())
    for card in plays[:-1]:
        play(party, card)
    before_last(party)
    party.hints += play(party, plays[-1]).hints
    return party


def play(party, card):
    summary = party.summary
    return record_play(
        party.game, summary["turn"], str(card), expected_seq=summary["seq"], now=party.clock()
    )


def test_the_shooter_is_asked_and_sees_both_outcomes_before_anything_is_scored(shot):
    summary = shot.summary
    assert (summary["phase"], summary["turn"], summary["asked"]) == ("closing", None, OPENER)
    assert kinds(shot)[-1] == "play"
    assert shot.view(OPENER)["question"] == {
        "add": tuple(0 if seat == OPENER else 26 for seat in range(6)),
        "subtract": tuple(-26 if seat == OPENER else 0 for seat in range(6)),
    }
    assert [shot.view(seat)["question"] for seat in range(6) if seat != OPENER] == [None] * 5
    assert is_sound(shot).verdict == "incomplete"
    assert rebuild_game(shot.game) is False


def test_nobody_else_answers_for_the_shooter_and_nobody_twice(shot):
    with pytest.raises(NotYourTurn):
        record_moon_choice(shot.game, 0, "add", now=shot.clock())
    with pytest.raises(WrongPhase, match="closing"):
        record_play(shot.game, 0, "2C", expected_seq=shot.summary["seq"], now=shot.clock())
    act = record_moon_choice(shot.game, OPENER, "subtract", now=shot.clock())
    assert act.line.endswith(f" 1 moon {OPENER} subtract")
    for late in ("subtract", "add"):
        with pytest.raises(WrongPhase, match="over"):
            record_moon_choice(shot.game, OPENER, late, now=shot.clock())
    assert shot.summary["totals"] == [-26 if seat == OPENER else 0 for seat in range(6)]
    tail = ["play", "moon", "score", *["open"] * 6, "reveal", "end"]
    assert kinds(shot)[-len(tail) :] == tail


def test_the_choice_is_on_the_chain_in_the_record_and_audited(shot):
    shot.choose()
    report = is_sound(shot)
    assert (report.verdict, report.hands[0].shooter) == ("ok", OPENER)
    assert game_record(shot.game)["hands"][0]["moon_choice"] == "add"
    hint = request_audit(shot.game, now=shot.clock())
    audit_game(hint.job, now=shot.clock())
    assert latest_audit(shot.game)["verdict"] == "ok"


def test_the_director_answers_for_a_shooter_who_does_not_and_the_line_says_so(shot):
    act = record_moon_choice(shot.game, None, "add", now=shot.clock())
    assert act.line.endswith(f" 1 moon {OPENER} add by {shot.game}")
    assert is_sound(shot).verdict == "ok"


def test_a_computer_player_chooses_by_its_job(log):
    def hand_over(party):
        Game.objects.filter(id=party.game).update(computers=[OPENER])

    party = shoot({}, before_last=hand_over)
    (hint,) = [hint for hint in party.hints if hint.kind == "move_computers"]
    move_computers(hint.job, now=party.clock())
    assert party.summary["state"] == "finished"
    assert kinds(party).count("moon") == 1


def test_no_choice_is_taken_where_nobody_is_asked(log):
    party = seated(ONE_HAND | {"moon": "choice"})
    with pytest.raises(WrongPhase):
        record_moon_choice(party.game, 0, "add", now=party.clock())


def test_a_moon_of_auto_is_scored_at_once(log):
    party = shoot({"moon": "auto", "target": 25, "hands": None})
    # To add would end the game; nobody is lower than the shooter then, so it stays.
    assert party.summary["totals"] == [0 if seat == OPENER else 26 for seat in range(6)]
    assert is_sound(party).verdict == "ok"


def test_a_hand_on_the_brink_is_a_hold_hand_and_the_cycle_is_not_shifted(log):
    party = Party(rules={"brink_holds": True, "target": 50}, sources="server")
    adjust_total(party.game, 2, 49, reason="late", now=party.clock())
    party.sit()
    assert (party.summary["direction"], party.view(0)["phase"]) == ("hold", "playing")
    adjust_total(party.game, 2, -40, reason="undone", now=party.clock())
    assert party.summary["direction"] == "hold"
    rows_follow(party)
    party.play_hand()
    assert party.summary["scores"][0]["direction"] == "hold"
    assert party.summary["direction"] == "right"
    is_sound(party)


def test_what_a_seat_sees_does_not_change_when_the_kitty_does(log):
    """In the second hand, after the first trick: swap a card of the kitty with a hidden one."""
    rules = {"players": 5, "spare": "kitty", "passing": "none", "hands": 2, "target": None}
    party = seated(rules | {"tie": "share"})
    party.play_hand()
    while not party.view(0)["cards"]["tricks"]:
        party.play()
    taker = party.view(0)["cards"]["tricks"][0]["winner"]
    before = {seat: party.view(seat) for seat in range(5)}
    public = json.dumps([party.summary, scoresheet(party.game), game_record(party.game)])
    tried = 0
    for hand in swapped_hands(party.game):
        reseal(party.game, hand)
        after = {seat: party.view(seat) for seat in range(5)}
        changed = {seat for seat in range(5) if after[seat] != before[seat]}
        owners = {seat for seat in range(5) if set(hand.holdings[seat]) != held(before[seat])}
        assert changed == {taker, *owners}
        assert (
            json.dumps([party.summary, scoresheet(party.game), game_record(party.game)]) == public
        )
        tried += 1
    assert tried > 4


def held(view):
    return set(parse_holding(" ".join(view["cards"]["holding"])))


def stored_hand(game):
    state = HandState.objects.get(game=game)
    rules = rules_of_line(Game.objects.get(id=game).rules.line)
    return open_hand(rules, bytes(state.sealed), game=game, seq=state.seq)[0]


def swapped_hands(game):
    """The hand as it is, but for one card of the kitty; only what the plays so far allow."""
    hand = stored_hand(game)
    mine = next(iter(hand.kitty))
    for seat, cards in enumerate(hand.holdings):
        for card in cards:
            dealt = [list(others) for others in hand.dealt]
            dealt[seat][dealt[seat].index(card)] = mine
            kitty = Holding(card if other == mine else other for other in hand.kitty)
            dump = dump_hand(replace(hand, dealt=tuple(map(Holding, dealt)), kitty=kitty))
            with suppress(BadHandDump):
                yield load_hand(hand.rules, dump)


def reseal(game, hand):
    seq = Game.objects.get(id=game).seq
    HandState.objects.filter(game=game).update(sealed=seal_hand(hand, {}, game=game, seq=seq))
