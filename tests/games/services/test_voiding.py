"""Deals thrown away: by seats that waited, by the director; and what follows each time."""

from datetime import timedelta

import pytest

from deals.fairness.entries import HeadEntry, parse_entry
from deals.models import Deal, Entry
from deals.selectors.deals import deal_summary
from deals.services.errors import ContributionsClosed, SeatNotSilent, WaitNotOver
from deals.services.jobs import stale_jobs
from games.events.event import parse_event
from games.models import Game, SeatHolder
from games.rules.errors import WrongPhase
from games.selectors.bundles import game_bundle
from games.selectors.events import event_lines
from games.selectors.seats import is_played_by_computer
from games.services.contributing import contribute, open_seat_nonce
from games.services.errors import HandOver, SeatSubstituted, UnknownGame
from games.services.moving import move_computers
from games.services.passing import record_pass
from games.services.playing import record_play
from games.services.rebuilding import derived_rows, rebuild_game, stored_rows
from games.services.substituting import substitute_player
from games.services.voiding import void_game, void_hand, void_silent_deal
from games.verifier.options import Options
from games.verifier.verify import verify_bundle
from tests.cast import NOW, Party

WAIT = timedelta(seconds=60)


def kinds(party):
    return [parse_event(line).kind for line in event_lines(party.game)]


def holds(party):
    """Rows follow from the events, and an honest game is never false."""
    assert stored_rows(party.game) == derived_rows(party.game)
    report = verify_bundle(game_bundle(party.game), Options())
    assert [found for found in report.findings if found.rule != "incomplete"] == []
    return report


def wait(party):
    party.clock.time += WAIT
    return party.clock()


def void_entry(number):
    return parse_entry(Deal.objects.get(number=number).end_entry.text)


def end_by_computers(party):
    """Let the computer players act until a person has to, or the hand is over."""
    while hints := [hint for hint in party.hints if hint.kind == "move_computers"]:
        party.hints = []
        for hint in hints:
            party.clock.time += timedelta(seconds=2)
            party.hints += move_computers(hint.job, now=party.clock())


def test_a_late_seat_voids_the_deal_after_the_wait_and_the_next_one_is_on(party):
    for seat in (0, 1, 3):
        contribute(1, seat, party.commitment(seat), now=party.clock())
    with pytest.raises(WaitNotOver) as caught:
        void_silent_deal(1, 2, by=0, now=party.clock())
    deal_line = parse_event(event_lines(party.game)[4])
    assert caught.value.until > deal_line.time
    with pytest.raises(SeatNotSilent):
        void_silent_deal(1, 1, by=0, now=NOW + 2 * WAIT)
    act = void_silent_deal(1, None, by=0, now=wait(party))
    player = SeatHolder.objects.get(game=party.game, seat=0).player
    assert act.line.endswith(f" 1 void - deal late-2 by {player}")
    entry = void_entry(1)
    assert (entry.reason, [line.nonce for line in entry.seats]) == ("late-2", [None] * 4)
    assert [line.commitment is None for line in entry.seats] == [False, False, True, False]
    assert len(entry.seed) == 64
    assert kinds(party)[-2:] == ["void", "deal"]
    assert party.summary["deal"] == 2
    assert deal_summary(1)["reason"] == "late-2"
    holds(party)
    party.play_hand()
    assert holds(party).choices == 1


def test_the_wait_for_a_commitment_is_counted_from_the_deal_line_only(party):
    dealt = party.clock.time
    contribute(1, 0, party.commitment(0), now=dealt + WAIT - timedelta(seconds=2))
    assert void_silent_deal(1, None, by=0, now=dealt + WAIT).line.endswith(
        f"late-1 by {SeatHolder.objects.get(game=party.game, seat=0).player}"
    )


def test_a_withheld_nonce_voids_the_deal_and_counts_as_a_choice(party):
    for seat in range(4):
        act = contribute(1, seat, party.commitment(seat), now=party.clock())
    wait(party)
    open_seat_nonce(1, 0, party.nonce(0), head=act.head, now=party.clock())
    with pytest.raises(SeatNotSilent):
        void_silent_deal(1, 0, by=1, now=party.clock())
    void_silent_deal(1, 3, by=1, now=wait(party))
    entry = void_entry(1)
    assert entry.reason == "withheld-3"
    assert [line.nonce is None for line in entry.seats] == [False, True, True, True]
    party.play_hand()
    assert holds(party).choices == 2


