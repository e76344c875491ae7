"""Deals counted."""

from deals.cards.card import parse_card
from deals.models import Deal
from deals.selectors.deals import ended_deals
from deals.selectors.statistics import Band, deal_counts, dealt_counts
from games.services.voiding import void_hand


def test_deals_are_counted_by_state_and_reason(party):
    void_hand(party.game, deal=party.summary["deal"], now=party.clock())
    party.play_hand()
    counts = deal_counts()
    assert (counts.total, counts.voided) == (3, 1)
    assert counts.states[Deal.State.REVEALED] == 1
    assert counts.reasons == {"director": 1}


def test_each_seat_s_queens_and_hearts_are_those_that_were_dealt(party):
    for _ in range(2):
        party.play_hand()
    queen = parse_card("QS")
    dealt = [deal.holdings for deal in ended_deals(party.game).values()]
    found = dealt_counts(most=10)
    assert found.deals == 2
    for seat in found.seats:
        assert seat.queens.found == sum(queen in deal[seat.seat] for deal in dealt)
    assert sum(seat.hearts.found for seat in found.seats) == 26
    assert dealt_counts(most=1).deals == 1


def test_without_a_revealed_deal_all_counts_are_nothing(log):
    found = dealt_counts(most=10)
    assert found.deals == 0
    assert all(seat.queens.is_inside and seat.hearts.is_inside for seat in found.seats)


def test_a_count_outside_its_band_is_said():
    assert not Band(9, 5.0, 2.0, 8.0).is_inside
    assert Band(8, 5.0, 2.0, 8.0).is_inside
