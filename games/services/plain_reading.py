"""Stored games that are plainly right, told by the quick reader.

What it takes, the ten steps take with the same report: nothing is lost by it but time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.conf import settings

from deals.selectors.log_check import newest_over, roots_between
from deals.services.keys import service_keys
from deals.tlog.tree import leaf_hash
from games.selectors.stored import DerivedTexts, GameTexts, stored_games
from games.verifier.plain.game import PlainGame, read_plain
from games.verifier.plain.stored import LogState
from games.verifier.report import Report

_NAMED: Final = re.compile(
    rb" deal - [^ ]+ [^ ]+ [^ ]+ ([1-9][0-9]{0,17}) ([0-9a-f]{64})$", re.MULTILINE
)
"""The signed state, size and root, that a deal line names."""


def report_of_game(game: UUID) -> tuple[int, Report] | None:
    """Return the seq of a game and its report, when it is plainly right; None for any other.

    No check of the whole log came before: so its entries, and the states that its lines name, are
    proven to lie under the newest signature.
    """
    texts = list(stored_games([game]))
    log = _log_of(texts[0]) if texts else None
    report = None if log is None else report_of_texts(texts[0], log)
    return None if report is None else (texts[0].seq, report)


def report_of_texts(one: GameTexts, log: LogState) -> Report | None:
    """Return the report of a game that is plainly right, its derived rows included."""
    plain = read_plain(one.stored, log)
    return plain.report if plain and one.derived == expected_texts(plain) else None


def _log_of(one: GameTexts) -> LogState | None:
    """Return the log that a game's own part of it lies in; None when it does not."""
    stored = one.stored
    leaves = dict(zip(stored.indexes, map(leaf_hash, stored.entries), strict=False))
    roots = {int(size): bytes.fromhex(root.decode()) for size, root in _NAMED.findall(stored.lines)}
    newest = newest_over(leaves, roots, key=service_keys().log.verifier_key)
    if newest is None or not roots:
        return None
    signed = roots_between(min(roots), max(roots))
    return LogState(settings.HEARTS_ORIGIN.encode(), newest.size, signed)


def expected_texts(plain: PlainGame) -> DerivedTexts:
    """Return what the derived rows of a finished game must say."""
    report = plain.report
    hands, totals, winners = report.hands or (), report.totals or (), report.winners or ()
    last = f"{plain.seq} {len(hands)} {_listed(totals)} over"
    scores = [
        f"{number} {seq} {hand.direction} {_listed(hand.points)} {_listed(hand.scores)} "
        f"{_listed(hand.totals)}"
        for number, (hand, seq) in enumerate(zip(hands, plain.scored, strict=True), start=1)
    ]
    game = f"finished {plain.seq} {plain.head} {_listed(totals)} {_listed(winners)} {len(hands)}"
    return DerivedTexts(game, last, "\n".join(scores))


def _listed(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))
