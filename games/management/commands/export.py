"""`manage.py export FILE [GAME…]`: write an archive of games, with all that proves them."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.selectors.exports import finished_games, unknown_games
from games.services.exporting import NoLog, write_archive_file
from games.services.importing import plain_source


class Command(BaseCommand):
    """Games that are not over are left out, and counted."""

    help = "Writes a tar of games, all that are over unless some are named; it verifies by itself."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, and perhaps games."""
        parser.add_argument("file", type=Path, help="the tar to write")
        parser.add_argument("games", nargs="*", type=UUID, metavar="GAME", help="a game's id")

    def handle(self, *_: object, file: Path, games: list[UUID], **__: object) -> None:
        """Write it, and say what it holds."""
        asked = sorted(set(games)) or finished_games()
        if unknown := unknown_games(asked):
            raise CommandError(f"no game has the id {unknown[0]}")
        try:
            written = write_archive_file(file, asked, now=timezone.now(), tell=self._progress)
        except OSError as error:
            said = f"{plain_source(str(file))} can't be written: {error.strerror}"
            raise CommandError(said) from None
        except NoLog as error:
            raise CommandError(str(error)) from None
        holds = written.contents
        self.stdout.write(
            f"{len(asked)} games: {holds.games} exported ({holds.bundles} with all proofs), "
            f"{len(holds.left_out)} left out, as they are not over"
        )
        self.stdout.write(f"{written.sha256}  {plain_source(str(file))} ({written.size} bytes)")

    def _progress(self, count: int) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{count} games", ending="")
