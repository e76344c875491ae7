"""Requests that may be sent again: `Idempotency-Key` on any POST, in one place for all of them.

1. A claim is written, in a short transaction of its own: a row for (caller, method, path, key) with
   the digest of the body. Whoever comes second sees it: another body is refused, a running request
   is waited for (409), an ended one is answered again.
2. The service runs. In the transaction of its effect it says so (`deals.services.effects`), and the
   row becomes `written` there: key and effect are committed together, or neither. The answer to an
   act at a table is stored in the same transaction. That can't be one transaction around all of the
   service: a deal's commit has to be committed, and signed, before the line that names it.
3. The answer is stored, and the row has `ended`.

A refusal changes nothing, so nothing of it is kept: the same key may be sent again, with another
body too. When the process dies in 1 or 2, the claim lapses after a while and the next one takes it
over. Should the first be alive after all, its transaction finds that the claim is not its own any
more, and is rolled back: no effect comes twice. When it dies between 2 and 3, an act's answer is
there; for others `already-shown` says that it took effect.

Answers are sealed at rest. An answer with a secret that is shown once is not kept at all. Rows are
kept for a day.
"""

from __future__ import annotations

import json
import logging
import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from hashlib import sha256
from typing import Any, Final

from django.db import connection
from django.http.response import HttpResponseBase
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.callers import caller_of
from api.codes import Code
from api.models import Repeat
from api.problems import UNREACHABLE, Problem
from api.shown import act_json
from deals.sealing import SealBroken
from deals.services.effects import noting
from deals.services.keys import service_keys
from games.services.acts import Act

logger = logging.getLogger(__name__)

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotency-Replayed"
KEPT: Final = timedelta(hours=24)
LAPSES: Final = timedelta(seconds=60)
"""After so long a claim whose process says nothing may be taken over."""

_KEY: Final = re.compile("[!-~]{1,200}")
_LARGEST: Final = 262_144  # bytes of an answer that is kept
_HEADERS: Final = ("Location", "Cache-Control")

Handler = Callable[..., HttpResponseBase]

# A lapsed claim is taken over, a row that is too old begins anew; else the row stays as it is.
_CLAIM: Final = """
INSERT INTO api_repeat AS r (name, body, claim, claimed, state, answer, created)
VALUES (%(name)s, %(body)s, %(claim)s, %(now)s, 'running', NULL, %(now)s)
ON CONFLICT (name) DO UPDATE SET
    body = excluded.body, claim = excluded.claim, claimed = excluded.claimed, state = 'running',
    answer = NULL, created = excluded.created
WHERE r.created <= %(forgotten)s
    OR (r.state = 'running' AND r.body = excluded.body AND r.claimed <= %(lapsed)s)
RETURNING r.name
"""


@dataclass(frozen=True)
class Claim:
    """The right to do a request: whose row, and which process has it."""

    name: bytes
    claim: uuid.UUID


def repeatable(handler: Handler) -> Handler:
    """Make a view's handler of POST repeatable, for requests that carry a key."""
    shows_once = getattr(handler, "shows_once", False)

    @wraps(handler)
    def post(view: Any, request: Request, *args: object, **kwargs: object) -> HttpResponseBase:  # noqa: ANN401
        if HEADER not in request.headers:
            return handler(view, request, *args, **kwargs)
        body = view.repeated_body(request)

        def work() -> HttpResponseBase:
            return handler(view, request, *args, **kwargs)

        key = request.headers[HEADER]
        return done_once(request, work, key=key, body=body, shows_once=shows_once)

    return post


def done_once(
    request: Request,
    work: Callable[[], HttpResponseBase],
    *,
    key: str,
    body: bytes,
    shows_once: bool = False,
) -> HttpResponseBase:
    """Do a request's work unless it was done under this key; then its answer, if that was kept.

    `body` is a digest of what was sent. What `work` refuses is not kept. Raises Problem, as when
    the work was done but its answer is not there (`already-shown`).
    """
    claimed = _claim(request, key=key, body=body, now=timezone.now())
    if isinstance(claimed, Response):
        return claimed

    def note(result: object) -> None:
        _note(claimed, None if shows_once else result)

    try:
        with noting(note):
            answer = work()
    except BaseException:
        _release(claimed)
        raise
    _keep(claimed, None if shows_once else answer)
    return answer


