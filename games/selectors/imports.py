"""Imports: how far a file was taken in, and what became of each of its lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final
from uuid import UUID

from django.db.models import Count, OuterRef, Subquery

from deals.fairness.times import format_time
from deals.selectors.jobs import job_of_subject
from games.models import Audit, Finding, Import, ImportedLine

IMPORT: Final = "import_lines"
"""The kind of an import's job."""
SHOWN_REJECTS: Final = 100

_RESULT: Final = ImportedLine.Result
_AT_ONCE: Final = 500


def import_summary(file: UUID) -> dict[str, object] | None:
    """Return how far a file was taken in, and the first lines that were rejected.

    lines = imported + duplicates + rejected, once all is done. None without such a file.
    """
    row = Import.objects.filter(id=file).first()
    if row is None:
        return None
    results = _counts(row)
    job = job_of_subject(file, kind=IMPORT)
    waiting = results.get(_RESULT.WAITING, 0)
    rejected = results.get(_RESULT.REJECTED, 0)
    rejects, more = _page(row, result=_RESULT.REJECTED, after=0, limit=SHOWN_REJECTS)
    return {
        "id": str(row.id),
        "name": row.source,
        "form": row.form,
        "time": format_time(row.time),
        "state": "done" if job is None else job.state,
        "lines": row.lines,
        "done": row.lines - waiting,
        "imported": results.get(_RESULT.IMPORTED, 0),
        "duplicates": results.get(_RESULT.DUPLICATE, 0),
        "rejected": rejected,
        "verdicts": _verdicts(row),
        "rejects": rejects,
        "rejects_after": more,
    }


def import_lines_page(
    file: UUID, *, result: str | None, after: int, limit: int
) -> tuple[list[dict[str, object]], int | None] | None:
    """Return lines of a file after a number, and after which the next page begins, if any."""
    row = Import.objects.filter(id=file).first()
    return None if row is None else _page(row, result=result, after=after, limit=limit)


def _counts(row: Import) -> dict[str, int]:
    found = row.rows.values("result").annotate(count=Count("id")).values_list("result", "count")
    return dict(found)


def _verdicts(row: Import) -> dict[str, int]:
    """Return how many of the imported games have each verdict, as they are audited now."""
    games = row.rows.filter(result=_RESULT.IMPORTED).annotate(verdict=_verdict())
    found = games.values("verdict").annotate(count=Count("id")).values_list("verdict", "count")
    return {str(verdict): count for verdict, count in found.order_by("verdict")}


def _verdict() -> Subquery:
    audits = Audit.objects.filter(game=OuterRef("game")).order_by("-seq")
    return Subquery(audits.values("verdict")[:1])


def _page(
    row: Import, *, result: str | None, after: int, limit: int
) -> tuple[list[dict[str, object]], int | None]:
    rows = row.rows.filter(number__gt=after).order_by("number").defer("line")
    if result is not None:
        rows = rows.filter(result=result)
    found = list(rows.annotate(verdict=_verdict())[: limit + 1])
    more = found[limit - 1].number if len(found) > limit else None
    return [_line(line) for line in found[:limit]], more


def _line(row: ImportedLine) -> dict[str, object]:
    place = None
    if row.place:
        place = {name: row.place.get(name) for name in ("line", "column", "pointer", "expected")}
    return {
        "line": row.number,
        "result": row.result,
        "game": None if row.game_id is None else str(row.game_id),
        "verdict": getattr(row, "verdict", None) if row.result == _RESULT.IMPORTED else None,
        "code": row.code or None,
        "place": place,
    }


def import_findings(file: UUID) -> Iterator[tuple[int, str]]:
    """Yield, by line, in words: why a line was rejected, and what was found in an imported game."""
    rows = ImportedLine.objects.filter(file=file).exclude(result=_RESULT.DUPLICATE)
    lines = rows.order_by("number").defer("line").iterator(chunk_size=_AT_ONCE)
    while batch := list(islice(lines, _AT_ONCE)):
        found = _findings([row.game_id for row in batch if row.result == _RESULT.IMPORTED])
        for row in batch:
            if row.result == _RESULT.REJECTED:
                yield row.number, f"{row.code}: {_in_words(row.place)}"
            else:
                yield from ((row.number, said) for said in found.get(row.game_id, ()))


def _findings(games: Sequence[UUID | None]) -> dict[UUID | None, list[str]]:
    """Return what was found in each of some games, in words."""
    found = defaultdict[UUID | None, list[str]](list)
    rows = Finding.objects.filter(audit__game__in=games).order_by("id")
    for game, rule, detail in rows.values_list("audit__game", "rule", "detail"):
        found[game].append(f"{rule}: {detail}")
    return found


def _in_words(place: dict[str, object]) -> str:
    where = [f"{name} {place[name]}" for name in ("line", "column") if name in place]
    if "pointer" in place:
        where.append(f"at {place['pointer'] or 'the top'}")
    return f"{', '.join(where)}: expected {place['expected']}"
