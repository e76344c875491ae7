import pytest

from deals.cards.seat import next_seat


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_turn_goes_round_the_table_and_comes_back(players):
    seats = [0]
    for _ in range(players):
        seats.append(next_seat(seats[-1], players=players))
    assert seats == [*range(players), 0]
