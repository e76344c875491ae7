import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.fairness.errors import StatementMalformed
from deals.fairness.purpose import Purpose, parse_purpose

ID = "7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55"


@pytest.mark.parametrize(
    ("text", "purpose"),
    [
        (f"game/{ID}/hand/1", Purpose("game", ID, 1)),
        (f"table/{ID}/hand/12", Purpose("table", ID, 12)),
        (f"board/{ID}/3", Purpose("board", ID, 3)),
        (f"lots/{ID}/7", Purpose("lots", ID, 7)),
    ],
)
def test_a_purpose_reads_back(text, purpose):
    assert parse_purpose(text) == purpose
    assert str(purpose) == text


@given(
    st.sampled_from(["game", "table", "board", "lots"]),
    st.uuids(),
    st.integers(min_value=1, max_value=10**18 - 1),
)
def test_every_purpose_reads_back(kind, owner, number):
    purpose = Purpose(kind, str(owner), number)
    assert parse_purpose(str(purpose)) == purpose


@pytest.mark.parametrize(
    "text",
    [
        f"game/{ID}/1",
        f"board/{ID}/hand/1",
        f"lots/{ID}/hand/1",
        f"game/{ID}/hand/0",
        f"game/{ID}/hand/01",
        f"game/{ID}/hand/+1",
        f"game/{ID}/hand/1000000000000000000",
        f"game/{ID.upper()}/hand/1",
        f"game/{ID.replace('-', '')}/hand/1",
        f"game/{{{ID}}}/hand/1",
        f"hand/{ID}/hand/1",
        f"game/{ID}/hand/1\n",
        f"game/{ID}/hand/\u0661",
        "",
    ],
)
def test_another_text_is_no_purpose(text):
    with pytest.raises(StatementMalformed):
        parse_purpose(text)
