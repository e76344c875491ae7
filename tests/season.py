"""A club's director, and seasons through the services."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from uuid import UUID

from deals.models import Job
from games.leagues.models import Entrant, Round, Table, TableGame
from games.leagues.selectors.standings import season_at, stored_lines
from games.leagues.services import creating, directing, drawing, entering
from games.leagues.services.counting import count_result
from games.leagues.services.locked import Decision
from games.leagues.services.rebuilding import derived_league, stored_league
from games.leagues.services.terms import LeagueTerms
from games.leagues.standings.facts import Averaged
from games.models import Game
from games.rules.row import Row
from games.services.accounts import create_account
from games.services.clubs import create_club
from games.services.moving import move_computers
from games.services.sheets import write_row
from games.services.voiding import void_game
from tests.cast import Clock

PASSWORD = "four tables of hearts"
ONE_ROW = {"preset": "scoresheet", "hands": 1, "target": None}


class Season:
    """A league of a new club, by default of score sheets that are over after one row."""

    def __init__(self, kind="cumulative", *, people=0, clock=None, **terms):
        self.clock = clock or Clock()
        self.director = create_account(f"anna-{id(self)}", PASSWORD, now=self.clock())
        self.club = create_club("Club", owner=self.director, now=self.clock())
        sheets = {"rules": [ONE_ROW], "play": "sheet", "sources": "-"}
        wanted = LeagueTerms(name="Season", kind=kind, **(sheets | terms))
        self.id = creating.create_league(self.club, wanted, now=self.clock())
        self.people = [self.enter(f"guest {number}") for number in range(people)]

    def because(self, reason="said"):
        return Decision(by=self.director, reason=reason)

    def enter(self, name, **entry):
        made = entering.enter(
            self.id, entering.Entry(name, **entry), self.because(), now=self.clock()
        )
        return self.checked(str(made))

    def withdraw(self, entrant):
        entering.withdraw(self.id, UUID(entrant), self.because(), now=self.clock())
        self.checked(None)

    def come_back(self, entrant):
        entering.return_entrant(self.id, UUID(entrant), self.because(), now=self.clock())
        self.checked(None)

    def draw(self):
        number, self.hints = drawing.draw_round(self.id, self.because(), now=self.clock())
        return self.checked(number)

    def round(self, number=None):
        rows = Round.objects.filter(league=self.id).order_by("-number")
        return rows.first() if number is None else rows.get(number=number)

    def tables(self, number=None):
        rows = Table.objects.filter(round=self.round(number)).order_by("number")
        return [tuple(map(str, table.entrants)) for table in rows]

    def games(self, number=None):
        rows = TableGame.objects.filter(table__round=self.round(number))
        return [row.game_id for row in rows.order_by("table__number", "number")]

    def play(self, game, *points):
        """A row of a sheet, and what the worker does after it."""
        write_row(game, Row(points), now=self.clock())
        self.count()

    def void(self, game):
        void_game(game, now=self.clock())
        self.count()

    def count(self):
        self.clock.time += timedelta(seconds=1)
        for job in Job.objects.filter(kind="count_result", state="queued"):
            count_result(job.id, now=self.clock())
        self.checked(None)

    def close(self, number=None, *, overrides=False):
        directing.close_round(
            self.id,
            number or self.round().number,
            self.because("closed"),
            overrides=overrides,
            now=self.clock(),
        )
        self.checked(None)

    def correct(self, game, totals):
        directing.correct_result(self.id, game, totals, self.because("misread"), now=self.clock())
        self.checked(None)

    def penalise(self, entrant, value):
        directing.penalise(
            self.id, UUID(entrant), Fraction(value), self.because("late"), now=self.clock()
        )
        self.checked(None)

    def average(self, entrant, number, board, value="1/2"):
        missed = Averaged(entrant, number, board, Fraction(value))
        directing.give_average(self.id, missed, self.because("missed"), now=self.clock())
        self.checked(None)

    @property
    def row(self):
        return Entrant.objects.get(id=self.people[0]).league

    @property
    def lines(self):
        return stored_lines(self.row)

    def line(self, entrant):
        return next(line for line in self.lines if line.entrant == entrant)

    @property
    def folded(self):
        return season_at(self.id)

    def state(self, game):
        return Game.objects.values_list("state", flat=True).get(id=game)

    def checked(self, value):
        """Look at what every act must leave: rows that follow from the events."""
        assert stored_league(self.id) == derived_league(self.id)
        return value


class Boards(Season):
    """A same-deal league of computer players, or of guests who play by their seats' services."""

    def __init__(self, *, people=0, computers=8, boards=1, **terms):
        cards = {"rules": [{}], "play": "cards", "sources": "server", "games": boards}
        super().__init__("same-deal", people=people, **(cards | terms))
        self.people += [
            self.enter(f"computer {number}", is_computer=True) for number in range(computers)
        ]

    def move(self, *games):
        """Let the computer players of some games, or of all, play as far as they can."""
        wanted = {"kind": "move_computers", "state": "queued"}
        if games:
            wanted["subject__in"] = games
        while jobs := list(Job.objects.filter(**wanted)):
            for job in jobs:
                self.clock.time += timedelta(seconds=5)
                move_computers(job.id, now=self.clock())

    def play_game(self, game):
        self.move(game)
        self.count()


def with_a_round_played(season):
    """The same season, one round of it drawn, played at every table and closed."""
    season.draw()
    for game in season.games():
        season.play(game, 0, 4, 9, 13)
    season.close()
    return season
