"""A game through its services, act by act."""

import hashlib
from pathlib import Path
from uuid import UUID

import pytest

from deals.models import Contribution, Deal, Entry, Job
from deals.services.checkpoints import SignerRefuses
from deals.services.errors import (
    AlreadyContributed,
    ContributionsClosed,
    DoesNotOpen,
    ReusedNonce,
    StaleHead,
    TooEarly,
)
from deals.services.keys import service_keys
from deals.tlog.note import check_note, parse_note
from games.events.chain import check_chain
from games.events.event import parse_event
from games.events.receipt import parse_receipt
from games.models import Event, Game, HandState, Score, SeatHolder
from games.rules.errors import (
    AlreadyPassed,
    InvalidRules,
    MustFollowSuit,
    NotYourTurn,
    PassNotHeld,
    WrongPassCount,
    WrongPhase,
)
from games.selectors.events import event_lines
from games.services.contributing import contribute, open_seat_nonce
from games.services.creating import create_game
from games.services.errors import (
    InvalidGame,
    SeatAlreadyTaken,
    StaleSeq,
    UnknownGame,
    WrongInvite,
)
from games.services.passing import record_pass
from games.services.playing import record_play
from games.services.rebuilding import derived_rows, rebuild_game, stored_rows
from games.services.seating import take_seat
from games.services.settling import settle_game
from tests.cast import NOW, Party


def kinds(game):
    return [parse_event(line).kind for line in event_lines(game)]


def rows_follow(party):
    assert stored_rows(party.game) == derived_rows(party.game)


def test_a_new_game_logs_its_header_and_commits_its_first_deal(log):
    party = Party()
    texts = list(Entry.objects.order_by("index").values_list("kind", "text"))
    assert [kind for kind, _ in texts] == ["key", "key", "game", "commit"]
    game = Game.objects.get()
    assert texts[2][1] == game.header
    assert game.head == hashlib.sha256(game.header.encode()).hexdigest()
    assert party.summary["deal"] == 1
    assert party.summary["state"] == "seating"
    rows_follow(party)


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"seats": ("human",) * 3}, "/seats"),
        ({"seats": ("human", "human", "human", "robot")}, "/seats/3"),
        ({"sources": "dice"}, "/sources"),
        ({"wait": 9}, "/wait"),
        ({"wait": 604_801}, "/wait"),
    ],
)
def test_a_game_that_can_not_be_is_refused_and_leaves_nothing(log, change, pointer):
    terms = {"seats": ("human",) * 4, "sources": "seats", "wait": 60} | change
    with pytest.raises(InvalidGame) as caught:
        create_game({}, **terms, now=NOW)
    assert caught.value.pointer == pointer
    assert Entry.objects.count() == 2
    assert not Game.objects.exists()


def test_rules_that_contradict_each_other_are_refused_by_name(log):
    with pytest.raises(InvalidRules) as caught:
        create_game({"players": 5, "passing": ["across"]}, sources="seats", wait=60, now=NOW)
    assert caught.value.setting == "passing"


def test_a_seat_is_taken_once_with_its_own_invite(log):
    party = Party()
    with pytest.raises(WrongInvite):
        take_seat(party.game, 0, invite=party.invites[1], now=NOW)
    with pytest.raises(UnknownGame):
        take_seat(party.game, 4, invite=party.invites[1], now=NOW)
    with pytest.raises(UnknownGame):
        take_seat(UUID(int=1), 0, invite="x", now=NOW)
    taken = take_seat(party.game, 0, invite=party.invites[0], now=NOW)
    assert taken.act.line.endswith(f" 0 seat 0 human {taken.player}")
    with pytest.raises(SeatAlreadyTaken):
        take_seat(party.game, 0, invite=party.invites[0], now=NOW)
    rows_follow(party)


def test_no_invite_is_kept_and_a_computer_seat_takes_none(log):
    party = Party(seats=("human", "human", "human", "computer"))
    kept = [bytes(row.invite) for row in SeatHolder.objects.exclude(invite=None)]
    assert kept == [hashlib.sha256(party.invites[seat].encode()).digest() for seat in range(3)]
    with pytest.raises(WrongInvite):
        take_seat(party.game, 3, invite="", now=NOW)


def test_the_deal_line_comes_with_the_last_seat_and_names_a_checkpoint_over_its_commit(party):
    assert kinds(party.game) == ["seat"] * 4 + ["deal"]
    deal = Deal.objects.get()
    detail = parse_event(event_lines(party.game)[4]).detail
    assert (detail.number, detail.commitment, detail.entry) == (1, deal.commitment, 3)
    assert detail.size > 3
    assert party.summary["state"] == "playing"
    rows_follow(party)


def test_before_the_last_seat_is_taken_nobody_can_contribute(log):
    Party()
    with pytest.raises(TooEarly):
        contribute(1, 0, "ab" * 32, now=NOW)


