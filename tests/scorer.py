"""Somebody who keeps a score sheet through the services."""

from __future__ import annotations

from games.events.event import parse_event
from games.rules.row import Row
from games.selectors.events import event_lines
from games.selectors.games import game_summary
from games.selectors.sheets import scoresheet
from games.services.adjusting import adjust_total
from games.services.moon import record_moon_choice
from games.services.rebuilding import derived_rows, stored_rows
from games.services.sheets import change_rules, correct_row, create_sheet, write_row
from tests.cast import Clock

NAMES = ("Anna", "=Ben", "Cara", "Dan", "Eve", "Fay")


class Scorer:
    """A sheet, and who writes it."""

    def __init__(self, rules=None, clock=None):
        self.clock = clock or Clock()
        rules = rules or {"preset": "scoresheet"}
        players = NAMES[: rules.get("players", 4)]
        made = create_sheet(rules, players=players, wait=600, now=self.clock())
        self.game = made.game

    def row(self, *points, **extras):
        return self.done(write_row(self.game, Row(points, **extras), now=self.clock()))

    def correct(self, hand, *points, reason="typo", **extras):
        row = Row(points, **extras)
        return self.done(correct_row(self.game, hand, row, reason=reason, now=self.clock()))

    def rules(self, reason=None, **rules):
        return self.done(change_rules(self.game, rules, reason=reason, now=self.clock()))

    def adjust(self, seat, points):
        act = adjust_total(self.game, seat, points, reason="late", now=self.clock())
        return self.done(act)

    def choose(self, choice="add"):
        return self.done(record_moon_choice(self.game, None, choice, now=self.clock()))

    def done(self, act):
        """Look at what every act must leave: rows that follow from the events."""
        assert stored_rows(self.game) == derived_rows(self.game)
        return act

    @property
    def summary(self):
        return game_summary(self.game)

    @property
    def kinds(self):
        return [parse_event(line).kind for line in event_lines(self.game)]

    @property
    def sheet(self):
        return scoresheet(self.game)
