"""Standings as people read them."""

import csv
import io
from fractions import Fraction

import pytest

from games.leagues.standings.ranking import rank_entrants
from games.leagues.standings.shown import decimal_text, format_csv_standings, line_to_json
from games.leagues.standings.tally import Tally

TALLIES = {
    "a": Tally(3, Fraction(5), 3, Fraction(1), Fraction(-31)),
    "b": Tally(),
}
NAMES = {"a": "@Anna"}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(5, 3), "1.6667"),
        (Fraction(1, 20000), "0.0000"),
        (Fraction(3, 20000), "0.0002"),
        (Fraction(-26), "-26.0000"),
    ],
)
def test_decimals_have_four_places_and_halves_go_to_even(value, text):
    assert decimal_text(value) == text


def test_a_line_is_exact_and_has_a_decimal_beside_it():
    first, last = (line_to_json(line, NAMES) for line in rank_entrants("cumulative", TALLIES))
    assert (first["mean"], first["mean_decimal"], first["sum"]) == ("5/3", "1.6667", "5")
    assert first["values"] == {"mean": "5/3", "firsts": "1/3", "points": "-31/3"}
    assert (last["rank"], last["mean"], last["mean_decimal"], last["name"]) == (None,) * 4


def test_in_a_spreadsheet_names_are_text_and_numbers_stay_numbers():
    text = format_csv_standings("same-deal", rank_entrants("same-deal", TALLIES), NAMES)
    first, last = csv.DictReader(io.StringIO(text))
    assert (first["name"], first["difference"]) == ("'@Anna", "-10.3333")
    assert (first["mean_numerator"], first["mean_denominator"]) == ("5", "3")
    assert (last["rank"], last["mean"], last["mean_numerator"], last["name"]) == ("",) * 4
    assert text.count("\r\n") == 3
