"""Rows of the playing side: accounts and clubs, games and seats, the event log and what follows.

Nothing here acts: services write these rows, selectors read them. `HandState` and `Score` are
derived from `Event` and carry the seq they were derived from.
"""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower


class Account(AbstractUser):
    """A login. People are named by its id in all that is hashed."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)

    class Meta(AbstractUser.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(Lower("username"), name="no_two_names_differ_by_case_alone"),
        ]


class Club(models.Model):
    """People who play together, and who may do what among them."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=64, help_text="as publicly shown")
    created = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["-created", "-id"], name="clubs_by_age")]


class Role(models.TextChoices):
    """What a member may do; each role may do what those after it may."""

    OWNER = "owner"
    DIRECTOR = "director"
    SCORER = "scorer"
    PLAYER = "player"


class Member(models.Model):
    """An account in a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=8, choices=Role)
    joined = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "account"], name="one_membership_in_a_club"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="a_role_is_known"),
        ]


class Invitation(models.Model):
    """A secret that makes one account a member. Only its hash is kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=8, choices=Role)
    digest = models.BinaryField(unique=True, help_text="SHA-256 of the secret")
    created = models.DateTimeField()
    expires = models.DateTimeField()
    used = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(role__in=Role.values), name="an_offer_is_known"),
        ]


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
    """One line of a game's chain, as it was hashed. Append-only in the database itself."""

    pk = models.CompositePrimaryKey("game_id", "seq")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="events", db_index=False)
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
