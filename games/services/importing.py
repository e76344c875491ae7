"""Taking in the records of others: each line is kept as it came, and becomes a game.

A file's lines are rows before any of them is read; a job takes them in chunk by chunk, a
transaction each. So whoever is killed in the middle loses nothing, and doubles nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Final
from uuid import UUID

from django.db import connection, transaction

from deals.services.effects import note_effect
from deals.services.jobs import JobHint, add_job, continue_job, finish_job, take_job
from games.models import Game, Import, ImportedLine, RuleSet
from games.records.errors import RecordUnreadable
from games.replay.record_events import IMPORTED
from games.rules.ruleset import RuleSet as Rules
from games.rules.ruleset import format_rules_line
from games.selectors.bundles import record_of_game
from games.selectors.imports import IMPORT
from games.services.auditing import without_nul
from games.services.imported_games import NewGame, new_game, write_games
from games.services.line_reading import ReadLine, line_too_long, read_line, record_digest
from games.verifier.options import Options

ID_TAKEN: Final = "id-taken"
UNREADABLE: Final = "unreadable"
LONGEST_SOURCE: Final = 200
CHUNK: Final = 100
"""Lines of one transaction."""
_LOCK: Final = 0x696D706F  # "impo": any fixed number
_AT_ONCE: Final = 500


@dataclass(frozen=True)
class Begun:
    """A file whose lines are kept: its id, and the job that takes them in."""

    file: UUID
    hint: JobHint


@transaction.atomic
def begin_import(
    lines: Iterable[tuple[int, bytes | None]], *, source: str | None, now: datetime
) -> Begun:
    """Keep the lines of a file named `source`, and write the job that takes them in.

    Without a name the file is called by its id. A line is hearts-record/1, or the numbers of an
    OpenSpiel game; None is one that was too long. What `lines` raises comes out, and nothing is
    kept.
    """
    file = _new_file(source, lines=0, time=now)
    rest = iter(lines)
    while batch := list(islice(rest, _AT_ONCE)):
        ImportedLine.objects.bulk_create(_new_row(file, *numbered) for numbered in batch)
        file.lines += len(batch)
    file.save(update_fields=["lines"])
    return _begun(file, now=now)


@transaction.atomic
def begin_sheet_import(text: bytes, *, source: str | None, rules: Rules, now: datetime) -> Begun:
    """Keep a score sheet in CSV, which is one game under these rules, and write its job.

    The game's id in the archive is the file's name.
    """
    line = format_rules_line(rules)
    file = _new_file(source, form=Import.Form.SHEET, rules=line, lines=1, time=now)
    ImportedLine.objects.create(file=file, number=1, line=text)
    return _begun(file, now=now)


def _begun(file: Import, *, now: datetime) -> Begun:
    begun = Begun(file.id, add_job(IMPORT, file.id, now=now))
    note_effect()
    return begun


def _new_file(source: str | None, **fields: object) -> Import:
    file = Import(**fields)
    file.source = str(file.id) if source is None else plain_source(source)
    file.save(force_insert=True)
    return file


def plain_source(name: str) -> str:
    """Return a file's name as it can be kept and shown: printable, and not too long."""
    shown = name.encode(errors="replace").decode()
    return "".join(letter if letter.isprintable() else "?" for letter in shown)[-LONGEST_SOURCE:]


def _new_row(file: Import, number: int, line: bytes | None) -> ImportedLine:
    row = ImportedLine(file=file, number=number, line=line or b"")
    if line is None:
        _reject(row, line_too_long())
    return row


def import_lines(job_id: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """Take in the next lines of a file; the hint to go on while more are waiting."""
    job = take_job(job_id, now=now)
    if job is None:
        return ()
    with transaction.atomic():
        _be_only_importer()
        file = Import.objects.get(id=job.subject)
        waiting = file.rows.filter(result=ImportedLine.Result.WAITING).order_by("number")
        rows = list(waiting[:CHUNK])
        _Chunk(file, rows, now=now).take_in()
        if len(rows) == CHUNK:
            return (continue_job(job, now=now),)
        finish_job(job, now=now)
    return ()


def _be_only_importer() -> None:
    """Wait until nobody else takes lines in: two files may hold one record's id."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


class _Chunk:
    """Some lines of a file on their way into games."""

    def __init__(self, file: Import, rows: Sequence[ImportedLine], *, now: datetime) -> None:
        self._file = file
        self._rows = rows
        self._now = now
        self._known: dict[bytes, tuple[bytes, UUID]] = {}
        self._rule_rows: dict[str, RuleSet] = {}
        self._games: list[NewGame] = []

    def take_in(self) -> None:
        """Read all lines, write the games of those that are new, and note what each became."""
        read = self._read()
        self._known = _known_records(line for _, line in read)
        for row, line in read:
            self._judge(row, line)
        write_games(self._games, now=self._now)
        fields = ["result", "game", "name", "digest", "code", "place"]
        ImportedLine.objects.bulk_update(self._rows, fields)

    def _read(self) -> list[tuple[ImportedLine, ReadLine]]:
        """Read all lines; what can't be read is rejected."""
        options, found = Options(), []
        for row in self._rows:
            try:
                line = read_line(self._file, row.number, bytes(row.line), options)
            except RecordUnreadable as error:
                _reject(row, error)
            else:
                found.append((row, line))
        return found

    def _judge(self, row: ImportedLine, line: ReadLine) -> None:
        """Tell new records from known ones, and from others of the same id."""
        row.name, row.digest = line.name, line.digest
        if line.name not in self._known:
            new = new_game(line.record, line.report, time=self._file.time, rules=self._rule_rows)
            self._games.append(new)
            self._known[line.name] = (line.digest, new.row.id)
            row.result, row.game_id = ImportedLine.Result.IMPORTED, new.row.id
            return
        digest, row.game_id = self._known[line.name]
        row.result = ImportedLine.Result.DUPLICATE
        if digest != line.digest:
            row.result, row.code = ImportedLine.Result.REJECTED, ID_TAKEN
            row.place = {"pointer": "/id", "expected": "an id of its own, or the same record"}


def _known_records(lines: Iterable[ReadLine]) -> dict[bytes, tuple[bytes, UUID]]:
    """Return digest and game of the records that are here already, by the digests of their ids.

    Our own games are known by their uuids, which stand as ids in their records.
    """
    by_name = {line.name: line.record.id for line in lines}
    imported = ImportedLine.objects.filter(name__in=by_name, result=ImportedLine.Result.IMPORTED)
    known = {
        bytes(name or b""): (bytes(digest or b""), game)
        for name, digest, game in imported.values_list("name", "digest", "game")
    }
    for name, text in by_name.items():
        own = _own_game(text)
        record = None if own is None else record_of_game(own)
        if own is not None and record is not None:
            known[name] = (record_digest(record), own)
    return known


def _own_game(text: str) -> UUID | None:
    """Return the game of ours that a record's id names."""
    try:
        game = UUID(text)
    except ValueError:
        return None
    is_ours = str(game) == text and Game.objects.filter(id=game).exclude(sources=IMPORTED).exists()
    return game if is_ours else None


def _reject(row: ImportedLine, error: RecordUnreadable) -> None:
    place = {
        "line": error.line,
        "column": error.column,
        "pointer": error.pointer,
        "expected": error.expected,
    }
    row.result, row.code = ImportedLine.Result.REJECTED, UNREADABLE
    row.place = {name: without_nul(value) for name, value in place.items() if value is not None}
