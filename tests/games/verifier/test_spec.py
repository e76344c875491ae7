"""What the fair deal's SPEC.md says of the command and its report is what they are."""

import json
from pathlib import Path

import pytest

from games.verifier.command import _parser
from games.verifier.findings import RULES
from games.verifier.options import Options
from games.verifier.report import EXIT_STATUS
from games.verifier.verify import verify_value

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "deals/fairness/SPEC.md").read_text(encoding="utf-8")
REPORT = PAGE[PAGE.index("### 8a.") : PAGE.index("## 9.")]
VECTOR = json.loads((ROOT / "tests/vectors/fair-deal.json").read_text())[0]["proof"]


def test_the_steps_findings_are_named_in_their_order():
    places = [REPORT.index(f"`{name}`") for name in RULES.values() if name != "proof_pass"]
    assert places == sorted(places)
    assert "`proof_pass`" in REPORT


def test_every_option_of_the_command_is_shown_and_no_other():
    options = {option for action in _parser()._actions for option in action.option_strings}
    shown = {word.strip("[]`") for word in REPORT.split() if word.strip("[`").startswith("--")}
    assert {word.rstrip("`,.") for word in shown} == options - {"-h", "--help"}


@pytest.mark.parametrize("verdict", EXIT_STATUS)
def test_every_verdict_is_named(verdict):
    assert f"`{verdict}`" in REPORT


def test_the_keys_of_both_reports_are_shown_in_their_order(vector, pinned):
    example = json.loads(REPORT[REPORT.index('    {"id"') : REPORT.index("Of a bare proof")])
    report = verify_value(json.loads(vector), pinned).to_json()
    assert [*example] == [*report]
    assert {*example["hands"][0]} == {*report["hands"][0]}
    of_proof = verify_value(VECTOR, Options()).to_json()
    assert ", ".join(f"`{key}`" for key in of_proof) in REPORT
