import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.tlog.base64_text import format_base64, parse_base64


@given(st.binary(max_size=99))
def test_bytes_read_back(data):
    assert format_base64(data) == base64.b64encode(data).decode()
    assert parse_base64(format_base64(data)) == data


@pytest.mark.parametrize(
    "text",
    ["AQ", "AQ=", "AQ===", "AR==", "AQI", "AQJ=", "A", "AQ==\n", " AQ==", "AQ== ", "A\nQ==",
     "-_-_", "AQ==AQ==", "====", "\N{EM DASH}", "AQ=\N{EQUALS SIGN ABOVE PLUS SIGN}"],
)  # fmt: skip
def test_what_is_not_written_so_is_refused(text):
    assert parse_base64(text) is None
