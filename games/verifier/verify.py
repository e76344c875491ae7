"""One input, one report: records, deal proofs, bundles and rounds, told apart by their format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import zip_longest
from types import MappingProxyType
from typing import Final, TypeAlias

from deals.fairness.errors import ProofUnreadable
from deals.fairness.proof import FORMAT as PROOF_FORMAT
from deals.fairness.proof import parse_proof
from games.records.errors import RecordUnreadable
from games.records.fields import Node
from games.records.record import FORMAT as RECORD_FORMAT
from games.records.record import Record, read_record
from games.records.text import read_json
from games.replay.replay import Replay, replay_record
from games.verifier.bare_proof import report_proof
from games.verifier.bundle import FORMAT as BUNDLE_FORMAT
from games.verifier.bundle import parse_bundle
from games.verifier.options import Options
from games.verifier.report import Place, Report
from games.verifier.rounds import FORMAT as ROUNDS_FORMAT
from games.verifier.rounds import parse_rounds
from games.verifier.rounds_steps import report_rounds
from games.verifier.steps import BundleSteps

_Read: TypeAlias = Callable[[object, Options], Report]

_NO_PROOF: Final[Mapping[str, str]] = MappingProxyType(
    {str(step): "no proof" for step in (*range(1, 9), 10)}
)


def verify_line(text: str | bytes, options: Options) -> Report:
    """Return the report on one JSON document; what can't be read is a report too."""
    (report,) = verify_lines([text], options)
    return report


def verify_lines(
    texts: Iterable[str | bytes], options: Options, *, sources: Iterable[str] = ()
) -> list[Report]:
    """Return the reports on some JSON documents, in their order; `sources` name them in findings.

    Each step is made for all of them before the next: a step is quicker when it was just made.
    """
    values = [_read_text(text) for text in texts]
    read = [
        value if isinstance(value, Report) else _read_value(value, options, source)
        for value, source in zip_longest(values, sources, fillvalue="")
    ]
    replays = {place: replay_record(it) for place, it in enumerate(read) if isinstance(it, Record)}
    return [
        it if isinstance(it, Report) else _report_replay(it, replays[place])
        for place, it in enumerate(read)
    ]


def _read_text(text: str | bytes) -> object:
    """Read a document; a report where it can't be read."""
    try:
        return read_json(text)
    except RecordUnreadable as error:
        return _unreadable(error)


def _read_value(value: object, options: Options, source: str) -> Record | Report:
    """Read a record; the report of anything else."""
    if not isinstance(value, dict) or value.get("format") != RECORD_FORMAT:
        return verify_value(value, replace(options, source=source))
    try:
        return read_record(value, book=options.book)
    except RecordUnreadable as error:
        return _unreadable(error)


def verify_value(value: object, options: Options) -> Report:
    """Return the report on a JSON value: a record, a deal proof, a bundle or a league's rounds."""
    try:
        node = Node(value).at("format")
        read = _BY_FORMAT.get(node.as_text())
        if read is None:
            raise node.unreadable(f"one of {', '.join(_BY_FORMAT)}")
        return read(value, options)
    except RecordUnreadable as error:
        return _unreadable(error)


def verify_bundle(value: object, options: Options) -> Report:
    """Return the report on the JSON value of a bundle, and of nothing else."""
    try:
        return _report_bundle(value, options)
    except RecordUnreadable as error:
        return _unreadable(error)


def _unreadable(error: RecordUnreadable) -> Report:
    place = Place(expected=error.expected, column=error.column, pointer=error.pointer)
    return Report(subject=None, verdict="unreadable", unreadable=place)


def _report_record(value: object, options: Options) -> Report:
    record = read_record(value, book=options.book)
    return _report_replay(record, replay_record(record))


def _report_replay(record: Record, replay: Replay) -> Report:
    unknown = ", ".join(record.unknown_keys)
    return Report(
        subject="record",
        id=record.id,
        verdict=replay.verdict.value,
        strength=None if replay.verdict.value == "false" else "unproven",
        not_made=_NO_PROOF,
        finished=replay.finished,
        hands=replay.hands,
        totals=replay.totals,
        winners=replay.winners,
        ranks=replay.ranks,
        findings=replay.findings,
        notes=(f"keys kept, but not known: {unknown}",) if unknown else (),
    )


def _report_bundle(value: object, options: Options) -> Report:
    return BundleSteps(parse_bundle(value), options).run()


def _report_rounds(value: object, options: Options) -> Report:
    return report_rounds(parse_rounds(value), options)


def _report_proof(value: object, options: Options) -> Report:
    try:
        proof = parse_proof(value)
    except ProofUnreadable as error:
        raise RecordUnreadable(error.expected, pointer=error.pointer) from None
    return report_proof(proof, options)


_BY_FORMAT: Final[Mapping[str, _Read]] = MappingProxyType(
    {
        RECORD_FORMAT: _report_record,
        PROOF_FORMAT: _report_proof,
        BUNDLE_FORMAT: _report_bundle,
        ROUNDS_FORMAT: _report_rounds,
    }
)
