"""Rows of the edge: tokens."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q


class Token(models.Model):
    """A secret that speaks for one seat of a game, or for its creator. Only its hash is kept."""

    class Scope(models.TextChoices):
        """What the token may do."""

        SEAT = "seat"
        CREATOR = "creator"

    digest = models.BinaryField(unique=True, help_text="SHA-256 of the whole token")
    prefix = models.CharField(max_length=12, help_text="its first characters, to tell it by")
    scope = models.CharField(max_length=8, choices=Scope)
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    created = models.DateTimeField()
    expires = models.DateTimeField(null=True)
    last_used = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(scope="seat", seat__isnull=False) | Q(scope="creator", seat=None),
                name="a_seat_token_names_its_seat",
            ),
        ]
