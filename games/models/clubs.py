"""Rows of people: accounts, clubs, members and invitations."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
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
