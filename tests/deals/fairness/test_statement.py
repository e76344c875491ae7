from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.cards.card import CARDS
from deals.cards.holding import Holding
from deals.fairness.errors import FairnessError, StatementMalformed, UnknownStatement
from deals.fairness.kinds import CARD, COUNT, HEX32, INDEX, TEXT, WORD
from deals.fairness.kinds import CARDS as CARDS_KIND
from deals.fairness.statement import (
    SIZE_LIMIT,
    Field,
    Form,
    decode_statement,
    format_statement,
    parse_statement,
)


@dataclass(frozen=True)
class Sample:
    count: int
    what: str
    lines: tuple[str, ...]
    cards: Holding


SAMPLE = Form(
    "sample",
    Sample,
    (
        Field("count", COUNT),
        Field("for", TEXT, name="what"),
        Field("line", WORD, name="lines", repeated=True),
        Field("cards", CARDS_KIND),
    ),
)
TEXT_OF_SAMPLE = "hearts/sample/v1\ncount 7\nfor a b\nline x\nline y\ncards 2C QS\n"

words = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=9)
samples = st.builds(
    Sample,
    count=st.integers(1, 10**18 - 1),
    what=st.lists(words, min_size=1, max_size=3).map(" ".join),
    lines=st.lists(words, min_size=1, max_size=4).map(tuple),
    cards=st.sets(st.sampled_from(CARDS), min_size=1, max_size=5).map(Holding),
)


def test_a_statement_is_its_first_line_and_its_keys_in_order():
    value = Sample(7, "a b", ("x", "y"), Holding([CARDS[0], CARDS[49]]))
    assert format_statement(SAMPLE, value) == TEXT_OF_SAMPLE
    assert parse_statement(SAMPLE, TEXT_OF_SAMPLE) == value


@given(samples)
def test_every_statement_reads_back(value):
    assert parse_statement(SAMPLE, format_statement(SAMPLE, value)) == value


@given(samples, st.data())
def test_a_changed_byte_is_an_error_or_another_value(value, data):
    text = format_statement(SAMPLE, value)
    place = data.draw(st.integers(0, len(text) - 1))
    byte = data.draw(st.characters(max_codepoint=0x7F).filter(lambda byte: byte != text[place]))
    try:
        changed = parse_statement(SAMPLE, text[:place] + byte + text[place + 1 :])
    except StatementMalformed:
        return
    assert changed != value


@given(samples, st.data())
def test_a_missing_or_an_additional_byte_is_an_error_or_another_value(value, data):
    text = format_statement(SAMPLE, value)
    place = data.draw(st.integers(0, len(text)))
    inserted = data.draw(st.sampled_from("\n\r\t \0\x7f0a"))
    for other in (text[:place] + text[place + 1 :], text[:place] + inserted + text[place:]):
        try:
            assert other == text or parse_statement(SAMPLE, other) != value
        except StatementMalformed:
            continue


