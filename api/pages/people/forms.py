"""What the forms of these pages have in common: they are done once, and say what is wrong where."""

from __future__ import annotations

import math
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, cast

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.cache import patch_vary_headers
from django.utils.text import capfirst
from rest_framework.request import Request

from api.codes import Code
from api.errors import KINDS
from api.problems import Problem, problem_of
from api.repeats import body_digest, done_once
from games.leagues.services.errors import LeagueRefused
from games.rules.errors import InvalidRules
from games.services.errors import GameRefused

Work = Callable[[], HttpResponse]

REFUSED: Final = (Problem, GameRefused, LeagueRefused, InvalidRules)
"""What a form may be answered with."""
AGAIN: Final = frozenset({Code.ALREADY_SHOWN, Code.STILL_RUNNING})
"""What says that a form was sent twice: it is done once."""
_NAMED: Final = frozenset(
    {Code.INVALID_RULES, Code.INVALID_LEAGUE, Code.INVALID_BODY, Code.LAST_OWNER}
)
"""What says already what to do, where the general cure is for programs."""


class PeopleForm(forms.Form):
    """A form of these pages, whose fields are called after its name.

    `blames` are the fields that refusals are about which name none.
    """

    blames: ClassVar[Mapping[Code, str]] = {}

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        name: str,
        known: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(data, auto_id=f"{name}-%s", initial=dict(known or {}))
        self.act = name


class OnceForm(PeopleForm):
    """A form that makes something. `key` is new with each page: what is sent twice is done once."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=64, required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        name: str,
        known: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(data, name=name, known={"key": uuid.uuid4().hex, **(known or {})})


@dataclass(frozen=True)
class Refusal:
    """A form that was refused, as it was filled in, and the problem, if it was one."""

    form: PeopleForm
    problem: Problem | None = None

    @property
    def status(self) -> int:
        """The status of the answer."""
        return 422 if self.problem is None else KINDS[self.problem.code].status.value


def attempt(form: PeopleForm, work: Work) -> HttpResponse | Refusal:
    """Do what a valid form asks for; else the form, saying next to its fields what is wrong."""
    if not form.is_valid():
        return Refusal(form)
    try:
        return work()
    except REFUSED as error:
        problem = cast("Problem", problem_of(error))
        tell(form, problem)
        return Refusal(form, problem)


def once(request: HttpRequest, asked: Request, form: PeopleForm, work: Work) -> HttpResponse:
    """Do a form's work, once for each page that showed it. Raises Problem, as `done_once`."""
    key = form.cleaned_data.get("key")
    if not key:
        return work()
    sent = body_digest(sorted(request.POST.lists()))
    return cast("HttpResponse", done_once(asked, work, key=key, body=sent))


def tell(form: PeopleForm, problem: Problem) -> None:
    """Say in a form why it was refused, at the fields that the problem names, and what to do."""
    if problem.code is Code.THROTTLED:
        form.add_error(None, _wait(problem))
        return
    cure = "" if problem.code in _NAMED else f" {KINDS[problem.code].cure}"
    places = {place.pointer.rpartition("/")[2]: place.detail for place in problem.errors}
    named = {name: detail for name, detail in places.items() if name in form.fields}
    if not named:
        form.add_error(form.blames.get(problem.code), _sentence(str(problem)) + cure)
    for name, detail in named.items():
        form.add_error(name, _sentence(detail) + cure)


def see(path: str) -> HttpResponse:
    """Lead the browser to a page: what it reloads there does nothing again."""
    answer = HttpResponseRedirect(path)
    answer.status_code = 303
    return private(answer)


def private(response: HttpResponse, refusal: Refusal | None = None) -> HttpResponse:
    """Let nobody keep a page that is one person's."""
    response["Cache-Control"] = "private, no-store"
    patch_vary_headers(response, ["Cookie"])
    if refusal is not None:
        response.status_code = refusal.status
        for name, value in ({} if refusal.problem is None else refusal.problem.headers).items():
            response[name] = value
    return response


def _sentence(text: str) -> str:
    return f"{capfirst(text).rstrip('.')}."


def _wait(problem: Problem) -> str:
    seconds = int(problem.headers.get("Retry-After", "60"))
    minutes = math.ceil(seconds / 60)
    return f"Too many tries. Wait {minutes} minute{'' if minutes == 1 else 's'}, then try again."
