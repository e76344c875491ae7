"""A log line tells what happened, and no secret."""

import json
import logging
import sys

from django.http import HttpResponse
from django.test import RequestFactory

from hearts_site.logs import JsonFormatter, RequestLogMiddleware

SECRET = "c0ffee" * 8


def record(message, *arguments, error=None):
    return logging.LogRecord("hearts", logging.ERROR, __file__, 1, message, arguments, error)


def written(entry):
    return json.loads(JsonFormatter().format(entry))


def test_a_line_is_json_whatever_is_in_the_message():
    fields = written(record('two\nlines and "%s"', "quotes"))
    assert fields["message"] == 'two\nlines and "quotes"'
    assert fields["level"] == "ERROR"


def test_an_error_is_told_by_type_and_place_not_by_its_text():
    try:
        raise ValueError(SECRET)
    except ValueError:
        fields = written(record("failed", error=sys.exc_info()))
    assert fields["error"] == "ValueError"
    assert fields["at"][-1].endswith("place_not_by_its_text")
    assert SECRET not in json.dumps(fields)


def test_an_error_that_celery_puts_into_its_message_is_left_out():
    context = {"name": "games.tasks.run_job", "exc": f"ValueError('{SECRET}')"}
    assert SECRET not in written(record("Task %(name)s raised %(exc)s", context))["message"]


def answer(caplog, path, **headers):
    with caplog.at_level(logging.INFO, "hearts.request"):
        response = RequestLogMiddleware(lambda _: HttpResponse(SECRET))(
            RequestFactory().post(path, {"seed": SECRET}, headers=headers)
        )
    (line,) = [JsonFormatter().format(entry) for entry in caplog.records]
    return response, line


def test_a_request_is_one_line_without_query_body_or_token(caplog):
    _, line = answer(caplog, f"/games?token={SECRET}", Authorization=f"Bearer {SECRET}")
    assert SECRET not in line
    fields = json.loads(line)
    assert (fields["method"], fields["path"], fields["status"]) == ("POST", "/games", 200)


def test_a_requests_own_id_is_kept_and_given_back(caplog):
    response, _ = answer(caplog, "/", **{"X-Request-ID": "from-the-proxy.1"})
    assert response["X-Request-ID"] == "from-the-proxy.1"


def test_an_id_that_could_break_a_log_is_replaced(caplog):
    response, _ = answer(caplog, "/", **{"X-Request-ID": "two words"})
    assert len(response["X-Request-ID"]) == 16


def test_lines_within_a_request_bear_its_id(caplog):
    lines = []

    def view(_):
        lines.append(written(record("inside")))
        return HttpResponse()

    response = RequestLogMiddleware(view)(RequestFactory().get("/"))
    assert lines[0]["request_id"] == response["X-Request-ID"]
    assert "request_id" not in written(record("outside"))
