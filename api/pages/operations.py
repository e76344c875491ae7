"""The OpenAPI document as the pages want it: all calls in outline, each in full by itself."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from api.pages.marked import marked, paragraphs

Json = Mapping[str, Any]
_METHODS: Final = ("get", "post", "put", "delete")
_DEEPEST: Final = 4


@dataclass(frozen=True)
class Field:
    """A parameter, or a member of a body; `depth` is how far it stands inside."""

    name: str
    kind: str
    meaning: str
    required: bool
    depth: int = 0
    place: str = ""


@dataclass(frozen=True)
class Example:
    """An example as text."""

    name: str
    text: str


@dataclass(frozen=True)
class Body:
    """What is sent or answered; `status` is "" for a request."""

    status: str
    media_type: str
    meaning: str
    fields: tuple[Field, ...]
    examples: tuple[Example, ...]

    @property
    def is_problem(self) -> bool:
        """Whether this is a refusal."""
        return "problem" in self.media_type


@dataclass(frozen=True)
class Operation:
    """A call."""

    id: str
    method: str
    path: str
    summary: str
    meaning: str
    needs_token: bool
    parameters: tuple[Field, ...]
    requests: tuple[Body, ...]
    answers: tuple[Body, ...]
    refusals: tuple[Body, ...]


@dataclass(frozen=True)
class Outline:
    """A call among others."""

    id: str
    method: str
    path: str
    summary: str
    needs_token: bool


def outlines_by_resource(document: Json) -> dict[str, list[Outline]]:
    """Return an outline of every call under the first word of its path after the version."""
    found = defaultdict[str, list[Outline]](list)
    for path, method, value in _calls(document):
        resource = path.removeprefix("/api/v1/").partition("/")[0]
        summary = value.get("summary", "")
        needs_token = _needs_token(value)
        found[resource].append(
            Outline(value["operationId"], method.upper(), path, summary, needs_token)
        )
    return dict(found)


def operation_by_id(document: Json, name: str) -> Operation | None:
    """Return a call with all that is said of it; None when there is none of this id."""
    for path, method, value in _calls(document):
        if value["operationId"] == name:
            return _operation(document, path, method, value)
    return None


def _calls(document: Json) -> Iterator[tuple[str, str, Json]]:
    """Return path, method and description of every call."""
    for path, item in document["paths"].items():
        for method in _METHODS:
            if method in item:
                yield path, method, item[method]


def _needs_token(value: Json) -> bool:
    return {} not in value.get("security", [{}])


def _operation(document: Json, path: str, method: str, value: Json) -> Operation:
    bodies = [
        body
        for status, answer in value["responses"].items()
        for body in _bodies(document, answer, status=status)
    ]
    return Operation(
        id=value["operationId"],
        method=method.upper(),
        path=path,
        summary=value.get("summary", ""),
        meaning=paragraphs(value.get("description", "")),
        needs_token=_needs_token(value),
        parameters=tuple(_parameter(document, given) for given in value.get("parameters", ())),
        requests=tuple(_bodies(document, value.get("requestBody", {}), status="")),
        answers=tuple(body for body in bodies if not body.is_problem),
        refusals=tuple(body for body in bodies if body.is_problem),
    )


def _parameter(document: Json, value: Json) -> Field:
    return Field(
        name=value["name"],
        kind=_kind(document, value["schema"]),
        meaning=marked(value.get("description", "")),
        required=value.get("required", False),
        place=value["in"],
    )


def _bodies(document: Json, value: Json, *, status: str) -> Iterator[Body]:
    for media_type, content in value.get("content", {}).items():
        yield Body(
            status=status,
            media_type=media_type,
            meaning=marked(value.get("description", "")),
            fields=tuple(_fields(document, content.get("schema", {}), depth=0)),
            examples=tuple(
                Example(example.get("summary", name), _text(example["value"]))
                for name, example in content.get("examples", {}).items()
            ),
        )


def _fields(document: Json, schema: Json, *, depth: int) -> Iterator[Field]:
    resolved = _resolved(document, schema)
    required = resolved.get("required", ())
    for name, below in resolved.get("properties", {}).items():
        yield Field(
            name=name,
            kind=_kind(document, below),
            meaning=marked(_resolved(document, below).get("description", "")),
            required=name in required,
            depth=depth,
        )
        if depth < _DEEPEST:
            yield from _fields(document, _inside(document, below), depth=depth + 1)


def _inside(document: Json, schema: Json) -> Json:
    """Return what a member holds: a list's items, or the object itself."""
    resolved = _resolved(document, schema)
    inside: Json = resolved.get("items", {}) if resolved.get("type") == "array" else resolved
    return inside


def _kind(document: Json, schema: Json) -> str:
    """Name the type of a value in a few words."""
    resolved = _resolved(document, schema)
    if choices := resolved.get("enum"):
        return " | ".join(str(choice) for choice in choices if choice is not None)
    types = resolved.get("type", "object")
    names = [types] if isinstance(types, str) else list(types)
    kind = resolved.get("format") or " or ".join(names)
    if "array" in names:
        kind = f"list of {_kind(document, resolved.get('items', {}))}"
    return kind


def _resolved(document: Json, schema: Json) -> Json:
    """Follow a reference, and unwrap what has one member only."""
    for several in ("allOf", "oneOf", "anyOf"):
        for first in schema.get(several, ())[:1]:
            merged: Json = {**_resolved(document, first), **_without(schema, several)}
            return merged
    if reference := schema.get("$ref"):
        name = reference.rpartition("/")[2]
        return {**document["components"]["schemas"][name], **_without(schema, "$ref")}
    return schema


def _without(schema: Json, name: str) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key != name}


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, indent=2, ensure_ascii=False)
