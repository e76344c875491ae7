"""The command line: options, files in, reports out, and the exit status."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from io import BufferedReader
from itertools import chain
from pathlib import Path
from typing import Final

from deals.fairness.kinds import HEX32
from deals.tlog.checkpoint import parse_checkpoint
from deals.tlog.directory import directory_reader
from deals.tlog.errors import NoteMalformed, TlogError
from deals.tlog.note import COSIGNATURE, VerifierKey, parse_note, parse_vkey
from games.verifier.evidence import SignedCheckpoint, SignedReceipt
from games.verifier.log_reader import CheckedLog, check_log
from games.verifier.options import Options
from games.verifier.reading import Document, InputBroken, read_batches
from games.verifier.receipt_file import ReceiptsUnreadable, parse_receipts
from games.verifier.report import EXIT_STATUS, Place, Report, Verdict, worst_verdict
from games.verifier.shown_before import ShownBefore
from games.verifier.verify import verify_lines
from games.verifier.words import describe, summarise

STDIN: Final = "-"
PROGRESS_STEP: Final = 1000


def main(arguments: Sequence[str]) -> int:
    """Verify the files named and return the exit status: 0, 1, 2 or 3 (games/records/SPEC.md)."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    options = Options(
        key=asked.key,
        mine=frozenset(commitment for commitment, _ in asked.mine),
        heads=frozenset((commitment, head) for commitment, head in asked.mine if head is not None),
        receipts=tuple(chain.from_iterable(asked.receipts)),
        witness=asked.witness,
        seen=tuple(asked.seen),
        log=_read_log(asked, parser),
        before=ShownBefore(),
    )
    verdicts: Counter[Verdict] = Counter()
    try:
        if options.log is not None and not asked.json:
            _write(str(options.log))
        for read, (source, report) in enumerate(_reports(asked.files, options), start=1):
            verdicts[report.verdict] += 1
            _print(report, source, asked)
            if read % PROGRESS_STEP == 0:
                _show_progress(read)
        if not asked.json:
            _write(summarise(verdicts))
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the answer went away: nothing is said about the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_STATUS["unreadable"]
    return EXIT_STATUS[worst_verdict(verdicts)]


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m games.verifier",
        description="Check game records, deal proofs and bundles, offline.",
        epilog="Exit status: 0 all ok, 1 something false, 2 something unreadable, 3 incomplete.",
        allow_abbrev=False,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="JSON lines; - reads stdin")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument("--key", type=_vkey, metavar="VKEY", help="the log's pinned key")
    parser.add_argument("--log", metavar="DIR", help="a copy of the whole log")
    parser.add_argument(
        "--witness", type=_witness, metavar="VKEY", help="a witness whose cosignatures you believe"
    )
    parser.add_argument(
        "--seen",
        type=_checkpoint,
        action="append",
        default=[],
        metavar="FILE",
        help="a checkpoint that you kept, and had before the round was due",
    )
    parser.add_argument(
        "--mine",
        type=_own_k,
        action="append",
        default=[],
        metavar="K[@HEAD]",
        help="a K that you gave, and the chain's head that you sent with its nonce",
    )
    parser.add_argument(
        "--receipts",
        type=_receipts,
        action="append",
        default=[],
        metavar="FILE",
        help="receipts that you kept: notes one after the other, or a JSON list of them",
    )
    return parser


def _vkey(text: str) -> VerifierKey:
    try:
        return parse_vkey(text)
    except NoteMalformed as error:
        raise ArgumentTypeError(str(error)) from None


def _witness(text: str) -> VerifierKey:
    key = _vkey(text)
    if key.kind != COSIGNATURE:
        raise ArgumentTypeError("expected the key of a witness, of kind 04")
    return key


def _checkpoint(name: str) -> SignedCheckpoint:
    try:
        note = parse_note(Path(name).read_text(encoding="utf-8"))
        return SignedCheckpoint(note, parse_checkpoint(note.text))
    except (OSError, UnicodeDecodeError, TlogError) as error:
        raise ArgumentTypeError(f"{name}: expected a checkpoint ({error})") from None


def _read_log(asked: Namespace, parser: ArgumentParser) -> CheckedLog | None:
    if asked.log is None:
        return None
    try:
        handovers = [seen.note for seen in asked.seen]
        return check_log(directory_reader(Path(asked.log)), key=asked.key, handovers=handovers)
    except TlogError as error:
        parser.error(f"--log {asked.log}: {error}")


def _own_k(text: str) -> tuple[str, str | None]:
    """Read a K, and the head after it if there is one."""
    commitment, at, head = text.partition("@")
    if HEX32.parse(commitment) is None or (at and HEX32.parse(head) is None):
        raise ArgumentTypeError(f"expected K or K@HEAD, each {HEX32.expected}")
    return commitment, head if at else None


def _receipts(name: str) -> tuple[SignedReceipt, ...]:
    try:
        return parse_receipts(Path(name).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ReceiptsUnreadable) as error:
        raise ArgumentTypeError(f"{name}: expected receipts ({error})") from None


def _reports(files: Sequence[str], options: Options) -> Iterator[tuple[str, Report]]:
    """Yield a report for each document, with where it stood."""
    for name in files:
        try:
            with closing(_open(name)) as stream:
                documents: list[Document] = []
                for documents in read_batches(stream):
                    sources = [f"{name}:{document.line}" for document in documents]
                    texts = [document.data for document in documents]
                    reports = verify_lines(texts, options, sources=sources)
                    for document, source, report in zip(documents, sources, reports, strict=True):
                        yield source, _located(report, document)
            if not documents:
                yield (
                    name,
                    _unreadable("a record, a bundle or a deal proof, not nothing", line=None),
                )
        except OSError as error:
            yield name, _unreadable(f"a file that can be read ({error.strerror})", line=None)
        except InputBroken as broken:
            yield name, _unreadable(f"more input ({broken.reason})", line=broken.line + 1)


def _open(name: str) -> BufferedReader:
    return os.fdopen(0, "rb", closefd=False) if name == STDIN else Path(name).open("rb")


def _located(report: Report, document: Document) -> Report:
    """Return a report whose unreadable place is one in the file."""
    if report.unreadable is None:
        return report
    line, column = document.line, report.unreadable.column
    if column is not None:
        line, column = document.place(column)
    return replace(report, unreadable=replace(report.unreadable, line=line, column=column))


def _unreadable(expected: str, *, line: int | None) -> Report:
    place = Place(expected=expected, line=line)
    return Report(subject=None, verdict="unreadable", unreadable=place)


def _print(report: Report, source: str, asked: Namespace) -> None:
    if asked.json:
        _write(json.dumps(report.to_json(), ensure_ascii=False))
        return
    for line in describe(report, source):
        _write(line)


def _write(line: str) -> None:
    # UTF-8 whatever the terminal's locale says.
    sys.stdout.buffer.write(f"{line}\n".encode(errors="backslashreplace"))


def _show_progress(read: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{read} read")
        sys.stderr.flush()
