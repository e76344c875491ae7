"""Rows of leagues. `LeagueEvent` is the truth; all else but names and games follows from it.

Nothing here acts: services write these rows, selectors read them. Sums are text, exact: "7/2".
"""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q


class League(models.Model):
    """A season of a club: its terms, and where its events stand."""

    class Kind(models.TextChoices):
        """How tables are made and results compared (LEAGUES.md)."""

        CUMULATIVE = "cumulative"
        SWISS = "swiss"
        SAME_DEAL = "same-deal"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey("games.Club", on_delete=models.PROTECT, related_name="leagues")
    name = models.CharField(max_length=64, help_text="as publicly shown")
    kind = models.CharField(max_length=10, choices=Kind)
    play = models.CharField(max_length=8, help_text="cards or sheet")
    rules = ArrayField(models.TextField(), help_text="lines; of the table size preferred first")
    sources = models.CharField(max_length=8, help_text="of its games' deals; - for sheets")
    lots = models.CharField(max_length=8, help_text="sources of its draws: server or beacon")
    wait = models.PositiveIntegerField(help_text="seconds, of its games")
    games = models.PositiveSmallIntegerField(help_text="games, or boards, of a round at each table")
    seq = models.PositiveIntegerField(default=0, help_text="of the last event")
    time = models.DateTimeField(help_text="of the last event")
    created = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(kind__in=["cumulative", "swiss", "same-deal"]), name="a_format_is_known"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["club", "-created", "-id"], name="leagues_of_a_club_by_age"),
        ]


class LeagueEvent(models.Model):
    """One event of a league. Append-only in the database itself."""

    pk = models.CompositePrimaryKey("league_id", "seq")
    league = models.ForeignKey(
        League, on_delete=models.PROTECT, related_name="events", db_index=False
    )
    seq = models.PositiveIntegerField()
    time = models.DateTimeField()
    kind = models.CharField(max_length=12)
    detail = models.JSONField(help_text="the fact, as games.leagues.standings.facts has it")
    reason = models.CharField(max_length=64, default="", help_text="a code, where somebody decided")
    by = models.UUIDField(null=True, help_text="the account; null for the service")


class Entrant(models.Model):
    """Who takes part. Its uuid is in the public log, its name is not."""

    class Holder(models.TextChoices):
        """What plays for it."""

        ACCOUNT = "account"
        GUEST = "guest"
        COMPUTER = "computer"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="entrants")
    number = models.PositiveSmallIntegerField(help_text="from 1, in the order of entry")
    name = models.CharField(max_length=64, help_text="as publicly shown")
    holder = models.CharField(max_length=8, choices=Holder)
    account = models.ForeignKey(
        "games.Account", null=True, on_delete=models.PROTECT, related_name="entrants"
    )
    substitute = models.ForeignKey(
        "games.Account",
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="who plays for it now",
    )
    left = models.BooleanField(default=False)
    sat = models.PositiveSmallIntegerField(default=0, help_text="sit-outs, as they count")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league", "number"], name="one_entrant_for_a_number"),
            models.UniqueConstraint(fields=["league", "account"], name="one_entry_of_an_account"),
            models.CheckConstraint(
                condition=Q(holder="account") ^ Q(account=None), name="an_account_is_named"
            ),
        ]


class Standing(models.Model):
    """What an entrant has come to, after the event `seq` that it last changed by."""

    entrant = models.OneToOneField(Entrant, primary_key=True, on_delete=models.CASCADE)
    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="standings")
    seq = models.PositiveIntegerField(help_text="of the event it was derived from")
    games = models.PositiveIntegerField(default=0)
    sum = models.TextField(default="0")
    compared = models.PositiveIntegerField(default=0)
    firsts = models.TextField(default="0")
    points = models.TextField(default="0")


class Round(models.Model):
    """A round: planned before its draw, seated by it, then played and closed."""

    class State(models.TextChoices):
        """How far a round has come."""

        DRAWING = "drawing"
        OPEN = "open"
        CLOSED = "closed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=State)
    deal = models.BigIntegerField(help_text="the number of its draw")
    order = ArrayField(models.UUIDField(), help_text="those seated, from the top of the standings")
    sizes = ArrayField(models.PositiveSmallIntegerField(), help_text="of the tables")
    sitting = ArrayField(models.UUIDField(), help_text="those who sit out")
    begins = models.BooleanField(help_text="whether a movement begins with it")
    numbers = ArrayField(
        models.UUIDField(), null=True, help_text="by number in the movement, when one is on"
    )
    step = models.PositiveSmallIntegerField(
        default=0, help_text="the movement's next round, before this one is seated; then after it"
    )
    by = models.UUIDField(null=True, help_text="the account that asked for it")
    created = models.DateTimeField()
    closed = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league", "number"], name="one_round_for_a_number"),
            models.UniqueConstraint(
                fields=["league"], condition=~Q(state="closed"), name="one_round_at_a_time"
            ),
        ]


class Table(models.Model):
    """A table of a round, and who sits there in seat order."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()
    entrants = ArrayField(models.UUIDField())

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "number"], name="one_table_for_a_number"),
        ]


class Board(models.Model):
    """A deal that every table of a round plays."""

    class State(models.TextChoices):
        """Whether anything of it may be seen by others than its own seats."""

        SHUT = "shut"
        OPEN = "open"

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="boards")
    number = models.PositiveSmallIntegerField()
    deal = models.BigIntegerField(help_text="the number of its deal")
    state = models.CharField(max_length=8, choices=State, default=State.SHUT)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "number"], name="one_board_for_a_number"),
        ]


class TableGame(models.Model):
    """A game of a table, and what it counts: null while it does not."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="games")
    number = models.PositiveSmallIntegerField(help_text="of the game at its table, or the board")
    game = models.OneToOneField(
        "games.Game", on_delete=models.PROTECT, related_name="table_of_league"
    )
    board = models.ForeignKey(Board, null=True, on_delete=models.PROTECT, related_name="games")
    totals = ArrayField(models.IntegerField(), null=True)
    seen = ArrayField(
        models.IntegerField(),
        null=True,
        help_text="the game's own totals when it was last looked at",
    )
    counted = models.BooleanField(default=False, help_text="whether an event has said its totals")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="one_game_for_a_number"),
        ]


class AuditedLeague(models.Model):
    """Which league a part of an audit is about: a chunk of its run that has no games."""

    chunk = models.UUIDField(primary_key=True)
    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="+")
