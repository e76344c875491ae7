"""Where passed cards land."""

import pytest

from games.rules.passing import Direction, exchange, pass_giver, pass_receiver


@pytest.mark.parametrize(
    ("direction", "players", "receivers"),
    [
        ("left", 4, [1, 2, 3, 0]),
        ("right", 4, [3, 0, 1, 2]),
        ("across", 4, [2, 3, 0, 1]),
        ("hold", 4, [0, 1, 2, 3]),
        ("left", 3, [1, 2, 0]),
        ("right", 3, [2, 0, 1]),
        ("left2", 5, [2, 3, 4, 0, 1]),
        ("right2", 5, [3, 4, 0, 1, 2]),
        ("left2", 6, [2, 3, 4, 5, 0, 1]),
        ("right2", 6, [4, 5, 0, 1, 2, 3]),
        ("across", 6, [3, 4, 5, 0, 1, 2]),
    ],
)
def test_each_passed_card_lands_where_the_direction_says(direction, players, receivers):
    way = Direction(direction)
    dealt = [0b11 << 2 * seat for seat in range(players)]
    gave = [0b01 << 2 * seat for seat in range(players)]
    after = exchange(dealt, gave, direction=way)
    for seat, receiver in enumerate(receivers):
        assert pass_receiver(way, seat, players=players) == receiver
        assert pass_giver(way, receiver, players=players) == seat
        assert after[receiver] & gave[seat] == gave[seat]
    assert all(held.bit_count() == 2 for held in after)
