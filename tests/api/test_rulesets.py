"""POST /rulesets/check."""

from games.rules.ruleset import parse_rules_line
from tests.api.guests import is_problem


def test_rules_are_answered_in_their_canonical_form(guests):
    answer = guests.post("/rulesets/check", {"rules": {"preset": "windows", "target": 50}}).json()
    assert parse_rules_line(answer["line"]).target == 50
    assert answer["rules"]["target"] == 50
    assert len(answer["rules"]) == 22


def test_the_setting_that_fails_is_named(guests):
    for rules, setting in [
        ({"target": 26}, "target"),
        ({"target": None}, "hands"),
        ({"Target": 50}, "Target"),
        ({"players": 3, "passing": ["across"]}, "passing"),
        ({"preset": "nonesuch"}, "preset"),
    ]:
        refused = guests.post("/rulesets/check", {"rules": rules})
        assert is_problem(refused, 422, "invalid-rules")["setting"] == setting


def test_a_body_that_does_not_fit_is_told_where(guests):
    for body in ({}, {"rules": 1}, {"rules": None}, {"rules": [{}]}):
        problem = is_problem(guests.post("/rulesets/check", body), 422, "invalid-body")
        assert {place["pointer"] for place in problem["errors"]} == {"/rules"}


def test_a_check_answers_post_alone(guests):
    is_problem(guests.get("/rulesets/check"), 405, "method-not-allowed")
