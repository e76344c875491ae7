"""`manage.py rebuild`: derived rows from zero."""

from __future__ import annotations

from argparse import ArgumentParser
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.selectors.games import all_games
from games.services.errors import UnknownGame
from games.services.rebuilding import LogUnsound, rebuild_game


class Command(BaseCommand):
    """Replaces scores, hand states and what games' rows derive from; the log is never touched."""

    help = "Rebuilds scores, hand states and totals from the event log, a transaction a game."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the games to rebuild; without any, all."""
        parser.add_argument("game", nargs="*", type=UUID, help="a game's id; default: all games")

    def handle(self, *_: object, **options: object) -> None:
        """Rebuild, and say what had to be replaced."""
        named = options["game"]
        games = named if isinstance(named, list) and named else all_games()
        done = replaced = unsound = 0
        for game in games:
            try:
                differed = rebuild_game(game)
            except UnknownGame:
                raise CommandError(f"no game has the id {game}") from None
            except LogUnsound as error:
                self.stderr.write(f"{game}: not rebuilt, its log is faulty: {error}")
                unsound += 1
                continue
            done, replaced = done + 1, replaced + differed
            if differed:
                self.stdout.write(f"{game}: replaced what was stored")
        self.stdout.write(f"{done} games rebuilt, {replaced} of them differed")
        if unsound:
            raise CommandError(f"{unsound} games could not be rebuilt: audit them")
