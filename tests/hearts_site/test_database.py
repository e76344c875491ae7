"""The tests' own database."""

import pytest
from django.db import connection


@pytest.mark.django_db
def test_the_tests_run_on_postgresql():
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version_num')::int")
        assert cursor.fetchone()[0] >= 150_000
