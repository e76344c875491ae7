"""The whole OpenAPI document, fuzzed: nothing answers 5xx, nor otherwise than is written there."""

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import negative_data_rejection, unsupported_method
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation import GenerationMode

from tests.api.directors import Director

EXAMPLES = 2  # of each operation, each way, beside its examples and the edges of its schema
FILES = ("application/gzip", "application/x-ndjson", "text/csv")
schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", WSGIHandler())
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


@schemathesis.serializer(*FILES)
def as_it_is(ctx, value):
    """A file's bytes are sent as they are, whatever they are."""
    return value if isinstance(value, bytes) else str(value).encode()


@schemathesis.check
def answered_by_name(ctx, response, case):
    """The document's `default` is for what must never be: every other status is written out."""
    # A method that no operation has stands nowhere in it; OPTIONS tells which there are.
    if response.status_code != 405 and response.request.method != "OPTIONS":
        assert str(response.status_code) in case.operation.definition.raw["responses"]


def ask(case, *, excluded_checks=(), **more):
    if case.media_type in FILES:  # What stands in a file is told in the report about it.
        excluded_checks = [*excluded_checks, negative_data_rejection]
    if isinstance(case.query, dict):
        case.query.pop("wait", None)  # A long poll lets go of the transaction's connection.
    case.call_and_validate(excluded_checks=list(excluded_checks), **more)


def ask_as(token, case, real):
    """Ask with a valid token at addresses that are there; strangers try the other methods."""
    path = case.meta.components.get(ParameterLocation.PATH)
    if path is not None and path.mode is not GenerationMode.NEGATIVE:
        case.path_parameters |= {name: real[name] for name in set(case.path_parameters) & set(real)}
    headers = {"Authorization": f"Bearer {token}"}
    ask(case, headers=headers, excluded_checks=[unsupported_method])


@schema.parametrize()
@bounded
def test_a_stranger_is_answered_as_documented(log, in_process, case):
    ask(case)


@schema.parametrize()
@bounded
def test_who_sits_at_a_table_is_answered_as_documented(table, in_process, case):
    real = {"game": table.game, "number": 1, "seat": 0, "hand": 1}
    ask_as(table.tokens[0], case, real)


@pytest.fixture
def director(log):
    """A league's director, with a round that is drawn and a sheet of it scored."""
    director = Director(people=4)
    drawn = director.drawn()
    director.game = drawn["tables"][0]["games"][0]["game"]
    director.play(director.game, 0, 4, 9, 13)
    return director


@schema.parametrize()
@bounded
def test_who_directs_a_league_is_answered_as_documented(director, in_process, case):
    real = {
        "account": str(director.account),
        "club": str(director.club),
        "league": director.url.removeprefix("/leagues/"),
        "game": director.game,
        "number": 1,
        "seat": 0,
        "hand": 1,
    }
    ask_as(director.token, case, real)