def test_every_seat_commits_before_any_seat_opens(party):
    for seat in range(3):
        contribute(1, seat, party.commitment(seat), now=party.clock())
        with pytest.raises(TooEarly):
            open_seat_nonce(1, seat, party.nonce(seat), head="00" * 32, now=NOW)
        rows_follow(party)
    with pytest.raises(AlreadyContributed):
        contribute(1, 2, "ab" * 32, now=NOW)
    with pytest.raises(AlreadyContributed, match="another seat"):
        contribute(1, 3, party.commitment(0), now=NOW)
    act = contribute(1, 3, party.commitment(3), now=party.clock())
    with pytest.raises(StaleHead):
        open_seat_nonce(1, 0, party.nonce(0), head="00" * 32, now=NOW)
    with pytest.raises(DoesNotOpen):
        open_seat_nonce(1, 0, party.nonce(1), head=act.head, now=NOW)
    open_seat_nonce(1, 0, party.nonce(0), head=act.head, now=party.clock())
    rows_follow(party)
    with pytest.raises(AlreadyContributed):
        open_seat_nonce(1, 0, party.nonce(0), head=act.head, now=NOW)
    with pytest.raises(ContributionsClosed):
        contribute(1, 0, "ab" * 32, now=NOW)
    for seat in range(1, 4):
        open_seat_nonce(1, seat, party.nonce(seat), head=act.head, now=party.clock())
        rows_follow(party)
    assert kinds(party.game)[5:] == ["contribute"] * 4 + ["nonce"] * 4 + ["freeze"]
    with pytest.raises(ContributionsClosed):
        open_seat_nonce(1, 0, party.nonce(0), head=act.head, now=NOW)


def test_a_nonce_of_zeros_or_of_an_earlier_deal_is_refused(party, monkeypatch):
    party.play_hand()
    used = Contribution.objects.get(deal=1, seat=0).nonce
    monkeypatch.setattr(Party, "nonce", lambda _, seat: "00" * 32 if seat else used)
    for seat in range(4):
        head = contribute(2, seat, party.commitment(seat), now=party.clock()).head
    for seat, nonce in [(0, used), (1, "00" * 32)]:
        with pytest.raises(ReusedNonce):
            open_seat_nonce(2, seat, nonce, head=head, now=NOW)


def test_a_deal_that_is_no_games_or_over_takes_nothing(party):
    with pytest.raises(UnknownGame):
        contribute(99, 0, "ab" * 32, now=NOW)
    with pytest.raises(UnknownGame, match="no seat 4"):
        contribute(1, 4, "ab" * 32, now=NOW)
    party.play_hand()
    with pytest.raises(ContributionsClosed):
        contribute(1, 0, "ab" * 32, now=NOW)


def test_a_pass_is_made_once_of_cards_that_were_dealt(party):
    with pytest.raises(WrongPhase):
        record_pass(party.game, 0, ["2C", "3C", "4C"], now=NOW)
    party.contribute()
    held = party.view(0)["cards"]["holding"]
    foreign = party.view(1)["cards"]["holding"]
    with pytest.raises(WrongPassCount):
        record_pass(party.game, 0, held[:2], now=NOW)
    with pytest.raises(PassNotHeld):
        record_pass(party.game, 0, foreign[:3], now=NOW)
    act = record_pass(party.game, 0, held[:3], now=party.clock())
    assert hashlib.sha256(act.opening.encode()).hexdigest() in act.line
    assert not any(card in act.line.split(" ")[5] for card in held[:3])
    with pytest.raises(AlreadyPassed):
        record_pass(party.game, 0, held[3:6], now=NOW)
    rows_follow(party)


def test_passed_cards_land_to_the_left_and_only_when_all_have_passed(party):
    party.contribute()
    gave = {}
    for seat in range(4):
        assert party.view(0)["cards"]["received"] is None
        gave[seat] = party.view(seat)["cards"]["holding"][-3:]
        record_pass(party.game, seat, gave[seat], now=party.clock())
    for seat in range(4):
        cards = party.view(seat)["cards"]
        assert cards["received"] == gave[(seat - 1) % 4]
        assert set(cards["received"]) <= set(cards["holding"])
        assert not set(cards["gave"]) & set(cards["holding"])


def test_a_play_is_of_a_legal_card_on_turn_at_the_seq_expected(party):
    with pytest.raises(WrongPhase):
        record_play(party.game, 0, "2C", expected_seq=party.summary["seq"], now=NOW)
    party.contribute()
    party.pass_cards()
    turn = party.summary["turn"]
    seq = party.summary["seq"]
    with pytest.raises(StaleSeq) as caught:
        record_play(party.game, turn, "2C", expected_seq=seq - 1, now=NOW)
    assert caught.value.seq == seq
    with pytest.raises(NotYourTurn):
        record_play(party.game, (turn + 1) % 4, "2C", expected_seq=seq, now=NOW)
    act = record_play(party.game, turn, "2C", expected_seq=seq, now=party.clock())
    assert act.seq == seq + 1
    second = (turn + 1) % 4
    view = party.view(second)
    wrong = [card for card in view["cards"]["holding"] if card[1] != "C"]
    if view["cards"]["legal_cards"][0][1] == "C":
        with pytest.raises(MustFollowSuit):
            record_play(party.game, second, wrong[0], expected_seq=act.seq, now=NOW)
    rows_follow(party)


