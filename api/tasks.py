"""Celery's tasks of the edge: each calls the service of the same name."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from api import forgetting


@shared_task(name="api.tasks.forget_old")
def forget_old() -> None:
    """Drop what is kept for a day only."""
    forgetting.forget_old(now=timezone.now())
