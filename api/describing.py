"""How a call is described in the OpenAPI document: every answer with a shape and an example."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from api.body import Input
from api.codes import Code
from api.errors import KINDS
from api.problems import MEDIA_TYPE

View = TypeVar("View", bound=Callable[..., Any])
_KEY: Final = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    pattern="^[!-~]{1,200}$",
    description="Names the request: it can be sent again, and takes effect once. For 24 hours the "
    "same key and body get the same answer, or `already-shown` where that held a secret. What "
    "was refused may be sent anew.",
)
Shape = type[serializers.Serializer[Any]] | dict[str, Any]
JSON: Final = "application/json"
_FILE: Final = {"type": "string"}


class PlaceShape(serializers.Serializer[Any]):
    """One thing that is wrong with a request."""

    pointer = serializers.CharField(help_text="a JSON pointer into the body, or a parameter's name")
    code = serializers.CharField()
    detail = serializers.CharField()


class ProblemShape(serializers.Serializer[Any]):
    """A refusal, as RFC 9457 has it; some codes add members of their own."""

    type = serializers.CharField(help_text="leads to a page with cause and cure")
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.ChoiceField([code.value for code in Code])
    detail = serializers.CharField()

    def get_fields(self) -> dict[str, Any]:
        """Add `errors`, which is a property of every serializer."""
        return super().get_fields() | {"errors": PlaceShape(many=True)}


@dataclass(frozen=True)
class Answer:
    """A good answer: what it is, its shape, and an example."""

    status: int
    description: str
    shape: Shape
    example: object
    media_type: str = JSON


@dataclass(frozen=True)
class Call:
    """What the document says of a call, beside its docstring.

    `token` names whose token it needs, "" for nobody's; `example` is of the body. `shows_once` says
    that the answer holds a secret that is not shown again. `files` are the media types of a body
    that is a file, each with an example.
    """

    id: str
    summary: str
    answers: Sequence[Answer]
    refuses: Sequence[Code] = ()
    takes: type[Input] | dict[str, Any] | None = None
    example: object = None
    files: Mapping[str, str] = field(default_factory=dict)
    query: type[Input] | None = None
    token: str = ""
    shows_once: bool = False
    more: Mapping[Code, Mapping[str, object]] = field(default_factory=dict)


def described(call: Call) -> Callable[[View], View]:
    """Describe a view's method in the OpenAPI document."""
    body = [OpenApiExample("Request", value=call.example, request_only=True)]
    files = [
        OpenApiExample("Request", value=text, media_type=kind, request_only=True)
        for kind, text in call.files.items()
    ]

    def describe(view: View) -> View:
        is_post = view.__name__ == "post"
        view.shows_once = call.shows_once  # type: ignore[attr-defined]
        return extend_schema(
            operation_id=call.id,
            summary=call.summary,
            request={JSON: call.takes} if call.takes else dict.fromkeys(call.files, _FILE) or None,
            examples=body if call.example is not None else files,
            parameters=[*([call.query] if call.query else []), *([_KEY] if is_post else [])],
            responses=_good(call) | _bad(call, _of_repeats(call) if is_post else ()),
            auth=[{"token": []}] if call.token else [{}],  # type: ignore[list-item]
        )(view)

    return describe


def problem_example(code: Code, more: Mapping[str, object]) -> dict[str, object]:
    """Return what a refusal of this code looks like."""
    kind = KINDS[code]
    return {
        "type": f"/errors/{code}",
        "title": kind.title,
        "status": kind.status.value,
        "code": code.value,
        "detail": kind.cause,
        "errors": [],
        **more,
    }


def _good(call: Call) -> dict[tuple[str, str], OpenApiResponse]:
    return {
        (str(answer.status), answer.media_type): OpenApiResponse(
            response=answer.shape,
            description=answer.description,
            examples=[_example("Answer", answer.example, str(answer.status), answer.media_type)],
        )
        for answer in call.answers
    }


def _of_repeats(call: Call) -> tuple[Code, ...]:
    """Return the refusals of a request that was sent before."""
    shown = (Code.ALREADY_SHOWN,) if call.shows_once else ()
    # What was sent is looked at even where nothing is taken: it is the same request, or another.
    sent = (Code.MALFORMED_BODY, Code.TOO_LARGE, Code.UNSUPPORTED_MEDIA_TYPE)
    return (Code.BAD_REQUEST, *sent, Code.STILL_RUNNING, *shown, Code.REPEATED_KEY)


def _bad(call: Call, others: Sequence[Code]) -> dict[tuple[str, str], OpenApiResponse]:
    """Group the codes by status: one response each, one example a code."""
    by_status = defaultdict[str, list[Code]](list)
    for code in dict.fromkeys((*_always(call), *call.refuses, *others)):
        by_status[str(KINDS[code].status.value)].append(code)
    by_status["default"].append(Code.INTERNAL_ERROR)
    return {
        (status, MEDIA_TYPE): OpenApiResponse(
            response=ProblemShape,
            description=" · ".join(f"`{code}` {KINDS[code].title}" for code in codes),
            examples=[
                _example(code, problem_example(code, call.more.get(code, {})), status, MEDIA_TYPE)
                for code in codes
            ],
        )
        for status, codes in sorted(by_status.items())
    }


def _always(call: Call) -> tuple[Code, ...]:
    """Return the refusals that follow from what a call takes."""
    query = (Code.INVALID_QUERY,) if call.query else ()
    body = (
        Code.MALFORMED_BODY,
        Code.TOO_LARGE,
        Code.UNSUPPORTED_MEDIA_TYPE,
        Code.INVALID_BODY,
    )
    file = (Code.BROKEN_UPLOAD, Code.TOO_LARGE, Code.UNSUPPORTED_MEDIA_TYPE)
    token = (Code.TOKEN_NEEDED, Code.TOKEN_INVALID, Code.FORBIDDEN)
    always = (Code.THROTTLED, Code.DATABASE_UNAVAILABLE)
    sent = body if call.takes else file if call.files else ()
    return (*query, *sent, *(token if call.token else ()), *always)


def _example(name: str, value: object, status: str, media_type: str) -> OpenApiExample:
    return OpenApiExample(
        name, value=value, status_codes=[status], media_type=media_type, response_only=True
    )
