import pytest

from deals.fairness.errors import UnknownDeck
from deals.fairness.places import MOST_LOTS, lots_count, place_sizes, seat_count


@pytest.mark.parametrize(
    ("deck", "seats", "sizes"),
    [
        ("4", 4, (13,) * 4),
        ("3", 3, (17,) * 3),
        ("5", 5, (10,) * 5),
        ("6", 6, (8,) * 6),
        ("3+kitty", 3, (17, 17, 17, 1)),
        ("5+kitty", 5, (*(10,) * 5, 2)),
        ("6+kitty", 6, (*(8,) * 6, 4)),
        ("lots/1", 1, (1,)),
        ("lots/13", 13, (1,) * 13),
    ],
)
def test_the_kitty_is_a_place_but_no_seat(deck, seats, sizes):
    assert seat_count(deck) == seats
    assert place_sizes(deck) == sizes


def test_only_lots_have_a_number_of_lots():
    assert lots_count("4") is None
    assert lots_count(f"lots/{MOST_LOTS}") == MOST_LOTS


@pytest.mark.parametrize(
    "deck",
    [
        "",
        "2",
        "7",
        "4+kitty",
        "04",
        "lots/",
        "lots/0",
        "lots/01",
        "lots/-1",
        "lots/1 ",
        "lots/\u0661",
        "Lots/4",
        "lots/1751",
        "lots/999999999",
    ],
)
def test_another_code_is_no_deck(deck):
    with pytest.raises(UnknownDeck) as raised:
        place_sizes(deck)
    assert raised.value.deck == deck
