"""Rows of audits: what was found, and how far a run of many is."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from games.models.games import Game


class Audit(models.Model):
    """What a worker found of one game."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="audits")
    seq = models.PositiveIntegerField(help_text="of the last event that was audited")
    engine = models.PositiveSmallIntegerField()
    verdict = models.CharField(max_length=10)
    strength = models.CharField(max_length=12, default="", help_text='"" when the verdict is false')
    choices = models.PositiveIntegerField(null=True)
    report = models.JSONField(help_text="the verifier's answer, in the form of its JSON")
    time = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seq"], name="one_audit_of_a_game_at_a_seq"),
        ]
        indexes: ClassVar = [models.Index(F("time").desc(), name="audits_by_age")]


class Finding(models.Model):
    """One defect that an audit names."""

    audit = models.ForeignKey(Audit, on_delete=models.CASCADE, related_name="findings")
    step = models.PositiveSmallIntegerField()
    hand = models.PositiveSmallIntegerField(null=True)
    ply = models.PositiveSmallIntegerField(null=True)
    seat = models.PositiveSmallIntegerField(null=True)
    seq = models.PositiveIntegerField(null=True)
    rule = models.CharField(max_length=32)
    detail = models.TextField()


class AuditRun(models.Model):
    """An audit of many games: what was asked for, and how far it is."""

    class State(models.TextChoices):
        """How far a run has come; one with a chunk that nobody could audit ends failed."""

        PLANNED = "planned"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    games = ArrayField(models.UUIDField(), null=True, help_text="null: all")
    repair = models.BooleanField(default=False)
    slot = models.CharField(max_length=32, default="", help_text="of the schedule; mostly none")
    spread = models.PositiveIntegerField(default=0, help_text="seconds that it is spread over")
    state = models.CharField(max_length=10, choices=State, default=State.PLANNED)
    total = models.PositiveIntegerField(null=True, help_text="games; null until it is planned")
    done = models.PositiveIntegerField(default=0, help_text="games")
    wrong = models.PositiveIntegerField(default=0, help_text="games with the verdict false")
    repaired = models.PositiveIntegerField(default=0, help_text="games")
    log_size = models.BigIntegerField(default=0, help_text="of the log that was found whole")
    log_root = models.CharField(max_length=64, default="", help_text="hex")
    log_findings = models.JSONField(default=list, help_text="what is wrong with the log, in words")
    created = models.DateTimeField()
    finished = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["slot"], condition=~Q(slot=""), name="one_run_for_a_slot"
            ),
        ]
        indexes: ClassVar = [models.Index(F("created").desc(), name="runs_by_age")]


class AuditChunk(models.Model):
    """Some games of a run, audited together by one worker."""

    class State(models.TextChoices):
        """How far a chunk has come; one that kills its workers is split."""

        WAITING = "waiting"
        OPEN = "open"
        AUDITED = "audited"
        DONE = "done"
        SPLIT = "split"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    run = models.ForeignKey(AuditRun, on_delete=models.CASCADE, related_name="chunks")
    place = models.PositiveIntegerField(help_text="of its first game in the run, from 0")
    games = ArrayField(models.UUIDField())
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    due = models.DateTimeField()
    wrong = models.PositiveIntegerField(default=0)
    repaired = models.PositiveIntegerField(default=0)
    to_repair = ArrayField(models.UUIDField(), default=list)
    findings = models.JSONField(default=list, help_text="in the form of the API's, with the game")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["run", "place"],
                condition=~Q(state="split"),
                name="one_chunk_at_a_place_of_a_run",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["run", "place"], condition=Q(state="waiting"), name="waiting_chunks"
            ),
            models.Index(
                fields=["run"], condition=Q(state__in=["open", "audited"]), name="open_chunks"
            ),
        ]