@given(st.text(max_size=200))
def test_nothing_but_a_statement_error_leaves_the_parser(text):
    for candidate in (text, "hearts/sample/v1\n" + text, TEXT_OF_SAMPLE + text):
        try:
            value = parse_statement(SAMPLE, candidate)
        except StatementMalformed:
            continue
        assert format_statement(SAMPLE, value) == candidate


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (TEXT_OF_SAMPLE.replace("\n", "\r\n"), 1),
        ("\N{BYTE ORDER MARK}" + TEXT_OF_SAMPLE, None),
        (TEXT_OF_SAMPLE[:-1], None),
        (TEXT_OF_SAMPLE + "\n", 6),
        ("", None),
        ("\n", 1),
        ("hearts/sample/v1\n", None),
        ("hearts/sample/v2\n", 1),
        ("hearts/sample/v1 \n", 1),
        (TEXT_OF_SAMPLE.replace("count 7", "count 07"), 2),
        (TEXT_OF_SAMPLE.replace("count 7", "count 0"), 2),
        (TEXT_OF_SAMPLE.replace("count 7", "count 1000000000000000000"), 2),
        (TEXT_OF_SAMPLE.replace("count 7", "count  7"), 2),
        (TEXT_OF_SAMPLE.replace("count 7", "count"), 2),
        (TEXT_OF_SAMPLE.replace("count 7", "Count 7"), 2),
        (TEXT_OF_SAMPLE.replace("a b", "a  b"), 3),
        (TEXT_OF_SAMPLE.replace("a b", "a b "), 3),
        (TEXT_OF_SAMPLE.replace("a b", "a\tb"), 3),
        (TEXT_OF_SAMPLE.replace("a b", "a\x7fb"), 3),
        (TEXT_OF_SAMPLE.replace("a b", "a\x85b"), None),
        (TEXT_OF_SAMPLE.replace("a b", "\N{LATIN SMALL LETTER A WITH DIAERESIS}"), None),
        (TEXT_OF_SAMPLE.replace("line x\nline y\n", ""), None),
        (TEXT_OF_SAMPLE.replace("line x\nline y\n", "line x\nfor y\n"), 5),
        (TEXT_OF_SAMPLE.replace("2C QS", "QS 2C"), None),
        (TEXT_OF_SAMPLE.replace("2C QS", "2C 2C"), 6),
        (TEXT_OF_SAMPLE.replace("count 7\nfor a b", "for a b\ncount 7"), 2),
    ],
)
def test_what_is_not_canonical_is_refused_with_its_line(text, line):
    with pytest.raises(StatementMalformed) as raised:
        parse_statement(SAMPLE, text)
    assert raised.value.line == line
    assert isinstance(raised.value, FairnessError)


def test_the_first_line_of_another_kind_is_told():
    with pytest.raises(UnknownStatement) as raised:
        parse_statement(SAMPLE, "hearts/other/v1\n")
    assert raised.value.first_line == "hearts/other/v1"


@pytest.mark.parametrize(
    "value",
    [
        Sample(0, "a", ("x",), Holding([CARDS[0]])),
        Sample(1, "a\nfor b", ("x",), Holding([CARDS[0]])),
        Sample(1, "a", (), Holding([CARDS[0]])),
        Sample(1, "a", ("x\nline y",), Holding([CARDS[0]])),
        Sample(1, "a", ("x y",), Holding([CARDS[0]])),
        Sample(1, "", ("x",), Holding([CARDS[0]])),
        Sample(1, "a", ("x",), Holding()),
    ],
)
def test_a_value_that_could_not_be_read_back_is_not_written(value):
    with pytest.raises(StatementMalformed):
        format_statement(SAMPLE, value)


def test_a_statement_fits_into_an_entry_bundle():
    short = Form("s", Sample, SAMPLE.fields)
    value = Sample(1, "a" * (SIZE_LIMIT - 41), ("x",), Holding([CARDS[0]]))
    assert len(format_statement(short, value)) == SIZE_LIMIT
    with pytest.raises(StatementMalformed, match="longer"):
        format_statement(short, Sample(1, "a" + value.what, ("x",), value.cards))


@dataclass(frozen=True)
class Pair:
    card: str
    number: int


def test_single_cards_and_the_longest_index_are_values_too():
    form = Form("pair", Pair, (Field("card", CARD), Field("number", INDEX)))
    number = 10**4900
    assert parse_statement(form, format_statement(form, Pair(CARDS[49], number))).number == number
    with pytest.raises(StatementMalformed):
        parse_statement(form, "hearts/pair/v1\ncard 1S\nnumber 7\n")


def test_bytes_are_read_as_ascii_only():
    assert decode_statement(b"hearts/seed/v1\n") == "hearts/seed/v1\n"
    with pytest.raises(StatementMalformed, match="ASCII"):
        decode_statement("\N{EM DASH}".encode())


@pytest.mark.parametrize("text", ["0" * 63, "0" * 65, "A" * 64, "0x" + "0" * 62, "0" * 64 + "\r"])
def test_key_material_of_another_length_or_case_is_refused(text):
    assert HEX32.parse(text) is None
