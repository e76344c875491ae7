"""Rows of imports and exports."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from games.models.games import Game


class Import(models.Model):
    """A file of records that others kept, and whom it is from."""

    class Form(models.TextChoices):
        """How the file is written."""

        RECORDS = "records"
        SHEET = "sheet"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    source = models.CharField(max_length=255, help_text="the file's name")
    form = models.CharField(max_length=8, choices=Form, default=Form.RECORDS)
    rules = models.CharField(max_length=800, default="", help_text="of a sheet, in canonical form")
    lines = models.PositiveIntegerField(help_text="that are not empty")
    time = models.DateTimeField(help_text="of all lines of its games")


class ImportedLine(models.Model):
    """A line of such a file as it came, and what became of it; a sheet is one line."""

    class Result(models.TextChoices):
        """What became of it."""

        WAITING = "waiting"
        IMPORTED = "imported"
        DUPLICATE = "duplicate"
        REJECTED = "rejected"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    file = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="rows")
    number = models.PositiveIntegerField(help_text="of the line, from 1")
    line = models.BinaryField(help_text="as it came, without its line end")
    result = models.CharField(max_length=9, choices=Result, default=Result.WAITING)
    game = models.ForeignKey(
        Game, null=True, on_delete=models.PROTECT, related_name="+", help_text="it is this one's"
    )
    name = models.BinaryField(null=True, help_text="SHA-256 of the record's id")
    digest = models.BinaryField(null=True, help_text="SHA-256 of the record as it is exported")
    code = models.CharField(max_length=32, default="", help_text="why it was rejected")
    place = models.JSONField(default=dict, help_text="of what was wrong, and what was expected")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["file", "number"], name="one_row_for_a_line"),
            models.UniqueConstraint(
                fields=["name"], condition=Q(result="imported"), name="one_game_for_a_records_id"
            ),
            models.UniqueConstraint(
                fields=["game"], condition=Q(result="imported"), name="one_record_for_a_game"
            ),
            models.CheckConstraint(
                condition=Q(code="") ^ Q(result="rejected"), name="a_rejected_line_has_a_code"
            ),
        ]


class Export(models.Model):
    """An archive of games to be taken away: what was asked for, and the file it became."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    games = ArrayField(models.UUIDField())
    created = models.DateTimeField()
    finished = models.DateTimeField(null=True)
    included = models.PositiveIntegerField(default=0, help_text="games in the archive")
    left_out = models.JSONField(default=list, help_text="games that are not, and why")
    size = models.BigIntegerField(default=0, help_text="of the file, in bytes")
    sha256 = models.CharField(max_length=64, default="", help_text="of the file, in hex")
    is_swept = models.BooleanField(default=False, help_text="the file is gone")
