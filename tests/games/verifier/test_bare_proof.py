"""Deal proofs alone: every published one agrees, and no value of one can be changed."""

import json
from pathlib import Path

import pytest

from games.verifier.options import Options
from games.verifier.verify import verify_value

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "fair-deal.json").read_text())
PROOFS = {str(vector["proof"]["deal"]): vector["proof"] for vector in VECTORS}
FREE = {"by"}
"""Who drew a nonce is nothing that a proof alone binds."""
LOTS = "2000"
"""Its places are those of whoever is seated, which another entry of the log says."""
HEX = "ab" * 32


def copy(number):
    return json.loads(json.dumps(PROOFS[number]))


@pytest.mark.parametrize("number", PROOFS)
def test_the_arithmetic_of_a_published_proof_agrees(number):
    proof = PROOFS[number]
    report = verify_value(proof, Options())
    not_made = {"2": "no log", "8": "no game", "9": "no game", "10": "no log"}
    assert report.to_json() == {
        "deal": proof["deal"],
        "verdict": "ok",
        "strength": "unproven",
        "not_made": not_made,
        "index": proof["index"],
        "hands": proof["hands"],
        "findings": [],
    }
    assert [*report.not_made] == sorted(not_made, key=int)


@pytest.mark.parametrize("number", PROOFS)
def test_what_a_proof_leaves_out_the_report_says(number):
    proof = copy(number)
    for key in ("attempts", "index", "hands"):
        del proof[key]
    report = verify_value(proof, Options())
    assert (report.verdict, report.index) == ("ok", PROOFS[number]["index"])
    lots = proof["deck"].startswith("lots/")
    assert report.to_json()["hands"] == (None if lots else PROOFS[number]["hands"])


def leaves(value, path=()):
    """Yield the path of every value that is neither object nor list."""
    if isinstance(value, dict | list):
        steps = value.items() if isinstance(value, dict) else enumerate(value)
        for step, inner in steps:
            yield from leaves(inner, (*path, step))
    else:
        yield path


def changed(value):
    if isinstance(value, str):
        middle = len(value) // 2
        other = "1" if value[middle] != "1" else "2"
        return value[:middle] + other + value[middle + 1 :]
    return 1 if value is None else value + 1


@pytest.mark.parametrize("number", PROOFS)
def test_every_value_that_is_changed_is_noticed(number):
    for path in leaves(PROOFS[number]):
        if path[-1] in FREE or (number == LOTS and path[0] == "hands"):
            continue
        proof = copy(number)
        at = proof
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = changed(at[path[-1]])
        report = verify_value(proof, Options())
        assert report.verdict in {"false", "unreadable"}, path
        assert report.strength is None


@pytest.mark.parametrize(
    ("number", "change", "step"),
    [
        ("1", {"seed": "A" * 64}, 1),
        ("1", {"deck": "7"}, 1),
        ("1", {"sources": "server"}, 1),
        ("1", {"contributions": []}, 1),
        ("3", {"round": None}, 1),
        ("1", {"seed": HEX}, 3),
        ("3", {"round": PROOFS["3"]["round"] | {"number": 5}}, 5),
        ("3", {"round": PROOFS["3"]["round"] | {"signature": "AB" * 48}}, 5),
        ("1", {"index": "5"}, 6),
        ("1", {"attempts": 2}, 6),
        ("1", {"hands": PROOFS["1"]["hands"][::-1]}, 7),
        ("1", {"hands": PROOFS["1"]["hands"][:3]}, 7),
        ("2000", {"hands": PROOFS["2000"]["hands"][::-1]}, 7),
        ("2000", {"hands": PROOFS["2000"]["hands"][1:]}, 7),
    ],
)
def test_the_first_step_that_fails_is_named(number, change, step):
    report = verify_value(copy(number) | change, Options())
    assert {finding.step for finding in report.findings} == {step}
    later = {str(n) for n in (3, 4, 5, 6, 7) if n > step}
    assert later <= {*report.not_made}


def test_a_nonce_opens_its_k_and_is_no_other_seats():
    proof = copy("1")
    proof["contributions"][1]["nonce"] = proof["contributions"][0]["nonce"]
    report = verify_value(proof, Options())
    assert {finding.rule for finding in report.findings} == {"proof_contribution"}
    assert len(report.findings) == 2


def test_your_own_k_must_be_there_and_yours():
    proof = copy("1")
    proof["contributions"][2]["by"] = "service"
    keys = [given["commitment"] for given in proof["contributions"]]
    report = verify_value(proof, Options(mine=frozenset({keys[1], HEX})))
    assert (report.verdict, report.notes) == ("ok", ("your K stands at seat 1",))
    for other in (keys[2], HEX):
        report = verify_value(proof, Options(mine=frozenset({other})))
        assert [finding.step for finding in report.findings] == [4]
