"""What is found of one game: the ten steps over its bundle, then stored rows against rebuilt ones.

The same pure code as the offline verifier's; step 11 alone needs the database.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Final
from uuid import UUID

from django.db import connection, transaction

from deals.sealing import SealBroken
from deals.services.errors import SeedLost
from deals.services.keys import service_keys
from games.events.chain import check_chain
from games.events.errors import ChainBroken, EventError
from games.models import Event, Game, HandState, Score
from games.replay.finding import Finding as Found
from games.replay.record_events import IMPORTED
from games.selectors.bundles import game_bundle
from games.selectors.events import event_lines
from games.services.imported_audit import lost_hands, verify_imported
from games.services.rebuilding import GameRows, LogUnsound, derived_rows, stored_rows
from games.verifier.options import Options
from games.verifier.report import Report
from games.verifier.verify import verify_bundle

_COMPARED: Final = frozenset({"scores", "totals", "winners"})
"""The rows that are compared hand by hand, with both values told."""
_LAST_STEP: Final = 10


def examine_game(game: UUID) -> tuple[int, Report]:
    """Return the seq at which a game stands, and what is found of it there."""
    with _snapshot():
        row = Game.objects.get(id=game)
        report, is_whole = _verified(row)
        wrong = [*_broken_heads(row)]
        if is_whole:
            wrong += _stored_scores(row, report)
            wrong += [] if wrong or report.verdict == "false" else _stored_rows(row)
    if wrong:
        findings = tuple(sorted((*report.findings, *wrong), key=lambda found: found.step))
        report = replace(report, verdict="false", strength=None, findings=findings)
    return row.seq, report


def _verified(row: Game) -> tuple[Report, bool]:
    """Return what the verifier says of a game, and whether it has seen all of its lines.

    Of an imported game it says what it says of the record that the game came from.
    """
    if row.sources == IMPORTED:
        return verify_imported(row), True
    bundle = game_bundle(row.id)
    report = verify_bundle(bundle, Options(key=service_keys().log.verifier_key))
    return report, _covers(bundle, row)


@contextmanager
def _snapshot() -> Iterator[None]:
    """See the game at one moment: it may go on meanwhile."""
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


def _covers(bundle: dict[str, object] | None, row: Game) -> bool:
    """Whether a bundle has all lines of a game: some may not be under a checkpoint yet."""
    lines = None if bundle is None else bundle["events"]
    return isinstance(lines, list) and len(lines) == Event.objects.filter(game=row).count()


def _broken_heads(row: Game) -> Iterator[Found]:
    """Check that the heads stored beside the lines follow from them."""
    heads = Event.objects.filter(game=row).order_by("seq").values_list("head", flat=True)
    try:
        check_chain(row.header, event_lines(row.id), (bytes(head).hex() for head in heads))
    except ChainBroken as error:
        yield Found(8, None, None, None, error.seq, "proof_chain", str(error))


def _stored_scores(row: Game, report: Report) -> Iterator[Found]:
    """Step 11: the stored scores and totals are those that follow, where the replay got there."""
    if report.hands is None or report.totals is None or report.winners is None:
        return
    stored = {
        line.hand: (line.direction, line.points, line.scores, line.totals)
        for line in Score.objects.filter(game=row)
    }
    rebuilt = {
        number: (hand.direction, list(hand.points), list(hand.scores), list(hand.totals))
        for number, hand in enumerate(report.hands, start=1 + lost_hands(row))
    }
    stops = any(found.step <= _LAST_STEP for found in report.findings if report.verdict == "false")
    for number in sorted(rebuilt if stops else stored.keys() | rebuilt.keys()):
        if stored.get(number) != rebuilt.get(number):
            yield stored_finding(number, stored.get(number), rebuilt.get(number))
    follows = (list(report.totals), list(report.winners))
    if not stops and (row.totals, row.winners) != follows:
        yield stored_finding(None, (row.totals, row.winners), follows)


def stored_finding(hand: int | None, stored: object, rebuilt: object) -> Found:
    """Return the finding of step 11: what is stored, and what follows."""
    detail = f"stored {json.dumps(stored)}, rebuilt {json.dumps(rebuilt)}"
    return Found(11, hand, None, None, None, "stored_scores", detail)


def _stored_rows(row: Game) -> Iterator[Found]:
    """Step 11: so are the game's other derived rows. Of what may be secret the name alone is told.

    A log that is out of order derives nothing: the steps before say so.
    """
    try:
        derived = derived_rows(row.id)
    except (LogUnsound, EventError, SealBroken, SeedLost):
        return
    try:
        wrong = _differing(stored_rows(row.id), derived)
    except (HandState.DoesNotExist, SealBroken, ValueError):
        wrong = ["hand"]
    if wrong:
        detail = f"stored rows differ from rebuilt ones: {', '.join(wrong)}"
        yield Found(11, None, None, None, None, "stored_scores", detail)


def _differing(stored: GameRows, derived: GameRows) -> list[str]:
    return [
        field.name
        for field in fields(GameRows)
        if field.name not in _COMPARED
        and getattr(stored, field.name) != getattr(derived, field.name)
    ]
