"""Health: alive, and ready."""

from django.db import OperationalError

from deals.models import Checkpoint
from tests.api.guests import is_problem
from tests.unguarded import forget_checkpoints


def test_a_process_that_answers_is_alive(client):
    assert client.get("/healthz").json() == {"status": "ok"}


def test_a_service_with_database_and_log_is_ready(guests):
    size = Checkpoint.objects.order_by("-size").first().size
    assert guests.client.get("/readyz").json() == {"status": "ok", "log": size}


def test_without_a_checkpoint_nothing_is_ready(log, client):
    forget_checkpoints()
    is_problem(client.get("/readyz"), 503, "log-not-open")


def test_without_a_database_nothing_is_ready(client, monkeypatch):
    def cut_off():
        raise OperationalError("host and password")

    monkeypatch.setattr("api.health.latest_checkpoint", cut_off)
    refused = client.get("/readyz")
    is_problem(refused, 503, "database-unavailable")
    assert b"password" not in refused.content
