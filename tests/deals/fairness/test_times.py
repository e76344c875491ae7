from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.fairness.errors import StatementMalformed
from deals.fairness.times import cut_time, format_time, parse_time


def test_a_time_is_written_in_24_characters():
    moment = datetime(2026, 11, 2, 19, 0, 3, 750_000, tzinfo=UTC)
    assert format_time(moment) == "2026-11-02T19:00:03.750Z"
    assert parse_time("2026-11-02T19:00:03.750Z") == moment


def test_milliseconds_are_cut_not_rounded():
    assert format_time(datetime(2026, 1, 1, 0, 0, 0, 999_999, tzinfo=UTC)).endswith("00.999Z")


@given(st.datetimes(timezones=st.just(UTC)))
def test_a_time_that_was_cut_is_its_text_s_moment(moment):
    assert cut_time(moment) == parse_time(format_time(moment))


def test_a_time_of_another_zone_is_written_in_utc():
    there = timezone(timedelta(hours=2))
    assert format_time(datetime(2026, 1, 1, 1, 30, tzinfo=there)) == "2025-12-31T23:30:00.000Z"


@given(st.datetimes(timezones=st.just(UTC)))
def test_a_time_reads_back_up_to_the_millisecond(moment):
    text = format_time(moment)
    assert len(text) == 24
    assert moment - timedelta(milliseconds=1) < parse_time(text) <= moment
    assert format_time(parse_time(text)) == text


def test_a_time_without_a_zone_is_refused():
    naive = datetime(2026, 1, 1, tzinfo=UTC).replace(tzinfo=None)
    with pytest.raises(StatementMalformed, match="zone"):
        format_time(naive)


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-02T19:00:03.75Z",
        "2026-11-02T19:00:03Z",
        "2026-11-02T19:00:03.7500Z",
        "2026-11-02 19:00:03.750Z",
        "2026-11-02T19:00:03.750z",
        "2026-11-02T19:00:03.750+00:00",
        "2026-11-02T19:00:03,750Z",
        "2026-11-02T19:00:03.750Z\n",
        "2026-02-30T19:00:03.750Z",
        "2025-02-29T19:00:03.750Z",
        "2026-13-02T19:00:03.750Z",
        "0000-11-02T19:00:03.750Z",
        "2026-11-02T24:00:00.000Z",
        "2026-11-02T19:60:03.750Z",
        "2026-11-02T19:00:60.750Z",
        "٢٠٢٦-11-02T19:00:03.750Z",
        "",
    ],
)
def test_other_shapes_and_dates_that_are_in_no_calendar_are_refused(text):
    with pytest.raises(StatementMalformed):
        parse_time(text)
