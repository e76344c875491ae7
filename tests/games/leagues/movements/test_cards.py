"""Cards to print, per player and per table."""

from games.leagues.movements.cards import CardRound, Place, places_of, player_card, table_card

ROUNDS = [
    CardRound(1, (("a", "b", "c", "d"), ("e", "f", "g")), ("h",)),
    CardRound(2, (("h", "a", "e", "f"),), ("b", "c", "d", "g")),
]


def test_a_players_card_has_the_others_from_the_left_on():
    assert player_card("a", ROUNDS, {"a": "Anna", "b": "Ben"}) == (
        "Anna\n"
        "round 1   table 1   seat 0   with Ben, c, d\n"
        "round 2   table 1   seat 1   with e, f, h\n"
    )


def test_a_players_card_says_where_it_sits_out_and_nothing_before_it_came():
    assert player_card("h", ROUNDS, {}) == (
        "h\nround 1   sits out\nround 2   table 1   seat 0   with a, e, f\n"
    )
    assert player_card("late", ROUNDS, {}) == "late\n"


def test_a_tables_card_has_who_comes_by_seat():
    assert table_card(2, ROUNDS, {"f": "Fay"}) == "table 2\nround 1   0 e, 1 Fay, 2 g\n"


def test_places_are_values():
    assert places_of("g", ROUNDS) == [Place(1, 2, 2, ("e", "f", "g"))]
