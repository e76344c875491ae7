"""Every address that can be read is looked at by the tests of secrecy."""

from functools import reduce

from api.document import parsed_document
from tests.secrecy.addresses import NOBODY, OF_OTHERS, ROWS, questions, read_addresses


def test_every_address_that_is_read_has_a_row():
    assert set(read_addresses()) == set(ROWS), "add the new address to tests/secrecy/addresses.py"


def test_every_call_of_the_document_that_reads_is_asked():
    known = {"games": ["GAME"], "seats": ["SEAT"], "numbers": ["NUMBER"], "audits": ["AUDIT"]}
    asked = {question.partition("?")[0] for question in questions(**known)}
    written = {path for path, calls in parsed_document()["paths"].items() if "get" in calls}
    names = {"{game}": "GAME", "{seat}": "SEAT", "{number}": "NUMBER", "{audit}": "AUDIT"}
    others = (part.replace("<uuid:", "{").replace(">", "}") for part in OF_OTHERS)
    names |= {"{place}": "SEAT", "{board}": "1", **dict.fromkeys(others, NOBODY)}
    for path in written:
        assert reduce(lambda path, part: path.replace(part, names[part]), names, path) in asked
