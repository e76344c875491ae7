"""Plain views that only answer questions."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse

from api.codes import Code
from api.problems import Problem

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def safe_only(view: View[P]) -> View[P]:
    """Let GET and HEAD pass to a view. Raises Problem (405) for the others."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method not in {"GET", "HEAD"}:
            raise Problem(Code.METHOD_NOT_ALLOWED, headers={"Allow": "GET, HEAD"})
        return view(request, *args, **kwargs)

    return guarded
