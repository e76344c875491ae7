"""`manage.py prepare`: everything between an empty database and one that can be served."""

import psycopg
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from hearts_site.database_url import parse_database_url
from hearts_site.local.roles import APPLICATION
from hearts_site.queues import install_queues


class Command(BaseCommand):
    """Keys, tables, queues, the first entries of the log, static files. May be repeated."""

    help = "Makes keys, tables, queues and static files. Uses DATABASE_OWNER_URL when given."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's face

    def handle(self, *_: object, **__: object) -> None:
        """Do it all."""
        owner = parse_database_url(settings.DATABASE_OWNER_URL or settings.DATABASE_URL)
        call_command("makekeys", stdout=self.stdout)
        with psycopg.connect(owner.conninfo(), autocommit=True) as connection:
            call_command("migrate", interactive=False, verbosity=0)
            if settings.CELERY_BROKER_URL.startswith("pgmq:"):
                install_queues(connection, application=_application(connection))
        call_command("openlog", stdout=self.stdout)
        call_command("collectstatic", interactive=False, verbosity=0)


def _application(connection: psycopg.Connection) -> str:
    """Return the role that web and workers connect as: hearts_app wherever it exists."""
    found = connection.execute("SELECT FROM pg_roles WHERE rolname = %s", (APPLICATION,)).fetchone()
    named = parse_database_url(settings.DATABASE_URL).user
    return APPLICATION if found is not None else named or connection.info.user
