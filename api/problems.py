"""Refusals as RFC 9457 problems: one shape for the edge's own, the domain's, Django's and DRF's."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from psycopg_pool import PoolTimeout
from rest_framework import exceptions

from api.codes import Code
from api.errors import KINDS
from api.refusals import code_of
from deals.selectors.deals import EmbargoedProof
from deals.services.checkpoints import LogKeyMissing
from deals.services.errors import WaitNotOver
from deals.services.keys import KeyFileMissing
from games.leagues.movements.errors import TooFewToSeat
from games.leagues.services.errors import InvalidLeague, RoundOpen, RoundUnfinished
from games.records.upload import UploadTooLarge
from games.rules.errors import (
    AmbiguousRow,
    BadSum,
    IllegalPass,
    IllegalPlay,
    InvalidRules,
    MoonChoiceMissing,
    NotYourTurn,
    RowMisshapen,
    RowNoLongerFits,
    WrongPhase,
)
from games.selectors.embargo import EmbargoedGame
from games.services.errors import (
    DealStands,
    InvalidDeal,
    InvalidGame,
    NameTaken,
    StaleSeq,
    WeakPassword,
    WrongName,
)

MEDIA_TYPE: Final = "application/problem+json"
UNREACHABLE: Final = (OperationalError, InterfaceError, PoolTimeout)

_TOLD: Final = (LogKeyMissing, KeyFileMissing)
"""Failures of the service itself whose text may be told, and says more than the table."""

_CODES_OF_FRAMEWORKS: Final = (
    ((Http404, exceptions.NotFound), Code.NOT_FOUND),
    ((PermissionDenied, exceptions.PermissionDenied), Code.FORBIDDEN),
    ((exceptions.NotAuthenticated,), Code.TOKEN_NEEDED),
    ((exceptions.AuthenticationFailed,), Code.TOKEN_INVALID),
    ((exceptions.MethodNotAllowed,), Code.METHOD_NOT_ALLOWED),
    ((exceptions.UnsupportedMediaType,), Code.UNSUPPORTED_MEDIA_TYPE),
    ((exceptions.ParseError,), Code.MALFORMED_BODY),
    ((exceptions.Throttled,), Code.THROTTLED),
    ((RequestDataTooBig,), Code.TOO_LARGE),
    ((BadRequest, SuspiciousOperation, exceptions.NotAcceptable), Code.BAD_REQUEST),
    (UNREACHABLE, Code.DATABASE_UNAVAILABLE),
)

_NEEDED: Final[Mapping[type[Exception], str]] = MappingProxyType(
    {
        StaleSeq: "seq",
        WaitNotOver: "until",
        InvalidRules: "setting",
        NotYourTurn: "turn",
        WrongPhase: "phase",
        IllegalPass: "rule",
        IllegalPlay: "rule",
        EmbargoedProof: "waits_for",
        EmbargoedGame: "waits_for",
        AmbiguousRow: "extras",
        MoonChoiceMissing: "shooter",
        RowNoLongerFits: "hand",
        UploadTooLarge: "limit",
        DealStands: "deal",
        RoundOpen: "round",
        RoundUnfinished: "games",
        TooFewToSeat: "needed",
    }
)

_POINTERS: Final[Mapping[type[Exception], str]] = MappingProxyType(
    {
        RowMisshapen: "/points",
        WrongName: "/name",
        NameTaken: "/name",
        WeakPassword: "/password",
    }
)


@dataclass(frozen=True)
class Place:
    """One thing that is wrong: where (a JSON pointer into the body, or a parameter's name)."""

    pointer: str
    code: str
    detail: str


def escape_pointer(name: str) -> str:
    """Return a key as a step of a JSON pointer (RFC 6901, section 3)."""
    return name.replace("~", "~0").replace("/", "~1")


class Problem(Exception):
    """A refusal of the edge itself.

    `detail` is for people, `errors` are the places, `more` what the caller needs to go on.
    """

    def __init__(
        self,
        code: Code,
        detail: str = "",
        *,
        errors: Sequence[Place] = (),
        headers: Mapping[str, str] | None = None,
        more: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(detail or KINDS[code].cause)
        self.code = code
        self.errors = tuple(errors)
        self.headers = dict(headers or {})
        self.more = dict(more or {})


def problem_of(error: Exception) -> Problem | None:
    """Return the problem that an error is; None for an error that nobody expected."""
    if isinstance(error, Problem):
        return error
    if code := code_of(error):
        # What the service itself lacks is told by the table: the error's text is for its log.
        is_told = KINDS[code].status < 500 or isinstance(error, _TOLD)
        detail = str(error) if is_told else ""
        return Problem(code, detail, errors=_places(error, code), more=_needed(error))
    for kinds, code in _CODES_OF_FRAMEWORKS:
        if isinstance(error, kinds):
            return Problem(code, headers=_headers(error))
    return None


def answer(problem: Problem) -> HttpResponse:
    """Return the response that a problem is; `type` is relative to this service's root."""
    kind = KINDS[problem.code]
    body = {
        "type": f"/errors/{problem.code}",
        "title": kind.title,
        "status": kind.status.value,
        "code": problem.code,
        "detail": str(problem),
        "errors": [vars(place) for place in problem.errors],
        **problem.more,
    }
    headers = {"Cache-Control": "no-store", **problem.headers}
    if kind.retry is not None:
        headers.setdefault("Retry-After", str(kind.retry))
    return HttpResponse(
        json.dumps(body, ensure_ascii=False),
        content_type=MEDIA_TYPE,
        status=kind.status,
        headers=headers,
    )


def problem_response(error: Exception, context: Mapping[str, object]) -> HttpResponse | None:
    """Answer what a view of the API raised: DRF's handler of exceptions."""
    problem = problem_of(error)
    if problem is None:
        return None
    if problem.code is Code.METHOD_NOT_ALLOWED and (view := context.get("view")):
        allowed = getattr(view, "allowed_methods", ())
        problem.headers["Allow"] = ", ".join(allowed)
        if getattr(context.get("request"), "method", None) == "DELETE":
            problem.args = ("what was dealt, played or logged stays: others rely on it",)
    return answer(problem)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer 400 for Django: its handler400."""
    return answer(problem_of(exception) or Problem(Code.BAD_REQUEST))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer 403 for Django: its handler403."""
    return answer(Problem(Code.FORBIDDEN))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer 404 for Django: its handler404."""
    return answer(Problem(Code.NOT_FOUND))


def internal_error(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Answer 500 for Django: its handler500."""
    return answer(Problem(Code.INTERNAL_ERROR))


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """Answer a form without its secret: Django's CSRF_FAILURE_VIEW."""
    return answer(Problem(Code.CSRF_FAILED))


def _places(error: Exception, code: Code) -> tuple[Place, ...]:
    """Return the places in the body that a domain error names."""
    if isinstance(error, InvalidRules):
        whole = error.setting == "rules"
        pointer = "/rules" if whole else f"/rules/{escape_pointer(error.setting)}"
        return (Place(pointer, code, error.detail),)
    if isinstance(error, InvalidGame | InvalidDeal | InvalidLeague):
        return (Place(error.pointer, code, error.detail),)
    named = (pointer for kind, pointer in _POINTERS.items() if isinstance(error, kind))
    return tuple(Place(pointer, code, str(error)) for pointer in named)


def _needed(error: Exception) -> dict[str, object]:
    """Return what the caller needs to go on after a domain error."""
    needed = {
        name: value
        for kind, name in _NEEDED.items()
        if isinstance(error, kind) and (value := getattr(error, name)) is not None
    }
    if isinstance(error, BadSum):
        needed |= {"sum": error.found, "needed": error.needed}
    if isinstance(error, RowNoLongerFits):
        fault = error.fault
        needed["question"] = {"code": code_of(fault), "detail": str(fault)} | _needed(fault)
    return needed


def _headers(error: Exception) -> dict[str, str]:
    if isinstance(error, exceptions.Throttled):
        return {"Retry-After": str(math.ceil(getattr(error, "wait", None) or 1))}
    return {}