def test_after_two_voids_of_a_hand_a_computer_player_takes_the_silent_seat(party):
    for number in (1, 2):
        for seat in range(3):
            contribute(number, seat, party.commitment(seat), now=party.clock())
        void_silent_deal(number, 3, by=0, now=wait(party))
        holds(party)
    tail = [parse_event(line) for line in event_lines(party.game)[-4:]]
    assert [event.kind for event in tail] == ["void", "substitute", "deal", "contribute"]
    assert event_lines(party.game)[-3].split(" ")[4:8] == ["3", "computer", "thumb-1", "silent"]
    assert tail[3].detail.by == "service"
    with pytest.raises(SeatSubstituted):
        contribute(3, 3, "ab" * 32, now=party.clock())
    party.people = [0, 1, 2]
    party.contribute()
    assert party.view(0)["phase"] == "passing"
    party.pass_cards()
    end_by_computers(party)
    while party.view(0)["hand"] == 1:
        if party.view(0)["turn"] == 3:
            party.hints = party.hints or list(move_all(party))
        else:
            party.play()
        end_by_computers(party)
    report = holds(party)
    assert (report.strength, report.choices) == ("unproven", 1)
    assert derived_rows(party.game).computers == (3,)
    assert rebuild_game(party.game) is False


def move_all(party):
    return stale_jobs(now=party.clock.time + timedelta(seconds=30))


def test_voids_of_other_hands_or_of_the_director_do_not_use_up_the_patience(party):
    void_hand(party.game, now=party.clock())
    void_silent_deal(2, 0, by=1, now=wait(party))
    assert "substitute" not in kinds(party)
    party.play_hand()
    void_silent_deal(4, 0, by=1, now=wait(party))
    assert "substitute" not in kinds(party)
    holds(party)


def test_a_deal_that_is_dealt_or_not_in_the_chain_waits_for_nobody(party):
    party.contribute()
    with pytest.raises(ContributionsClosed):
        void_silent_deal(1, None, by=0, now=wait(party))
    other = Party()
    with pytest.raises(ContributionsClosed):
        void_silent_deal(2, None, by=None, now=wait(other))
    with pytest.raises(UnknownGame):
        void_silent_deal(99, None, by=0, now=NOW)


def test_the_director_voids_a_hand_in_play_and_all_of_it_is_opened(party):
    party.contribute()
    party.pass_cards()
    party.play()
    act = void_hand(party.game, code="misdeal", now=party.clock())
    assert act.line.endswith(f" 1 void - hand misdeal by {party.game}")
    assert void_entry(1).reason == "director"
    assert kinds(party)[-6:] == ["void"] + ["open"] * 4 + ["deal"]
    holds(party)
    party.play_hand()
    assert holds(party).choices == 2
    assert party.summary["hand"] == 2


def test_passes_of_a_voided_hand_do_not_come_back(party):
    party.contribute()
    for seat in (0, 1):
        record_pass(party.game, seat, party.view(seat)["cards"]["holding"][:3], now=party.clock())
    void_hand(party.game, now=party.clock())
    party.contribute()
    record_pass(party.game, 2, party.view(2)["cards"]["holding"][:3], now=party.clock())
    before = stored_rows(party.game)
    assert [seat for seat, _ in before.openings] == [2]
    holds(party)
    Game.objects.update(totals=[9, 9, 9, 9])
    assert rebuild_game(party.game) is True
    assert stored_rows(party.game) == before


def test_every_void_and_end_has_its_head_in_the_log(party):
    void_hand(party.game, now=party.clock())
    void_game(party.game, now=party.clock())
    lines = {e.seq for e in map(parse_event, event_lines(party.game)) if e.kind in {"void", "end"}}
    entries = map(parse_entry, Entry.objects.values_list("text", flat=True))
    assert {entry.seq for entry in entries if isinstance(entry, HeadEntry)} == lines


def test_the_director_voids_a_game_and_what_never_reached_its_last_k_is_unused(party):
    party.play_hand()
    act = void_game(party.game, now=party.clock())
    assert act.line.endswith(f" 0 void - game director by {party.game}")
    assert void_entry(2).reason == "unused"
    summary = party.summary
    assert (summary["state"], summary["winners"]) == ("voided", [])
    assert event_lines(party.game)[-1].split(" ")[3:6] == ["end", "-", "voided"]
    assert holds(party).verdict == "ok"
    for act in (void_game, void_hand):
        with pytest.raises(HandOver):
            act(party.game, now=party.clock())
    with pytest.raises(ContributionsClosed):
        contribute(2, 0, "ab" * 32, now=party.clock())
    with pytest.raises(HandOver):
        substitute_player(party.game, 0, by=None, now=party.clock())


