"""`manage.py rebuildleagues`: the derived rows of leagues from zero."""

from __future__ import annotations

from argparse import ArgumentParser
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.leagues.selectors.leagues import all_leagues
from games.leagues.services.errors import UnknownLeague
from games.leagues.services.rebuilding import rebuild_league


class Command(BaseCommand):
    """Replaces rounds, entrants, results and standings; a league's events are never touched."""

    help = "Rebuilds standings and what they follow from out of the events, a transaction a league."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the leagues to rebuild; without any, all."""
        parser.add_argument("league", nargs="*", type=UUID, help="a league's id; default: all")

    def handle(self, *_: object, league: list[UUID], **__: object) -> None:
        """Rebuild, and say what had to be replaced."""
        done = replaced = 0
        for one in league or all_leagues():
            try:
                differed = rebuild_league(one, now=timezone.now())
            except UnknownLeague:
                raise CommandError(f"no league has the id {one}") from None
            done, replaced = done + 1, replaced + differed
            if differed:
                self.stdout.write(f"{one}: replaced what was stored")
        self.stdout.write(f"{done} leagues rebuilt, {replaced} of them differed")
