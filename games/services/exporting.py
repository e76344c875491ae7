"""Archives that were asked for: a row and a job, then a file that is kept for a week."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final
from uuid import UUID

from django.db import transaction

from deals.services.checkpoints import publish_checkpoint
from deals.services.effects import note_effect
from deals.services.jobs import JobHint, add_job, finish_job, take_job
from games.models import Export
from games.selectors.exports import EXPORT, KEPT, export_path, unknown_games
from games.services.archives import Contents, write_archive
from games.services.errors import UnknownGame
from games.services.tar_writing import HashingFile

LEASE: Final = timedelta(minutes=10)
"""As long as a task may run at all: nobody else begins the same archive meanwhile."""
_PART: Final = ".part"
_FORGOTTEN: Final = timedelta(days=1)


class NoLog(Exception):
    """There is no signed checkpoint yet that an archive could stand on."""

    code = "no-log"


@dataclass(frozen=True)
class WrittenFile:
    """An archive that was written: its size in bytes, its SHA-256 in hex, what it holds."""

    size: int
    sha256: str
    contents: Contents


@transaction.atomic
def request_export(games: Sequence[UUID], *, now: datetime) -> tuple[UUID, JobHint]:
    """Ask for an archive of games; return its id and its job. Raises UnknownGame."""
    asked = sorted(set(games))
    if unknown := unknown_games(asked):
        raise UnknownGame(f"no game has the id {unknown[0]}")
    export = Export.objects.create(games=asked, created=now)
    hint = add_job(EXPORT, export.id, now=now)
    note_effect()
    return export.id, hint


def write_export(job_id: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """Write the archive that a job asks for."""
    job = take_job(job_id, now=now, lease=LEASE)
    if job is None:
        return ()
    export = Export.objects.get(id=job.subject)
    written = write_archive_file(export_path(export.id), export.games, now=now)
    with transaction.atomic():
        Export.objects.filter(id=export.id).update(
            finished=now,
            included=written.contents.games,
            left_out=written.contents.left_out,
            size=written.size,
            sha256=written.sha256,
        )
        finish_job(job, now=now)
    return ()


def write_archive_file(
    path: Path,
    games: Iterable[UUID],
    *,
    now: datetime,
    tell: Callable[[int], None] = lambda _count: None,
) -> WrittenFile:
    """Write an archive of games under a new checkpoint; the file is there whole, or not at all.

    Raises NoLog, SignerRefuses, OSError.
    """
    checkpoint = publish_checkpoint(now=now)
    if checkpoint is None:
        raise NoLog("the log has no checkpoint yet: run manage.py openlog")
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{secrets.token_hex(8)}{_PART}")
    try:
        with part.open("xb") as file:
            out = HashingFile(file)
            contents = write_archive(out, games, checkpoint=checkpoint, tell=tell)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return WrittenFile(out.size, out.digest, contents)


def sweep_exports(*, now: datetime) -> None:
    """Remove the archives that were kept for a week, and what killed workers left."""
    for export in Export.objects.filter(finished__lte=now - KEPT, is_swept=False):
        export_path(export.id).unlink(missing_ok=True)
        export.is_swept = True
        export.save(update_fields=["is_swept"])
    oldest = (now - _FORGOTTEN).timestamp()
    with suppress(FileNotFoundError):
        for path in export_path(UUID(int=0)).parent.iterdir():
            if path.suffix == _PART and path.stat().st_mtime < oldest:
                path.unlink(missing_ok=True)