def test_a_game_voided_with_cards_on_the_table_names_the_director(party):
    party.contribute()
    party.pass_cards()
    void_game(party.game, code="quarrel", now=party.clock())
    assert void_entry(1).reason == "director"
    assert kinds(party)[-6:] == ["void"] + ["open"] * 4 + ["end"]
    assert holds(party).verdict == "ok"


def test_a_game_that_nobody_sat_down_to_can_be_voided(log):
    party = Party()
    void_game(party.game, now=party.clock())
    assert void_entry(1).reason == "unused"
    holds(party)
    with pytest.raises(HandOver):
        void_hand(party.game, deal=1, now=party.clock())


def test_between_two_hands_there_is_none_to_void(log):
    party = Party()
    with pytest.raises(HandOver):
        void_hand(party.game, now=party.clock())
    act = void_hand(party.game, deal=1, now=party.clock())
    assert " void - deal director " in act.line
    with pytest.raises(ContributionsClosed):
        void_hand(party.game, deal=1, now=party.clock())
    party.sit()
    holds(party)


def test_an_idle_seat_is_played_by_a_computer_player_after_the_wait(party):
    party.contribute()
    party.people = [0, 1, 3]
    party.pass_cards()
    with pytest.raises(WaitNotOver):
        substitute_player(party.game, 2, by=0, now=party.clock())
    with pytest.raises(SeatNotSilent):
        substitute_player(party.game, 0, by=1, now=wait(party))
    act = substitute_player(party.game, 2, by=0, now=wait(party))
    player = SeatHolder.objects.get(game=party.game, seat=0).player
    assert act.line.endswith(f" 1 substitute 2 computer thumb-1 idle by {player}")
    assert SeatHolder.objects.get(game=party.game, seat=2).player is None
    holds(party)
    party.hints += act.hints
    end_by_computers(party)
    assert party.view(0)["phase"] == "playing"
    holds(party)


def test_who_was_substituted_acts_no_more(party):
    party.contribute()
    party.pass_cards()
    substitute_player(party.game, 2, by=None, now=party.clock())
    turn = party.summary["turn"]
    with pytest.raises(SeatSubstituted):
        record_pass(party.game, 2, ["2C", "3C", "4C"], now=party.clock())
    with pytest.raises(SeatSubstituted):
        record_play(party.game, 2, "2C", expected_seq=party.summary["seq"], now=party.clock())
    with pytest.raises(SeatSubstituted):
        substitute_player(party.game, 2, by=None, now=party.clock())
    with pytest.raises(SeatSubstituted):
        substitute_player(party.game, turn, by=2, now=wait(party))
    with pytest.raises(UnknownGame):
        substitute_player(party.game, 4, by=None, now=party.clock())
    assert is_played_by_computer(party.game, 2)
    assert not is_played_by_computer(party.game, 0)


def test_the_wait_of_who_is_on_turn_begins_with_the_play_before(party):
    party.contribute()
    party.pass_cards()
    wait(party)
    party.play()
    turn = party.summary["turn"]
    with pytest.raises(WaitNotOver):
        substitute_player(party.game, turn, by=(turn + 1) % 4, now=party.clock())


def test_the_director_need_not_wait_and_a_seat_that_has_not_given_its_k_is_helped(party):
    for seat in range(3):
        contribute(1, seat, party.commitment(seat), now=party.clock())
    substitute_player(party.game, 3, by=None, code="gone-home", now=party.clock())
    assert kinds(party)[-3:] == ["substitute", "contribute", "nonce"]
    holds(party)


def test_the_director_can_not_open_what_another_seat_has_committed_to(party):
    contribute(1, 3, party.commitment(3), now=party.clock())
    with pytest.raises(WrongPhase):
        substitute_player(party.game, 3, by=None, now=party.clock())
    for seat in range(3):
        contribute(1, seat, party.commitment(seat), now=party.clock())
    with pytest.raises(WrongPhase):
        substitute_player(party.game, 2, by=None, now=party.clock())


def test_a_free_seat_can_be_given_to_a_computer_player_and_the_game_begins(log):
    party = Party(seats=("computer", "computer", "computer", "human"), sources="server")
    act = substitute_player(party.game, 3, by=None, now=party.clock())
    assert kinds(party)[-2:] == ["substitute", "deal"]
    assert [hint.kind for hint in act.hints] == ["move_computers"]
    holds(party)
