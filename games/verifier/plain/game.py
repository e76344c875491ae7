"""A whole game that is plainly right: from its header to its end."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from games.replay.replay import HandResult
from games.rules.errors import RulesError
from games.rules.game import start_game
from games.rules.ruleset import RuleSet, parse_rules_line
from games.verifier.plain.cut import NotPlain, check_times, cut_chain, is_hex
from games.verifier.plain.play import read_hand
from games.verifier.plain.reader import Reader
from games.verifier.plain.stored import LogState, StoredGame
from games.verifier.report import Report
from games.verifier.strength import BUNDLES_WORD

_UUID: Final = rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_HEADER: Final = re.compile(
    rb"hearts/game/v1\norigin ([!-~]+)\ngame (" + _UUID + rb")\nkind cards\nengine 1\n"
    rb"rules ([ -~]+)\nsources (seats|server)\ntable -\nwait ([1-9][0-9]{1,5})\ntime ([!-~]{24})\n"
)
_SEATED: Final = re.compile(rb" 0 seat ([0-5]) (?:human " + _UUID + rb"|(computer) [a-z]+)")
_NO_NONCE: Final = b"0" * 64
_WAITS: Final = range(10, 604_801)


class PlainGame(NamedTuple):
    """A game that is right from its header to its end.

    `report` is what the ten steps answer for it, `scored` has the seqs of its `score` lines, and
    `head` (hex) stands after line `seq`, its last.
    """

    report: Report
    scored: tuple[int, ...]
    seq: int
    head: str


def read_plain(stored: StoredGame, log: LogState) -> PlainGame | None:
    """Return a finished game that is plainly right; None for any other, right or wrong."""
    try:
        return _read(stored, log)
    except (NotPlain, RulesError, ValueError, IndexError, KeyError):
        # What is not as it should be fails on its way in one of these.
        return None


def _read(stored: StoredGame, log: LogState) -> PlainGame:
    head = _HEADER.fullmatch(stored.header)
    if head is None:
        raise NotPlain
    origin, game, line, sources, wait, begun = head.groups()
    if (origin, game) != (log.origin, stored.id) or int(wait) not in _WAITS:
        raise NotPlain
    chain = cut_chain(stored.header, stored.lines, stored.heads)
    check_times([begun, *chain.times])
    reader = Reader(stored, log, chain, start_game(_rules(line)))
    _read_start(reader)
    hands, scored, is_shared = _read_hands(reader, sources)
    _read_end(reader)
    _check_rest(reader)
    return PlainGame(
        _report(reader, hands, is_shared=is_shared),
        scored,
        reader.at,
        chain.heads[reader.at].decode(),
    )


@lru_cache(maxsize=256)
def _rules(line: bytes) -> RuleSet:
    return parse_rules_line(line.decode())


def _read_start(reader: Reader) -> None:
    """Read the header's entry, and who sits where."""
    reader.take_entry(reader.stored.header[:-25])
    seats = set()
    for tail in reader.take(reader.game.rules.players):
        found = _SEATED.fullmatch(tail)
        if found is None:
            raise NotPlain
        seats.add(int(found[1]))
        if found[2] is not None:
            reader.computers.add(int(found[1]))
    if seats != set(range(reader.game.rules.players)):
        raise NotPlain


def _read_hands(
    reader: Reader, sources: bytes
) -> tuple[tuple[HandResult, ...], tuple[int, ...], bool]:
    hands: list[HandResult] = []
    scored: list[int] = []
    is_shared = True
    passes = reader.game.rules.players
    while not reader.game.finished:
        result, by_seat = read_hand(reader, len(hands) + 1, sources)
        hands.append(result)
        scored.append(reader.at - 1 - (0 if result.direction == "hold" else passes))
        is_shared = is_shared and by_seat
    return tuple(hands), tuple(scored), is_shared


def _read_end(reader: Reader) -> None:
    game = reader.game
    totals, winners = (",".join(map(str, numbers)) for numbers in (game.totals, game.winners))
    if reader.take(1) != [f" 0 end - finished {totals} {winners}".encode()]:
        raise NotPlain
    reader.take_head()


def _check_rest(reader: Reader) -> None:
    """Check what concerns the game as a whole, and that nothing is left over."""
    stored, nonces = reader.stored, reader.nonces
    if reader.at != len(reader.chain.tails) or reader.entry != len(stored.entries):
        raise NotPlain
    if reader.deals != stored.deals:
        raise NotPlain
    numbers = [int(row.split(b" ", 1)[0]) for row in stored.deals[::2]]
    if numbers != sorted(set(numbers)):
        raise NotPlain
    seeds = [row.split(b" ")[-3] for row in stored.deals[::2]]
    if not is_hex([*nonces, *seeds]) or len({*nonces, _NO_NONCE}) != len(nonces) + 1:
        raise NotPlain
    _check_entries(reader)


def _check_entries(reader: Reader) -> None:
    """Check that the entries are those of the log, in their order."""
    stored = reader.stored
    check_times(reader.times)
    indexes = stored.indexes
    if len(indexes) != len(stored.entries) or indexes != sorted(set(indexes)):
        raise NotPlain
    if indexes[-1] >= reader.log.size:
        raise NotPlain
    leaves = [sha256(b"\0" + entry).digest() for entry in stored.entries]
    if b"".join(leaves) != stored.leaves:
        raise NotPlain


def _report(reader: Reader, hands: tuple[HandResult, ...], *, is_shared: bool) -> Report:
    game = reader.game
    return Report(
        subject="bundle",
        verdict="ok",
        strength="shared" if is_shared else "server-only",
        choices=1,
        notes=(BUNDLES_WORD,),
        id=reader.stored.id.decode(),
        finished=True,
        hands=hands,
        totals=game.totals,
        winners=game.winners,
        ranks=game.ranks,
    )
