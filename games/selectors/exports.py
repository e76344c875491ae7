"""Exports: where they stand; and which games an archive may hold."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Final
from uuid import UUID

from django.conf import settings

from deals.fairness.times import format_time
from deals.selectors.jobs import job_of_subject
from games.models import Export, Game

EXPORT: Final = "write_export"
"""The kind of an export's job."""
KEPT: Final = timedelta(days=7)
"""How long an archive is kept after it was written."""
_ON: Final = (Game.State.SEATING, Game.State.PLAYING)


def export_summary(export: UUID) -> dict[str, object] | None:
    """Return where an export stands; None when there is no such export."""
    row = Export.objects.filter(id=export).first()
    if row is None:
        return None
    job = job_of_subject(export, kind=EXPORT)
    is_done = row.finished is not None
    return {
        "id": str(row.id),
        "state": "done" if is_done or job is None else job.state,
        "created": format_time(row.created),
        "asked": len(row.games),
        "included": row.included,
        "left_out": row.left_out,
        "file": f"/api/v1/exports/{row.id}/file" if is_done and not row.is_swept else None,
        "size": row.size if is_done else None,
        "sha256": row.sha256 or None,
        "expires": None if row.finished is None else format_time(row.finished + KEPT),
    }


def export_path(export: UUID) -> Path:
    """Return where an export's file stands, or will stand."""
    return Path(settings.HEARTS_DATA) / "exports" / f"{export}.tar"


def finished_games() -> list[UUID]:
    """Return the games that are over, however they ended, by id."""
    rows = Game.objects.exclude(state__in=_ON).order_by("id")
    return list(rows.values_list("id", flat=True))


def unknown_games(games: Sequence[UUID]) -> list[UUID]:
    """Return those of some ids that no game has."""
    known = set(Game.objects.filter(id__in=games).values_list("id", flat=True))
    return [game for game in games if game not in known]
