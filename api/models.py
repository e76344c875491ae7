"""Rows of the edge: tokens, requests that may be repeated, and the buckets of callers."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q


class Token(models.Model):
    """A secret that speaks for somebody. Only its hash is kept."""

    class Kind(models.TextChoices):
        """For whom it speaks: a seat of a game, a game's creator, an account, a club."""

        SEAT = "seat"
        CREATOR = "creator"
        ACCOUNT = "account"
        CLUB = "club"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    digest = models.BinaryField(unique=True, help_text="SHA-256 of the whole token")
    prefix = models.CharField(max_length=12, help_text="its first characters, to tell it by")
    label = models.CharField(max_length=64, default="", help_text="whatever its owner wrote")
    kind = models.CharField(max_length=8, choices=Kind)
    game = models.ForeignKey("games.Game", null=True, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    account = models.ForeignKey(
        "games.Account", null=True, on_delete=models.CASCADE, related_name="+"
    )
    club = models.ForeignKey("games.Club", null=True, on_delete=models.CASCADE, related_name="+")
    scopes = ArrayField(
        models.CharField(max_length=8), default=list, help_text="of an account's or a club's"
    )
    created = models.DateTimeField()
    expires = models.DateTimeField(null=True)
    last_used = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(kind="seat", game__isnull=False, seat__isnull=False, scopes=[])
                | Q(kind="creator", game__isnull=False, seat=None, scopes=[])
                | Q(kind="account", game=None, seat=None, account__isnull=False)
                | Q(kind="club", game=None, seat=None, club__isnull=False),
                name="a_token_names_for_whom_it_speaks",
            ),
            models.CheckConstraint(
                condition=Q(kind="account") ^ Q(account=None), name="an_account_has_its_own_tokens"
            ),
            models.CheckConstraint(
                condition=Q(kind="club") ^ Q(club=None), name="a_club_has_its_own_tokens"
            ),
        ]


class Repeat(models.Model):
    """A request that named itself, so that it can be sent again and has its effect once."""

    class State(models.TextChoices):
        """How far it has come; `written` is set in the transaction of its effect."""

        RUNNING = "running"
        WRITTEN = "written"
        ENDED = "ended"

    name = models.BinaryField(unique=True, help_text="SHA-256 of caller, method, path and key")
    body = models.BinaryField(help_text="SHA-256 of what was sent")
    claim = models.UUIDField(help_text="of the process that does it, or did")
    claimed = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State, default=State.RUNNING)
    answer = models.BinaryField(null=True, help_text="sealed; null when it is shown only once")
    created = models.DateTimeField(db_index=True)


class Bucket(models.Model):
    """What is left to a caller. The table is unlogged: after a crash all buckets are full."""

    name = models.BinaryField(primary_key=True, help_text="SHA-256 of what is counted, and whose")
    level = models.FloatField(help_text="requests that may still come, at that time")
    time = models.DateTimeField(db_index=True)
    taken = models.PositiveIntegerField(help_text="by the last one who asked")
