"""Calls of services: tried again after a deadlock, and the workers told."""

import psycopg
import pytest
from django.db import OperationalError

from api.calls import call
from api.codes import Code
from api.problems import Problem


def failing(times, cause):
    """A service that fails so many times."""
    made = []

    def service(answer):
        made.append(answer)
        if len(made) <= times:
            error = OperationalError("try again")
            error.__cause__ = cause
            raise error
        return answer, len(made)

    return service


@pytest.mark.parametrize(
    "cause", [psycopg.errors.DeadlockDetected(), psycopg.errors.SerializationFailure()]
)
def test_a_deadlock_is_tried_again_three_times(cause):
    assert call(failing(3, cause), "done") == ("done", 4)
    with pytest.raises(Problem) as refused:
        call(failing(4, cause), "done")
    assert refused.value.code is Code.BUSY


def test_another_error_is_not_tried_again():
    with pytest.raises(OperationalError):
        call(failing(1, psycopg.errors.AdminShutdown()), "done")
