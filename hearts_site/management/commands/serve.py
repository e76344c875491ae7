"""`manage.py serve`: the whole site by one command."""

import os
import signal
import time
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from hearts_site.local.binaries import PostgresUnusable
from hearts_site.local.child import ChildFailed
from hearts_site.local.postgres import PostgresFailed
from hearts_site.local.processes import LocalSite, SiteUnusable

PORT = 8000


class Command(BaseCommand):
    """Starts database, web, worker and schedule, and ends them together."""

    help = "Serves everything from this machine until Ctrl-C."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's face

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a port and a data directory."""
        parser.add_argument(
            "--port", type=int, default=PORT, help="default: %(default)s; 0: a free one"
        )
        parser.add_argument(
            "--data", type=Path, default=default_data(), help="directory, default: %(default)s"
        )

        parser.add_argument(
            "--repair",
            metavar="DIR-or-URL",
            default="",
            help="a mirror of the log, when an old database was restored: what it lacks comes back",
        )

    def handle(self, *_: object, port: int, data: Path, repair: str, **__: object) -> None:
        """Start, tell the address, watch, stop."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.default_int_handler)  # all end like Ctrl-C
        began = time.monotonic()
        if "DATABASE_URL" in os.environ:
            self._say("DATABASE_URL is not used: serve brings its own PostgreSQL.")
        site = LocalSite(data, port=port or None, say=self._say, mirror=repair)
        try:
            with site:
                self._say(f"Ready in {time.monotonic() - began:.1f} s: {site.url}")
                self._say(f"Other commands, while this one runs: {site.prefix} manage.py …")
                self._say(f"Data is kept in {site.data}. Ctrl-C ends everything.")
                site.watch()
        except KeyboardInterrupt:
            self._say("Stopped.")
        except (ChildFailed, PostgresFailed, PostgresUnusable, SiteUnusable) as failed:
            raise CommandError(str(failed)) from failed

    def _say(self, line: str) -> None:
        """Write a line at once, also into a pipe or a file."""
        self.stdout.write(line)
        self.stdout.flush()


def default_data() -> Path:
    """Name the user's data directory for Hearts."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "hearts"
