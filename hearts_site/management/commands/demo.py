"""`manage.py demo`: the main job, start to finish, then how to look at it."""

from __future__ import annotations

import signal
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from api.client.http import ApiProblem
from deals.fairness.errors import ProofUnreadable
from games.records.errors import RecordUnreadable
from games.verifier.promise import ServerBrokeItsWord
from hearts_site.local.binaries import PostgresUnusable
from hearts_site.local.child import ChildFailed
from hearts_site.local.demo import COMPUTER_DELAY, Demo, DemoFailed
from hearts_site.local.postgres import PostgresFailed
from hearts_site.local.processes import LocalSite, SiteUnusable

FAILURES = (
    DemoFailed,
    ApiProblem,
    ServerBrokeItsWord,
    RecordUnreadable,
    ProofUnreadable,
    ChildFailed,
    PostgresFailed,
    PostgresUnusable,
    SiteUnusable,
    OSError,
)


class Command(BaseCommand):
    """Plays a game with proven deals over HTTP, and checks it in every way there is."""

    help = "Plays a whole game with proven deals, audits it, verifies it offline; then says how."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's face

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take where to keep it, and whether to go on."""
        parser.add_argument("--keep", action="store_true", help="go on serving until Ctrl-C")
        parser.add_argument("--data", type=Path, help="directory, default: a temporary one")

    def handle(self, *_: object, keep: bool, data: Path | None, **__: object) -> None:
        """Run it; exit status 0 only when all of it held."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.default_int_handler)  # all end like Ctrl-C
        began = time.monotonic()
        try:
            with _directory(data) as directory:
                self._run(directory, keep=keep, began=began)
        except KeyboardInterrupt:
            raise CommandError("Stopped; nothing is left running.", returncode=130) from None
        except FAILURES as failed:
            raise CommandError(f"The demo failed: {failed}") from failed

    def _run(self, directory: Path, *, keep: bool, began: float) -> None:
        def say(text: str) -> None:
            self.stdout.write(text)
            self.stdout.flush()

        site = LocalSite(directory, environment=_environment(directory))
        demo = Demo(site, say, began)
        site.say = demo.tell
        with site:
            demo.times["starting"] = time.monotonic() - began
            demo.run()
            for line in demo.summary():
                say(line)
            say(f"All of it held, in {time.monotonic() - began:.1f} s.")
            if keep:
                self._keep(demo)
        if not keep:
            say("Everything is stopped. To look at it yourself: manage.py demo --keep")

    def _keep(self, demo: Demo) -> None:
        site = demo.site
        for line in demo.places():
            self.stdout.write(line)
        self.stdout.write(f"Data is kept in {site.data} until Ctrl-C.")
        self.stdout.flush()
        try:
            site.watch()
        except KeyboardInterrupt:
            self.stdout.write("Stopped.")


def _environment(directory: Path) -> dict[str, str]:
    """Let the computer player be quick, and keep temporary files where all goes together."""
    temporary = directory / "tmp"
    temporary.mkdir(parents=True, exist_ok=True)
    return {"HEARTS_COMPUTER_DELAY": COMPUTER_DELAY, "TMPDIR": str(temporary)}


@contextmanager
def _directory(named: Path | None) -> Iterator[Path]:
    """Give the directory named, which stays, or a temporary one, which does not."""
    if named is not None:
        yield named
        return
    with tempfile.TemporaryDirectory(prefix="hearts-demo-") as directory:
        yield Path(directory)