def test_every_act_is_answered_with_a_receipt_that_lies_on_the_chain(party):
    party.contribute()
    held = party.view(2)["cards"]["holding"]
    act = record_pass(party.game, 2, held[:3], now=party.clock())
    note = parse_note(act.receipt)
    check_note(note, service_keys().receipt.verifier_key)
    receipt = parse_receipt(note.text)
    event = Event.objects.get(game__id=party.game, seq=act.seq)
    assert (receipt.game, receipt.seq) == (str(party.game), act.seq)
    assert receipt.head == act.head == bytes(event.head).hex()
    assert event.line == act.line


def test_a_hand_ends_with_score_openings_reveal_and_the_next_commit(party):
    party.play_hand()
    tail = kinds(party.game)[-7:]
    assert tail == ["score"] + ["open"] * 4 + ["reveal", "deal"]
    entries = list(Entry.objects.order_by("index").values_list("kind", flat=True))
    assert entries[2:] == ["game", "commit", "freeze", "head", "reveal", "commit"]
    assert party.summary["hand"] == 2
    assert Deal.objects.get(number=1).state == "revealed"
    rows_follow(party)


def test_a_hand_with_sources_server_is_dealt_at_once(log):
    party = Party(sources="server")
    party.sit()
    assert kinds(party.game) == ["seat"] * 4 + ["deal"]
    assert party.view(0)["phase"] == "passing"
    rows_follow(party)
    party.play_hand()
    rows_follow(party)


def test_a_whole_game_keeps_its_rows_equal_to_the_replay_of_its_log(log):
    party = Party(rules={"preset": "standard", "target": 25})
    party.sit()
    party.play_game()
    summary = party.summary
    assert summary["state"] == "finished"
    assert max(summary["totals"]) >= 25
    assert summary["winners"] == [summary["totals"].index(min(summary["totals"]))]
    rows = Event.objects.filter(game__id=party.game).order_by("seq")
    heads = [bytes(head).hex() for head in rows.values_list("head", flat=True)]
    check_chain(summary["header"], event_lines(party.game), heads)
    assert list(rows.values_list("seq", flat=True)) == list(range(1, len(heads) + 1))
    assert [job.kind for job in Job.objects.all()] == ["audit_game"]
    rows_follow(party)
    with pytest.raises(WrongPhase):
        record_play(party.game, 0, "2C", expected_seq=summary["seq"], now=NOW)


def test_emptied_rows_are_rebuilt_in_mid_hand_and_the_game_goes_on(party):
    party.play_hand()
    party.contribute()
    party.pass_cards()
    for _ in range(6):
        party.play()
    before = stored_rows(party.game)
    HandState.objects.all().delete()
    Score.objects.all().delete()
    Game.objects.update(totals=[1, 2, 3, 4], winners=[1], computers=[2], hand=7)
    assert rebuild_game(party.game) is True
    assert stored_rows(party.game) == before
    assert rebuild_game(party.game) is False
    party.play()
    rows_follow(party)


def test_with_a_signer_that_refuses_no_game_begins(log, settings):
    state = Path(settings.HEARTS_KEYS) / "log.signed"
    Party()
    state.write_text("99 " + "ab" * 32 + "\n")
    with pytest.raises(SignerRefuses):
        create_game({}, seats=("human",) * 4, sources="seats", wait=60, now=NOW)
    assert Game.objects.count() == 1


def test_a_game_that_is_committed_is_answered_though_the_signer_refuses_then(log, monkeypatch):
    asked = []

    def refuse_the_second(*, now):
        asked.append(now)
        if len(asked) > 1:
            raise SignerRefuses("the database was restored just now")

    monkeypatch.setattr("games.services.settling.publish_checkpoint", refuse_the_second)
    monkeypatch.setattr("games.services.creating.publish_checkpoint", refuse_the_second)
    assert sorted(Party().invites) == [0, 1, 2, 3]
    assert len(asked) == 2


def test_a_hand_that_does_not_open_is_rebuilt_and_the_games_after_it_too(party):
    party.contribute()
    before = stored_rows(party.game)
    HandState.objects.update(sealed=b"\0")
    assert rebuild_game(party.game) is True
    assert stored_rows(party.game) == before


def test_a_seat_whose_row_is_missing_is_nobody(log):
    party = Party()
    SeatHolder.objects.all().delete()
    assert settle_game(party.game, now=NOW) == ()
    assert kinds(party.game) == []
