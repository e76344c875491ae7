"""Rows of the dealing side: the public log, its checkpoints, deals, contributions and jobs.

Nothing here acts: services write these rows, selectors read them.
"""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q

from deals.fields import HexField


class LogHead(models.Model):
    """The one row whose lock orders all that is appended to the log."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    origin = models.CharField(max_length=255)
    size = models.BigIntegerField(default=0, help_text="entries so far")
    deals = models.BigIntegerField(default=0, help_text="the last deal number given")
    time = models.DateTimeField(null=True, help_text="the time of the last entry")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(id=1), name="log_head_is_one_row"),
        ]


class Entry(models.Model):
    """One entry of the public log, as it was hashed. Append-only in the database itself."""

    class Kind(models.TextChoices):
        """The first line of the entry, between the slashes."""

        KEY = "key"
        GAME = "game"
        COMMIT = "commit"
        FREEZE = "freeze"
        REVEAL = "reveal"
        VOID = "void"
        HEAD = "head"
        ROUND = "round"
        VERIFIER = "verifier"
        CONTINUE = "continue"

    index = models.BigIntegerField(primary_key=True)
    kind = models.CharField(max_length=12, choices=Kind)
    deal = models.BigIntegerField(null=True, help_text="of commit, freeze, reveal, void")
    game = models.UUIDField(null=True, help_text="the game that the entry speaks of")
    text = models.TextField()
    hashes = models.BinaryField(
        help_text="32 bytes for each complete subtree that this entry completes, from level 0 up"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["deal"], condition=Q(kind="commit"), name="one_commit_for_a_deal"
            ),
            models.UniqueConstraint(
                fields=["deal"], condition=Q(kind="freeze"), name="one_freeze_for_a_deal"
            ),
            models.UniqueConstraint(
                fields=["deal"], condition=Q(kind__in=["reveal", "void"]), name="one_end_for_a_deal"
            ),
            models.UniqueConstraint(
                fields=["game"], condition=Q(kind="game"), name="one_header_for_a_game"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["game"], name="entries_of_game"),
            models.Index(
                fields=["kind", "index"],
                condition=Q(kind__in=["key", "verifier", "continue"]),
                name="rare_entries",
            ),
        ]


class Checkpoint(models.Model):
    """A signed state of the log: a tlog-checkpoint note of its first `size` entries.

    Append-only in the database itself.
    """

    size = models.BigIntegerField(primary_key=True)
    root = models.BinaryField(help_text="32 bytes")
    note = models.TextField()
    time = models.DateTimeField()


class Cosignature(models.Model):
    """What a witness has signed under a checkpoint: one line of its note."""

    checkpoint = models.ForeignKey(
        Checkpoint, on_delete=models.PROTECT, related_name="cosignatures"
    )
    vkey = models.CharField(max_length=400, help_text="the witness's, as the settings name it")
    line = models.CharField(max_length=400, help_text="without its line end")
    time = models.DateTimeField(help_text="when the witness says it signed")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["checkpoint", "vkey"], name="one_cosignature_of_a_witness"
            ),
        ]


class Deal(models.Model):
    """One deal: what is public of it, and its seed, sealed until it is revealed."""

    class State(models.TextChoices):
        """How far a deal has come."""

        COMMITTED = "committed"
        CONTRIBUTING = "contributing"
        WAITING = "waiting"
        FROZEN = "frozen"
        DEALT = "dealt"
        REVEALED = "revealed"
        VOID = "void"

    number = models.BigIntegerField(primary_key=True)
    purpose = models.CharField(max_length=120)
    deck = models.CharField(max_length=9)
    sources = models.CharField(max_length=8)
    beacon = models.CharField(max_length=90, default="-")
    commitment = HexField(unique=True)
    state = models.CharField(max_length=12, choices=State, default=State.COMMITTED)
    sealed_seed = models.BinaryField(null=True)
    seed = HexField(default="", help_text="after the end only")
    attempts = models.PositiveSmallIntegerField(null=True)
    index = models.TextField(default="", help_text="decimal, after the end only")
    signature = models.CharField(
        max_length=96, default="", help_text="hex, of the beacon's round, once it was checked"
    )
    reason = models.CharField(max_length=16, default="", help_text="why it is void")
    commit_entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="+")
    freeze_entry = models.OneToOneField(
        Entry, null=True, on_delete=models.PROTECT, related_name="+"
    )
    end_entry = models.OneToOneField(Entry, null=True, on_delete=models.PROTECT, related_name="+")
    created = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["purpose"], condition=~Q(state="void"), name="one_live_deal_for_a_purpose"
            ),
            models.CheckConstraint(
                condition=Q(seed="", index="") | Q(state__in=["revealed", "void"]),
                name="seed_and_index_are_public_at_the_end_only",
            ),
            models.CheckConstraint(
                condition=Q(end_entry=None) ^ Q(state__in=["revealed", "void"]),
                name="a_deal_has_ended_when_its_end_is_in_the_log",
            ),
            models.CheckConstraint(
                condition=Q(reason="") ^ Q(state="void"), name="a_void_deal_has_a_reason"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["number"], condition=Q(end_entry=None), name="deals_without_an_end"
            ),
            # By the beginning of the purpose too, which is a game or a table.
            models.Index(
                fields=["purpose"], opclasses=["varchar_pattern_ops"], name="deals_by_purpose"
            ),
        ]


class Contribution(models.Model):
    """A seat's share of the randomness: its commitment K, and its nonce once it is public."""

    class By(models.TextChoices):
        """Who drew the nonce."""

        SEAT = "seat"
        SERVICE = "service"

    pk = models.CompositePrimaryKey("deal_id", "seat")
    deal = models.ForeignKey(
        Deal, on_delete=models.PROTECT, related_name="contributions", db_index=False
    )
    seat = models.PositiveSmallIntegerField()
    commitment = HexField()
    by = models.CharField(max_length=8, choices=By)
    sealed_nonce = models.BinaryField(null=True, help_text="a nonce that the service drew")
    nonce = HexField(default="", help_text="once it stands in the chain")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["deal", "commitment"], name="no_copied_commitment"),
        ]


class Job(models.Model):
    """Work to be done by a worker. The row is the truth; the broker only hints at it."""

    class State(models.TextChoices):
        """How far a job has come."""

        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    kind = models.CharField(max_length=32)
    subject = models.UUIDField(help_text="the id of what the job is about")
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0, help_text="counted before work begins")
    due = models.DateTimeField()
    lease_until = models.DateTimeField(null=True)
    error = models.CharField(max_length=200, default="", help_text="the class of the last error")
    created = models.DateTimeField()
    finished = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["kind", "subject"],
                condition=Q(state__in=["queued", "running"]),
                name="one_open_job_for_a_subject",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["due"], condition=Q(state__in=["queued", "running"]), name="open_jobs"
            ),
        ]
