"""Rule sets."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from api.body import read_body
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import Endpoint
from api.v1 import examples
from api.v1.inputs import RulesInput
from api.v1.shapes import RulesShape
from games.rules.ruleset import format_rules_line, parse_rules, rules_to_json


class CheckRules(Endpoint):
    """A check of rules."""

    @described(
        Call(
            id="check_rules",
            summary="Check rules",
            answers=[Answer(200, "They can be played.", RulesShape, examples.RULES_CHECKED)],
            refuses=[Code.INVALID_RULES],
            takes=RulesInput,
            example={"rules": {"preset": "standard", "target": 50}},
            more={Code.INVALID_RULES: {"setting": "moon"}},
        )
    )
    def post(self, request: Request) -> Response:
        """Return the canonical form of rules, or name the setting that fails."""
        rules = parse_rules(read_body(RulesInput, request)["rules"])
        return Response({"line": format_rules_line(rules), "rules": rules_to_json(rules)})
