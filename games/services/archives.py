"""An archive of games: all that it takes to check them in ten years, with Python alone.

records.ndjson, bundles and deals with their proofs, the log's files, keys, the specification, the
verifier, and SHA256SUMS, in one tar. The same games under the same checkpoint give the same bytes.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import IO, Final
from uuid import UUID

from django.conf import settings

from deals.fairness.proof import format_proof
from deals.selectors.deals import proofs_of_table
from deals.selectors.log import SignedCheckpoint
from deals.selectors.log_files import log_files, logged_keys
from games.models import Game
from games.records.record import format_record
from games.records.text import write_json
from games.replay.record_events import IMPORTED
from games.selectors.bundles import NoSuchCheckpoint, game_bundle
from games.selectors.embargo import EmbargoedGame
from games.selectors.imported import imported_record
from games.services.archive_readme import README
from games.services.tar_writing import HashingFile, TarWriter
from games.verifier.archive import ROOT, build_archive

FORMAT: Final = "hearts-archive/1"
NOT_FINISHED: Final = "not-finished"
VERIFIER: Final = "hearts-verify.pyz"
SPECIFICATION: Final = (
    "deals/fairness/SPEC.md",
    "deals/tlog/SPEC.md",
    "games/events/SPEC.md",
    "games/records/SPEC.md",
    "games/rules/RULES.md",
)
_ON: Final = (Game.State.SEATING, Game.State.PLAYING)


@dataclass
class Contents:
    """What an archive holds: its games, those with bundles, and those that are left out."""

    games: int = 0
    bundles: int = 0
    deals: int = 0
    left_out: list[dict[str, str]] = field(default_factory=list)


def write_archive(
    out: HashingFile,
    games: Iterable[UUID],
    *,
    checkpoint: SignedCheckpoint,
    tell: Callable[[int], None] = lambda _count: None,
) -> Contents:
    """Write the archive of some games under a checkpoint; `tell` hears how many were read.

    Games that are not over are left out, and the manifest says so.
    """
    tar = TarWriter(out)
    tar.add("README.txt", README.encode())
    with tempfile.TemporaryFile() as spool:
        writer = _Archive(tar, checkpoint, spool)
        for count, game in enumerate(sorted(set(games)), start=1):
            writer.add_game(game)
            tell(count)
        writer.add_rest()
    tar.close()
    return writer.contents


class _Archive:
    """An archive while it is written: the names of its files ascend."""

    def __init__(self, tar: TarWriter, checkpoint: SignedCheckpoint, spool: IO[bytes]) -> None:
        self._tar = tar
        self._checkpoint = checkpoint
        self._records = spool
        self._proofs: dict[int, dict[str, object]] = {}
        self.contents = Contents()

    def add_game(self, game: UUID) -> None:
        """Add a game's record, and its bundle when it stands in the log."""
        row = Game.objects.get(id=game)
        if row.sources == IMPORTED:
            record = imported_record(game)
            if record is not None:
                self._add_record(format_record(record).encode())
            return
        bundle = None if row.state in _ON else self._bundle(row)
        if bundle is None:
            self.contents.left_out.append({"game": str(game), "reason": NOT_FINISHED})
            return
        self._tar.add(f"bundles/{game}.json", _line(bundle))
        self._add_record(_line(bundle["record"]))
        self.contents.bundles += 1
        for proof in proofs_of_table(game):
            self._proofs[proof.deal] = format_proof(proof)

    def _bundle(self, row: Game) -> dict[str, object] | None:
        """Return the bundle of a game that is over; None of one that is shut or not yet covered."""
        try:
            bundle = game_bundle(row.id, size=self._checkpoint.size)
        except (NoSuchCheckpoint, EmbargoedGame):
            return None
        lines = None if bundle is None else bundle["events"]
        return bundle if isinstance(lines, list) and len(lines) == row.seq else None

    def _add_record(self, line: bytes) -> None:
        self._records.write(line)
        self.contents.games += 1

    def add_rest(self) -> None:
        """Add all that is not one game's."""
        for number, proof in sorted(self._proofs.items(), key=lambda item: str(item[0])):
            self._tar.add(f"deals/{number}.json", _line(proof))
        self.contents.deals = len(self._proofs)
        verifier = _verifier()
        self._tar.add(VERIFIER, verifier)
        keys = (f"{role} {vkey}\n" for role, vkey in logged_keys(self._checkpoint))
        self._tar.add("keys.txt", "".join(keys).encode())
        for path, data in log_files(self._checkpoint):
            self._tar.add(f"log/{path}", data)
        self._tar.add("manifest.json", self._manifest(verifier))
        self._tar.add_open("records.ndjson", self._records)
        for path in SPECIFICATION:
            self._tar.add(f"specification/{path}", (ROOT / path).read_bytes())

    def _manifest(self, verifier: bytes) -> bytes:
        contents = self.contents
        said = {
            "format": FORMAT,
            "origin": settings.HEARTS_ORIGIN,
            "size": self._checkpoint.size,
            "root": self._checkpoint.root.hex(),
            "records": contents.games,
            "bundles": contents.bundles,
            "deals": contents.deals,
            "left_out": contents.left_out,
            "verifier": sha256(verifier).hexdigest(),
        }
        return json.dumps(said, indent=1).encode() + b"\n"


def _verifier() -> bytes:
    """Return the verifier that is offered, whose hash stands in the log; else one built now."""
    offered = Path(settings.HEARTS_VERIFIER)
    return offered.read_bytes() if offered.is_file() else build_archive()


def _line(value: object) -> bytes:
    return (write_json(value) + "\n").encode()
