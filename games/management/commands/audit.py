"""`manage.py audit`: some games, or all, with a bar that shows how far it is."""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from deals.selectors.open_jobs import free_jobs
from games.selectors.audit_runs import Progress, open_chunk_jobs, run_findings, run_progress
from games.services.audit_chunks import close_failed_chunks
from games.services.audit_runs import cancel_run, request_run
from games.services.bulk_auditing import read_ahead
from games.services.errors import UnknownGame
from games.tasks import do_job, wake

_WIDTH: Final = 30
_PAUSE: Final = 0.5
_STATUS: Final[Mapping[str, int]] = MappingProxyType({"false": 1, "failed": 2})


class Command(BaseCommand):
    """Asks for an audit, works at it beside the workers, and prints what it found."""

    help = (
        "Audits games: the ten steps, and stored rows against rebuilt ones. Works at it beside all "
        "workers there are, none needed. Prints each finding as a line of JSON. Exit status: 0 all "
        "is right, 1 something is false, 2 some games could not be audited."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take which games, and what to do about what is found."""
        parser.add_argument("game", nargs="*", type=UUID, help="a game's id")
        parser.add_argument("--all", action="store_true", help="every game, and every league")
        parser.add_argument(
            "--repair", action="store_true", help="replace derived rows that differ by rebuilt ones"
        )

    def handle(self, *_: object, **options: object) -> None:
        """Audit, show how far it is, and end with a status."""
        games = options["game"]
        if not isinstance(games, list) or bool(games) is bool(options["all"]):
            raise CommandError("name games, or say --all")
        try:
            run, hint = request_run(
                games or None, repair=bool(options["repair"]), now=timezone.now()
            )
        except UnknownGame as error:
            raise CommandError(str(error)) from None
        wake([hint])
        read_ahead()
        try:
            progress = self._work(run)
        except KeyboardInterrupt:
            cancel_run(run, now=timezone.now())
            raise CommandError("called off; what was audited stays") from None
        self._tell(run, progress)

    def _work(self, run: UUID) -> Progress:
        """Take jobs of the run until it is over; show how far it is."""
        began = time.monotonic()
        while True:
            wake(close_failed_chunks(now=timezone.now()))
            progress = run_progress(run)
            if progress is None:
                raise CommandError("the audit is gone")
            self._show(progress, time.monotonic() - began)
            if progress.is_over:
                return progress
            if not _take_one(run):
                time.sleep(_PAUSE)

    def _show(self, progress: Progress, seconds: float) -> None:
        total = progress.total or 0
        share = progress.done / total if total else float(progress.is_over)
        bar = "#" * int(_WIDTH * share)
        rate = progress.done / seconds if seconds else 0.0
        line = (
            f"[{bar:<{_WIDTH}}] {progress.done} of {total} games, {progress.wrong} false, "
            f"{rate:.0f} a second"
        )
        if sys.stderr.isatty():
            self.stderr.write(f"\r{line}", ending="\n" if progress.is_over else "")
        elif progress.is_over:
            self.stderr.write(line)

    def _tell(self, run: UUID, progress: Progress) -> None:
        for finding in run_findings(run):
            self.stdout.write(json.dumps(finding))
        for detail in progress.log_findings:
            self.stdout.write(json.dumps({"log": detail}))
        if progress.repaired:
            self.stderr.write(f"{progress.repaired} games repaired")
        answer = "false" if progress.wrong or progress.log_findings else progress.state
        if answer in _STATUS:
            raise SystemExit(_STATUS[answer])


def _take_one(run: UUID) -> bool:
    """Do one job of a run, if one is free; tell the broker of those that follow."""
    now = timezone.now()
    for kind, job in free_jobs([run, *open_chunk_jobs(run)], now=now)[:1]:
        do_job(kind, job)
        return True
    return False
