"""Many at once: exactly the serial result, and nobody meets an error that is not his."""

from collections import Counter
from uuid import uuid4

import pytest
from django.utils import timezone

from deals.fairness.entries import parse_entry
from deals.models import Checkpoint, Deal, Entry, Job, LogHead
from deals.selectors.log import node_hashes
from deals.services.jobs import add_job, take_job
from deals.tlog.proof import check_consistency, prove_consistency
from deals.tlog.tree import completed_hashes, leaf_hash, tree_root
from games.events.chain import check_chain
from games.events.event import parse_event
from games.models import Event, Game
from games.rules.errors import NotYourTurn
from games.selectors.events import event_lines
from games.services.acts import Act
from games.services.errors import SeatAlreadyTaken, StaleSeq
from games.services.passing import record_pass
from games.services.playing import record_play
from games.services.rebuilding import derived_rows, stored_rows
from games.services.seating import SeatTakenAct, take_seat
from games.services.sweeping import sweep
from tests.cast import NOW, Party
from tests.real_parts import at_once


@pytest.fixture
def party(committed_log):
    """Four people at a table, cards in hand, nothing passed."""
    party = Party(sources="server")
    party.sit()
    return party


def kinds(party):
    return [parse_event(line).kind for line in event_lines(party.game)]


def rows_follow(game):
    assert stored_rows(game) == derived_rows(game)


def chain_is_whole(row):
    heads = Event.objects.filter(game=row).order_by("seq").values_list("seq", "head")
    assert [seq for seq, _ in heads] == list(range(1, row.seq + 1))
    check_chain(row.header, event_lines(row.id), (bytes(head).hex() for _, head in heads))


def test_of_fifty_who_play_one_card_at_once_one_wins(party):
    party.pass_cards()
    view = party.view(party.summary["turn"])
    card, seq = view["cards"]["legal_cards"][0], view["seq"]

    def play():
        return record_play(party.game, view["seat"], card, expected_seq=seq, now=NOW)

    got = Counter(map(type, at_once(*[play] * 50)))
    assert got == {Act: 1, StaleSeq: 49}
    assert kinds(party).count("play") == 1
    assert party.summary["seq"] == seq + 1
    rows_follow(party.game)


def test_every_seat_plays_at_once_and_only_who_is_on_turn_may(party):
    party.pass_cards()
    turn, seq = party.summary["turn"], party.summary["seq"]

    def player(seat):
        card = party.view(seat)["cards"]["holding"][0] if seat != turn else "2C"
        return lambda: record_play(party.game, seat, card, expected_seq=seq, now=NOW)

    got = at_once(*[player(seat) for seat in range(4)] * 4)
    assert Counter(map(type, got))[Act] == 1
    assert {type(answer) for answer in got} <= {Act, StaleSeq, NotYourTurn}
    rows_follow(party.game)


def test_four_pass_at_once_all_are_taken_and_the_cards_are_exchanged_once(party):
    gave = {seat: party.view(seat)["cards"]["holding"][:3] for seat in range(4)}

    def giver(seat):
        return lambda: record_pass(party.game, seat, gave[seat], now=NOW)

    got = at_once(*map(giver, range(4)))
    assert {type(answer) for answer in got} == {Act}
    assert kinds(party).count("pass") == 4
    for seat in range(4):
        assert party.view(seat)["cards"]["received"] == gave[(seat - 1) % 4]
    rows_follow(party.game)


def test_of_eight_who_take_one_seat_at_once_one_gets_it(committed_log):
    party = Party()

    def sit():
        return take_seat(party.game, 2, invite=party.invites[2], now=NOW)

    got = Counter(map(type, at_once(*[sit] * 8)))
    assert got == {SeatTakenAct: 1, SeatAlreadyTaken: 7}
    rows_follow(party.game)


def test_sixteen_tables_dealt_at_once_leave_one_log_without_a_gap(committed_log):
    def deal():
        party = Party()
        party.sit()
        party.contribute()
        party.pass_cards()
        return party.game

    games = at_once(*[deal] * 16)
    assert set(games) == set(Game.objects.values_list("id", flat=True))
    assert sorted(Deal.objects.values_list("number", flat=True)) == list(range(1, 17))
    log_is_whole()
    for row in Game.objects.all():
        chain_is_whole(row)
        rows_follow(row.id)


def log_is_whole():
    """Every index once, every stored hash right, times never back, every checkpoint extended."""
    rows = list(Entry.objects.order_by("index"))
    size = LogHead.objects.get().size
    assert [row.index for row in rows] == list(range(size))
    times = [parse_entry(row.text).time for row in rows]
    assert times == sorted(times)
    for row in rows:
        leaf = leaf_hash(row.text.encode())
        assert b"".join(completed_hashes(row.index, leaf, node_hashes)) == bytes(row.hashes)
    last = Checkpoint.objects.latest("size")
    assert last.size == size
    assert bytes(last.root) == tree_root(size, node_hashes)
    for row in Checkpoint.objects.all():
        check_consistency(
            prove_consistency(row.size, size, node_hashes),
            old_size=row.size,
            old_root=bytes(row.root),
            size=size,
            root=bytes(last.root),
        )


def test_two_sweeps_at_once_settle_what_a_crash_left_and_write_one_deal_line(committed_log):
    """As if the process had died between taking the last seat and what follows it."""
    parties = [Party() for _ in range(3)]
    for party in parties:
        for seat in range(4):
            take_seat(party.game, seat, invite=party.invites[seat], now=NOW)
        assert "deal" not in kinds(party)
    got = at_once(*[lambda: sweep(now=NOW)] * 4)
    assert got == [[]] * 4
    for party in parties:
        assert kinds(party) == ["seat"] * 4 + ["deal"]
        assert party.view(0)["phase"] == "contributing"
        rows_follow(party.game)
    log_is_whole()


def test_of_ten_who_ask_for_one_job_and_ten_who_take_it_one_does_each(committed_log):
    game = uuid4()
    now = timezone.now()
    hints = at_once(*[lambda: add_job("audit_game", game, now=now)] * 10)
    assert len({hint.job for hint in hints}) == 1
    assert Job.objects.count() == 1
    taken = at_once(*[lambda: take_job(hints[0].job, now=now)] * 10)
    assert sum(job is not None for job in taken) == 1
    assert Job.objects.get().attempts == 1
