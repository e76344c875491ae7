"""The broker in the tests' own database, and real workers on it."""

import pytest

from tests.real_parts import Worker, broker_in_database


@pytest.fixture
def broker(committed_log):
    """Queues in the database of this test, to which this process sends too."""
    with broker_in_database() as url:
        yield url


@pytest.fixture
def start_worker(broker, settings, tmp_path):
    """Start workers on the queues of this test."""
    started = []

    def start():
        environment = {
            "DATABASE_URL": broker,
            "HEARTS_KEYS": str(settings.HEARTS_KEYS),
            "HEARTS_LEASE": "1",
        }
        worker = Worker(log=tmp_path / f"worker-{len(started)}.log", environment=environment)
        started.append(worker)
        worker.wait_until_ready()
        return worker

    yield start
    for worker in started:
        worker.kill()
