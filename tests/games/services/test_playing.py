"""A card in the middle of a hand: no lock, and yet one line for one seq."""

import pytest
from django.db import OperationalError, connection

from deals.cards.card import parse_card
from games.events.event import parse_event
from games.rules.errors import WrongPhase
from games.selectors.events import event_lines
from games.services.acts import Act
from games.services.errors import StaleSeq
from games.services.playing import play_card, record_play
from games.services.rebuilding import derived_rows, stored_rows
from games.services.table import read_table, save_card
from tests.cast import NOW, Party


@pytest.fixture
def playing(party):
    party.contribute()
    party.pass_cards()
    return party


def next_play(party):
    view = party.view(party.summary["turn"])
    return view["seat"], view["cards"]["legal_cards"][0], view["seq"]


def plays(party):
    return [line for line in event_lines(party.game) if parse_event(line).kind == "play"]


def test_of_two_who_read_the_same_state_the_second_writes_nothing(playing):
    seat, card, _ = next_play(playing)
    first, second = (read_table(playing.game, now=playing.clock()) for _ in range(2))
    for table in (first, second):
        play_card(table, seat, parse_card(card))
    assert save_card(first)
    before = stored_rows(playing.game)
    assert not save_card(second)
    assert stored_rows(playing.game) == before == derived_rows(playing.game)
    assert len(plays(playing)) == 1


def test_a_card_for_an_earlier_state_is_stale(playing):
    seat, card, seq = next_play(playing)
    record_play(playing.game, seat, card, expected_seq=seq, now=playing.clock())
    with pytest.raises(StaleSeq) as caught:
        record_play(playing.game, seat, card, expected_seq=seq, now=playing.clock())
    assert caught.value.seq == seq + 1


def test_before_the_cards_are_dealt_nobody_plays(party):
    with pytest.raises(WrongPhase):
        record_play(party.game, 0, "2C", expected_seq=party.summary["seq"], now=party.clock())


def test_a_notification_that_fails_takes_nothing_back(committed_log, caplog):
    party = Party(sources="server", rules={"preset": "standard", "passing": "none"})
    party.sit()
    seat, card, seq = next_play(party)

    def cut(execute, sql, *rest):
        if "pg_notify" in sql:
            raise OperationalError("the line is cut")
        return execute(sql, *rest)

    with connection.execute_wrapper(cut):
        act = record_play(party.game, seat, card, expected_seq=seq, now=NOW)
    assert isinstance(act, Act)
    assert len(plays(party)) == 1
    assert "on_commit" in caplog.text
