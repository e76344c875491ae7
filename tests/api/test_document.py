"""The OpenAPI document: current, whole, and true of real answers."""

import json

import jsonschema
import pytest
from django.core.management import call_command
from openapi_spec_validator import OpenAPIV31SpecValidator

from api.document import committed_document, parsed_document, written_document
from tests.api.guests import Guests


def responses():
    for path, item in parsed_document()["paths"].items():
        for method, operation in item.items():
            for status, answer in operation["responses"].items():
                for media_type, content in answer["content"].items():
                    name = f"{method} {path} {status} {media_type}"
                    yield pytest.param(content, id=name)


def check(value, schema):
    """Check a value against a schema of the document."""
    jsonschema.validate(value, schema | {"components": parsed_document()["components"]})


def test_the_committed_document_is_current():
    assert committed_document().decode() == written_document(), "run manage.py openapi"


def test_the_command_writes_the_document(monkeypatch, tmp_path):
    monkeypatch.setattr("api.management.commands.openapi.PATH", tmp_path / "openapi.json")
    call_command("openapi")
    assert (tmp_path / "openapi.json").read_text() == written_document()


def test_the_document_is_openapi_3_1():
    document = parsed_document()
    assert document["openapi"] == "3.1.0"
    OpenAPIV31SpecValidator(document).validate()
    operations = [operation for item in document["paths"].values() for operation in item.values()]
    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)


def test_an_address_with_a_name_in_it_may_not_be_found():
    for path, item in parsed_document()["paths"].items():
        for operation in item.values():
            assert "404" in operation["responses"] or "{" not in path, operation["operationId"]


@pytest.mark.parametrize("content", list(responses()))
def test_every_answer_has_an_example_that_fits_its_shape(content):
    assert content["examples"]
    for example in content["examples"].values():
        check(example["value"], content["schema"])


def test_every_body_has_an_example_that_fits_its_shape():
    for item in parsed_document()["paths"].values():
        for operation in item.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                for example in content["examples"].values():
                    check(example["value"], content["schema"])


def shape_of(method, path, status):
    operation = parsed_document()["paths"][f"/api/v1{path}"][method]
    return operation["responses"][status]["content"]["application/json"]["schema"]


def test_real_answers_fit_their_shapes(log):
    guests = Guests(seats=["human", "human", "human", "computer"])
    made = guests.post("/games", {})
    check(made.json(), shape_of("post", "/games", "201"))
    check(guests.take(0).json(), shape_of("post", "/games/{game}/seats/{seat}", "200"))
    guests = Guests()
    guests.sit()
    check(guests.commit(0).json(), shape_of("post", "/deals/{number}/contributions", "201"))
    guests = Guests()
    guests.sit()
    guests.contribute()
    check(guests.view(0), shape_of("get", "/games/{game}/seats/{seat}", "200"))
    check(guests.give(0).json(), shape_of("post", "/games/{game}/passes", "201"))
    for seat in (1, 2, 3):
        guests.give(seat)
    view = guests.turn
    played = guests.play(view["seat"], view["cards"]["legal_cards"][0])
    check(played.json(), shape_of("post", "/games/{game}/plays", "201"))
    for path, shape in [
        ("/games", "/games"),
        (guests.url, "/games/{game}"),
        (f"{guests.url}/events", "/games/{game}/events"),
        (f"/deals/{guests.deal['deal']}", "/deals/{number}"),
        ("/deals", "/deals"),
    ]:
        check(guests.get(path).json(), shape_of("get", shape, "200"))
    check(guests.view(view["seat"]), shape_of("get", "/games/{game}/seats/{seat}", "200"))
    check(
        guests.play(0, "2C", 1).json(), parsed_document()["components"]["schemas"]["ProblemShape"]
    )


def test_real_answers_about_scores_fit_their_shapes(log):
    sheet = Guests(kind="sheet", players=["Anna", "Ben", "Cara", "Dan"], rules={"moon": "choice"})
    check(sheet.post("/games", {}).json(), shape_of("post", "/games", "201"))
    check(sheet.summary, shape_of("get", "/games/{game}", "200"))
    written = sheet.post(f"{sheet.url}/rows", {"points": [26, 0, 0, 0]}, sheet.token)
    check(written.json(), shape_of("post", "/games/{game}/rows", "201"))
    asked = sheet.get(f"{sheet.url}/moon-choice", sheet.token)
    check(asked.json(), shape_of("get", "/games/{game}/moon-choice", "200"))
    sheet.post(f"{sheet.url}/moon-choice", {"choice": "add"}, sheet.token)
    scores = sheet.get(f"{sheet.url}/scoresheet")
    check(scores.json(), shape_of("get", "/games/{game}/scoresheet", "200"))
    other = sheet.post(f"{sheet.url}/rescore", {"rules": {}})
    check(other.json(), shape_of("post", "/games/{game}/rescore", "200"))


def test_the_document_is_served_and_known_again(client):
    answer = client.get("/api/v1/openapi.json")
    assert json.loads(answer.content) == parsed_document()
    again = client.get("/api/v1/openapi.json", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
