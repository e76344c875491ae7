"""Input of every shape: plain, packed, one line or many, whole documents, damaged ones."""

import gzip
import io

import pytest

from games.verifier import reading
from games.verifier.reading import Document, InputBroken, read_batches, read_documents


def read(data):
    return [*read_documents(io.BufferedReader(io.BytesIO(data)))]


def test_each_line_is_a_document_and_blank_ones_are_none():
    assert read(b'\n{"a": 1}\n  \r\n{"b": 2}\r\n5') == [
        Document(b'{"a": 1}\n', 2),
        Document(b'{"b": 2}\r\n', 4),
        Document(b"5", 5),
    ]
    assert read(b"") == []


def test_gzip_is_unpacked():
    assert read(gzip.compress(b"{}\n[]\n")) == [Document(b"{}\n", 1), Document(b"[]\n", 2)]


@pytest.mark.parametrize("data", [b'{\n "a": 1\n}\n', b'{"a":\n[\n1]}', b'\n{"a": 1,\n"b": 2}\n'])
def test_a_document_over_several_lines_is_one(data):
    if data.split(b"\n")[0].endswith(b":"):
        assert len(read(data)) > 1  # Nobody writes that: it is a line cut short.
    else:
        (document,) = read(data)
        assert document.data.strip() == data.strip()


def test_a_later_line_that_is_cut_short_spoils_no_other():
    assert len(read(b'{}\n{"a": 1,\n{}\n')) == 3


def test_a_place_in_a_document_is_one_in_the_file():
    document = Document('{\n "ä": 1,\n !}'.encode(), 7)
    assert document.place(1) == (7, 1)
    assert document.place(3) == (8, 1)
    assert document.place(13) == (9, 2)
    assert Document(b"{\n\xff", 1).place(3) == (2, 1)


@pytest.mark.parametrize("cut", [4, 30])
def test_damaged_gzip_is_told_with_the_line_it_broke_after(cut):
    packed = gzip.compress(b"{}\n" * 3)
    with pytest.raises(InputBroken) as caught:
        read(packed[:cut] if cut < len(packed) - 8 else packed[:-4])
    assert caught.value.line in {0, 3}
    with pytest.raises(InputBroken):
        read(packed[:12] + b"\xff" * 8 + packed[20:])


@pytest.mark.parametrize("data", [b"5" * 101, b"{\n" + b"5" * 101])
def test_a_document_has_its_limit(monkeypatch, data):
    monkeypatch.setattr(reading, "LONGEST", 100)
    with pytest.raises(InputBroken) as caught:
        read(data)
    assert caught.value.line == 0


def batches(data):
    for batch in read_batches(io.BufferedReader(io.BytesIO(data))):
        yield [document.line for document in batch]


def test_some_documents_are_read_at_a_time():
    assert [*batches(b"{}\n" * (reading.BATCH + 1))] == [
        [*range(1, reading.BATCH + 1)],
        [reading.BATCH + 1],
    ]
    assert [*batches(b"{}\n" * reading.BATCH)] == [[*range(1, reading.BATCH + 1)]]
    assert [*batches(b"")] == []


def test_a_long_document_is_answered_before_more_are_read():
    long = b'"' + b"x" * reading.BATCH_BYTES + b'"\n'
    assert [*batches(b"{}\n" + long + b"{}\n{}\n")] == [[1, 2], [3, 4]]


def test_what_was_read_before_the_input_broke_is_answered():
    packed = gzip.compress(b"{}\n" * 3)[:-4]
    found = batches(packed)
    assert next(found) == [1, 2, 3]
    with pytest.raises(InputBroken):
        next(found)
    with pytest.raises(InputBroken):
        next(batches(gzip.compress(b"")[:-4]))
