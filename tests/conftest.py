"""What every test may use."""

import pytest


@pytest.fixture(scope="session")
def django_db_modify_db_settings(database_server):
    """Start the database before pytest-django makes the test database on it."""
