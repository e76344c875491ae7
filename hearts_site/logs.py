"""Logs as JSON lines with the request's id; never a body, a token, a query, an error's text."""

import json
import logging
import re
import secrets
import time
import traceback
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponseBase

HEADER = "X-Request-ID"
ACCEPTED_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
FIELDS = ("method", "path", "status", "milliseconds")

_write_json = json.JSONEncoder(default=str).encode

# The one thing that must reach every log line of a request without being handed down.
request_id: ContextVar[str] = ContextVar("request_id", default="")

logger = logging.getLogger("hearts.request")


class JsonFormatter(logging.Formatter):
    """One line a record. An exception is told by its type and place: its text may hold secrets."""

    def format(self, record: logging.LogRecord) -> str:
        """Write the record as one JSON object on one line."""
        fields: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _without_error_text(record),
        }
        if said := request_id.get():
            fields["request_id"] = said
        fields |= {name: record.__dict__[name] for name in FIELDS if name in record.__dict__}
        if record.exc_info and record.exc_info[0]:
            kind, _, trace = record.exc_info
            fields["error"] = kind.__qualname__
            fields["at"] = [
                f"{frame.filename}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(trace)
            ]
        return _write_json(fields)


class RequestLogMiddleware:
    """Gives every request an id, taken from its header or new, and logs how it ended."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Keep the rest of the chain."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request, and log method, path, status and time."""
        given = id_of_request(request.META)
        began = time.monotonic()
        mark = request_id.set(given)
        try:
            response = self.get_response(request)
            response[HEADER] = given
            log_answer(request.method, request.path, response.status_code, began=began)
        finally:
            request_id.reset(mark)
        return response


def id_of_request(environ: Mapping[str, object]) -> str:
    """Return the id that a request's header gives it, or a new one."""
    asked = environ.get("HTTP_X_REQUEST_ID", "")
    is_given = isinstance(asked, str) and ACCEPTED_ID.fullmatch(asked)
    return str(asked) if is_given else secrets.token_hex(8)


def log_answer(method: str | None, path: str, status: int, *, began: float) -> None:
    """Write the line of a request that began at a time of `time.monotonic`."""
    taken = round((time.monotonic() - began) * 1000, 1)
    logger.info(
        "answered",
        extra={"method": method, "path": path, "status": status, "milliseconds": taken},
    )


def _without_error_text(record: logging.LogRecord) -> str:
    """Write the message; Celery puts an error's text into its arguments, so it is left out."""
    if not isinstance(record.args, dict) or "exc" not in record.args:
        return record.getMessage()
    return str(record.msg) % {**record.args, "exc": "(see error)"}
