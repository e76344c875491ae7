"""Rows of games: seats, the event log, and what follows from it."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Func, Value

from games.models.clubs import Account, Club


class RuleSet(models.Model):
    """A set of all settings, in canonical form."""

    line = models.CharField(max_length=800, unique=True)


class Game(models.Model):
    """A game: its header, and where its chain stands."""

    class State(models.TextChoices):
        """How far a game has come."""

        SEATING = "seating"
        PLAYING = "playing"
        FINISHED = "finished"
        ABANDONED = "abandoned"
        VOIDED = "voided"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    serial = models.IntegerField(
        unique=True,
        editable=False,
        db_default=Func(Value("games_game_serial"), function="nextval"),
        help_text="what its events are stored under, and no one is shown",
    )
    kind = models.CharField(max_length=8, default="cards", help_text="cards or sheet")
    rules = models.ForeignKey(RuleSet, on_delete=models.PROTECT)
    sources = models.CharField(max_length=8)
    wait = models.PositiveIntegerField(help_text="seconds")
    header = models.TextField(help_text="the game entry of the log, as it was hashed")
    creator = models.ForeignKey(Account, null=True, on_delete=models.PROTECT)
    club = models.ForeignKey(Club, null=True, on_delete=models.PROTECT, related_name="games")
    board = models.CharField(
        max_length=120, default="", help_text="the purpose of the deal that it shares with others"
    )
    shut = models.BooleanField(
        default=False, help_text="a board's game, seen by its seats alone until the board is opened"
    )
    state = models.CharField(max_length=10, choices=State, default=State.SEATING)
    seq = models.PositiveIntegerField(default=0, help_text="of the last event")
    head = models.CharField(max_length=64, help_text="hex, the chain's head after the last event")
    time = models.DateTimeField(help_text="of the last event")
    hand = models.PositiveSmallIntegerField(default=1, help_text="the hand that is on")
    computers = ArrayField(models.PositiveSmallIntegerField(), default=list)
    totals = ArrayField(models.IntegerField())
    winners = ArrayField(models.PositiveSmallIntegerField(), default=list)
    created = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["-created", "id"], name="games_by_age"),
            models.Index(fields=["club", "-created", "-id"], name="games_of_a_club_by_age"),
        ]


class SeatHolder(models.Model):
    """Who holds a seat; a person's row is there with its invite before the seat is taken."""

    class Kind(models.TextChoices):
        """What sits there."""

        HUMAN = "human"
        COMPUTER = "computer"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind)
    player = models.UUIDField(null=True, help_text="the account's id, else a fresh one of the seat")
    name = models.CharField(max_length=32, default="", help_text="a computer player's name")
    label = models.CharField(max_length=64, default="", help_text="as publicly shown on a sheet")
    invite = models.BinaryField(null=True, help_text="SHA-256 of the invite secret")
    seq = models.PositiveIntegerField(null=True, help_text="of the seat event; null while free")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_holder_for_a_seat"),
            models.UniqueConstraint(fields=["player", "game"], name="one_seat_for_a_player"),
        ]


class Event(models.Model):
    """One line of a game's chain, as it was hashed. Append-only in the database itself.

    Most rows of a database are these: so they name their game by a short number.
    """

    pk = models.CompositePrimaryKey("game_id", "seq")
    game = models.ForeignKey(
        Game,
        to_field="serial",
        db_column="game_serial",
        on_delete=models.PROTECT,
        related_name="events",
        db_index=False,
    )
    seq = models.PositiveIntegerField()
    line = models.TextField()
    head = models.BinaryField(help_text="32 bytes, the chain's head after this line")


class SealedPass(models.Model):
    """A pass statement, which its line only hashes, until it is opened or its hand is void.

    It stands beside the event log, not in it: a row of the log could never be sealed again.
    """

    pk = models.CompositePrimaryKey("game_id", "seq")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    seq = models.PositiveIntegerField(help_text="of the pass event")
    sealed = models.BinaryField()


class HandState(models.Model):
    """The hand that is on, ready for the next act: what is public plain, the rest sealed."""

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.CASCADE)
    seq = models.PositiveIntegerField(help_text="of the event it was derived from")
    hand = models.PositiveSmallIntegerField()
    before = ArrayField(models.IntegerField(), default=list, help_text="totals it began with")
    phase = models.CharField(max_length=12)
    turn = models.PositiveSmallIntegerField(null=True, help_text="who plays, or chooses")
    sealed = models.BinaryField(null=True, help_text="the cards; null while none are dealt")


class Score(models.Model):
    """What a finished hand came to."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="scores")
    hand = models.PositiveSmallIntegerField()
    seq = models.PositiveIntegerField(help_text="of the score event")
    direction = models.CharField(max_length=8, default="", help_text="of the pass")
    points = ArrayField(models.IntegerField())
    scores = ArrayField(models.IntegerField())
    totals = ArrayField(models.IntegerField())

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "hand"], name="one_score_for_a_hand"),
        ]


class Remark(models.Model):
    """The reason for a line whose own words have no place for one."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="remarks")
    seq = models.PositiveIntegerField(help_text="of the event")
    reason = models.CharField(max_length=64, help_text="a code")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seq"], name="one_remark_on_a_line"),
        ]
