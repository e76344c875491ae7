"""The WSGI application for clients of others, inside a test's transaction."""

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from api.apps import buckets


@pytest.fixture
def in_process():
    """Let no request close the connection that the test's transaction is on; no throttle."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    buckets().__init__(rate=1e9, burst=1e9)
    yield
    for signal in signals:
        signal.connect(close_old_connections)