def body_digest(value: object) -> bytes:
    """Return the SHA-256 of bytes, or of a JSON value: equal values are the same body."""
    if isinstance(value, bytes):
        return sha256(value).digest()
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(text.encode()).digest()


def forget_repeats(*, now: datetime) -> int:
    """Drop the rows whose day is over; how many."""
    return Repeat.objects.filter(created__lte=now - KEPT).delete()[0]


def _claim(request: Request, *, key: str, body: bytes, now: datetime) -> Claim | Response:
    """Claim a request; the answer instead, when it has ended before. Raises Problem."""
    if not _KEY.fullmatch(key):
        detail = f"{HEADER} is 1 to 200 visible ASCII characters"
        raise Problem(Code.BAD_REQUEST, detail)
    path = request.get_full_path()
    words = "\n".join([caller_of(request), str(request.method), path, key])
    claim = Claim(sha256(words.encode()).digest(), uuid.uuid4())
    terms = {
        **vars(claim),
        "body": body,
        "now": now,
        "lapsed": now - LAPSES,
        "forgotten": now - KEPT,
    }
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, terms)
        is_ours = cursor.fetchone() is not None
    return claim if is_ours else _answer_of(claim.name, body=body, now=now)


def _answer_of(name: bytes, *, body: bytes, now: datetime) -> Response:
    """Return the answer that a request had. Raises Problem when there is none to be shown."""
    row = Repeat.objects.filter(name=name).first()
    if row is None:  # refused in this very moment
        raise Problem(Code.STILL_RUNNING)
    if bytes(row.body) != body:
        raise Problem(Code.REPEATED_KEY)
    if row.answer is not None:
        return _replay(name, bytes(row.answer))
    has_ended = row.state == Repeat.State.ENDED or now - row.claimed >= LAPSES
    raise Problem(Code.ALREADY_SHOWN if has_ended else Code.STILL_RUNNING)


def _note(claim: Claim, result: object) -> None:
    """Write in the effect's transaction that it is there, with the answer where it is known.

    Raises Problem when another process has taken the claim over: then nothing happens here.
    """
    changes: dict[str, object] = {"state": Repeat.State.WRITTEN}
    if isinstance(result, Act):
        headers = {"Cache-Control": "private, no-store"}
        changes["answer"] = _seal(claim.name, status=201, headers=headers, body=act_json(result))
    if not Repeat.objects.filter(**vars(claim)).update(**changes):
        raise Problem(Code.STILL_RUNNING)


def _keep(claim: Claim, answer: HttpResponseBase | None) -> None:
    """Store an answer. The effect stands whatever happens here, so nothing is refused any more."""
    changes: dict[str, object] = {"state": Repeat.State.ENDED}
    if isinstance(answer, Response):
        headers = {name: answer[name] for name in _HEADERS if name in answer}
        sealed = _seal(claim.name, status=answer.status_code, headers=headers, body=answer.data)
        if len(sealed) <= _LARGEST:
            changes["answer"] = sealed
    try:
        Repeat.objects.filter(**vars(claim)).update(**changes)
    except UNREACHABLE as error:
        logger.warning("an answer was not kept: %s", type(error).__name__)


def _release(claim: Claim) -> None:
    """Give a request up that was refused; one whose effect stands has ended."""
    try:
        rows = Repeat.objects.filter(**vars(claim))
        if not rows.filter(state=Repeat.State.RUNNING).delete()[0]:
            rows.update(state=Repeat.State.ENDED)
    except UNREACHABLE as error:
        logger.warning("a claim was not given up: %s", type(error).__name__)


def _seal(name: bytes, *, status: int, headers: dict[str, str], body: object) -> bytes:
    plain = json.dumps({"status": status, "headers": headers, "body": body}, ensure_ascii=False)
    return service_keys().sealer.seal(plain.encode(), context=_context(name))


def _replay(name: bytes, sealed: bytes) -> Response:
    try:
        plain = service_keys().sealer.open(sealed, context=_context(name))
    except SealBroken:  # its key was taken out of the key file within a day
        raise Problem(Code.ALREADY_SHOWN) from None
    kept = json.loads(plain)
    return Response(
        kept["body"], status=kept["status"], headers=kept["headers"] | {REPLAYED: "true"}
    )


def _context(name: bytes) -> str:
    return f"repeat {name.hex()}"
