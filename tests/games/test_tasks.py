"""Telling the broker: a hint that is lost loses nothing."""

from uuid import uuid4

import pytest
from kombu.exceptions import OperationalError as BrokerGone

from deals.models import Job
from deals.services.jobs import JobHint, add_job
from games import tasks
from tests.cast import NOW


def test_a_broker_that_is_gone_does_not_undo_what_is_committed(monkeypatch, caplog):
    def gone(*_, **__):
        raise BrokerGone("amqp://user:password@host")

    monkeypatch.setattr(tasks.audit_game, "apply_async", gone)
    tasks.wake([JobHint("audit_game", uuid4(), 0.0)])
    assert "the broker was not told" in caplog.text
    assert "password" not in caplog.text


def test_a_task_tells_an_id_and_when_it_is_due(monkeypatch):
    told = []
    monkeypatch.setattr(
        tasks.move_computers, "apply_async", lambda args, countdown: told.append((args, countdown))
    )
    job = uuid4()
    tasks.wake([JobHint("move_computers", job, 0.5)])
    assert told == [((str(job),), 0.5)]


def test_a_task_that_fails_gives_its_job_back_with_the_error_s_class_only(log):
    hint = add_job("audit_game", uuid4(), now=NOW)
    with pytest.raises(Exception, match="does not exist"):
        tasks.audit_game(str(hint.job))
    job = Job.objects.get(id=hint.job)
    assert (job.state, job.attempts, job.error) == ("queued", 1, "DoesNotExist")


def test_a_sweep_tells_of_what_was_lost(log, monkeypatch):
    told = []
    monkeypatch.setattr(tasks.audit_game, "apply_async", lambda args, countdown: told.append(args))
    hint = add_job("audit_game", uuid4(), now=NOW)
    tasks.sweep()
    assert told == [(str(hint.job),)]
