"""Somebody who hears everything: answers, log lines, SQL with its parameters, messages, rows."""

from __future__ import annotations

import logging
from contextlib import ExitStack, contextmanager

from django.apps import apps
from django.db import connection

from tests.secrecy.search import flat, unwrapped

LOGGERS = ("", "django", "django.request", "django.db.backends", "hearts", "celery", "kombu")


class Ear(logging.Handler):
    """Keeps all that log records hold, not only what a formatter would write of them."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.heard = []

    def emit(self, record):
        self.heard.append(flat(record.getMessage()) + b"\n" + flat(record.__dict__))
        if record.exc_info and record.exc_info[1] is not None:
            self.heard.append(flat(repr(record.exc_info[1])))


class Witness:
    """What was said since the last look, apart by where it was said."""

    def __init__(self):
        self.ear = Ear()
        self.queries = []

    @contextmanager
    def listening(self):
        """Hear all loggers down to DEBUG, and every statement with its parameters."""
        with ExitStack() as stack:
            for name in LOGGERS:
                stack.enter_context(_level(logging.getLogger(name)))
            logging.getLogger().addHandler(self.ear)
            stack.callback(logging.getLogger().removeHandler, self.ear)
            stack.enter_context(connection.execute_wrapper(self._see))
            connection.force_debug_cursor = True
            yield self
            connection.force_debug_cursor = False

    def _see(self, execute, sql, params, many, context):
        self.queries.append(flat(sql) + b"\n" + flat(params or ()))
        return execute(sql, params, many, context)

    def since(self):
        """What was said, and forget it."""
        with connection.cursor() as cursor:
            said = {
                "logs": b"\n".join(self.ear.heard),
                "queries": b"\n".join(self.queries),
                "messages": _messages(cursor),
                "rows": _rows(cursor),
            }
        self.ear.heard.clear()
        self.queries.clear()
        connection.queries_log.clear()
        return said


@contextmanager
def _level(logger):
    kept = logger.level, logger.propagate
    logger.setLevel(logging.DEBUG)
    logger.propagate = True
    yield
    logger.level, logger.propagate = kept
    logger.manager._clear_cache()


def _messages(cursor):
    """All that lies in the queues: bodies are base64, so they are looked into as well."""
    cursor.execute("SELECT message::text, headers::text FROM pgmq.q_celery")
    return unwrapped(b"\n".join(flat(row) for row in cursor.fetchall()))


def _rows(cursor):
    """Every row of every table of ours, as PostgreSQL writes it: bytes in hex."""
    said = []
    for label in ("deals", "games", "api"):
        for model in apps.get_app_config(label).get_models():
            cursor.execute(f'SELECT t::text FROM "{model._meta.db_table}" t')  # noqa: S608
            said.append(flat(cursor.fetchall()))
    return b"\n".join(said)
