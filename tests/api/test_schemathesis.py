"""The whole OpenAPI document, fuzzed: nothing answers 5xx, nor otherwise than is written there."""

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.generation import GenerationMode

from hearts_site.wsgi import application
from tests.api.in_process import in_process  # noqa: F401 - a fixture

EXAMPLES = 2  # of each operation, each way, beside its examples and the edges of its schema
schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application)
schema.config.generation.update(modes=[GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
# What fits the schema may break a rule of the game, or name a cursor that nobody was given.
schema.config.checks.positive_data_acceptance.expected_statuses = [
    *("2xx", "400", "401", "403", "404", "409", "422", "428")
]
bounded = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@schemathesis.serializer("application/gzip", "application/x-ndjson", "text/csv")
def as_it_is(ctx, value):
    """A file's bytes are sent as they are, whatever they are."""
    return value if isinstance(value, bytes) else str(value).encode()


@schemathesis.check
def answered_by_name(ctx, response, case):
    """The document's `default` is for what must never be: every other status is written out."""
    # A method that no operation has stands nowhere in it; OPTIONS tells which there are.
    if response.status_code != 405 and response.request.method != "OPTIONS":
        assert str(response.status_code) in case.operation.definition.raw["responses"]


pytestmark = pytest.mark.usefixtures("in_process")


def ask(case):
    if isinstance(case.query, dict):
        case.query.pop("wait", None)  # A long poll lets go of the transaction's connection.
    case.call_and_validate()


@schema.parametrize()
@bounded
def test_a_stranger_is_answered_as_documented(log, case):
    ask(case)
