"""Filling a database with an archive: batches of games, a transaction each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from deals.fairness.times import parse_time
from deals.services.bulk import BulkLog, sign_states
from deals.services.copying import copy_rows
from deals.services.log import lock_log
from games.models import Event, Game, HandState, RuleSet, Score, SeatHolder
from games.rules.ruleset import RuleSet as Rules
from games.rules.ruleset import Tie, format_rules_line
from games.services.filling.made import MadeGame
from games.services.filling.making import HAND_SECONDS, Maker
from games.services.filling.planting import CARD, KINDS, Planted, mark_card, plant

HANDS: Final = 10
"""Hands of a game."""
BATCH: Final = 100
"""Games that are made side by side, under one checkpoint a round."""

_GAME: Final = (
    *("id", "kind", "rules_id", "sources", "wait", "header", "state", "seq", "head", "time"),
    *("hand", "totals", "winners", "created"),
)
_SEAT: Final = ("game_id", "seat", "kind", "player", "seq")
_EVENT: Final = ("game_serial", "seq", "line", "head")
_HAND: Final = ("game_id", "seq", "hand", "before", "phase")
_SCORE: Final = ("game_id", "hand", "seq", "direction", "points", "scores", "totals")


class TooManyFaults(Exception):
    """There are fewer games than faults: each has one of its own."""

    code = "too-many-faults"


def fill(hands: int, *, faults: int = 0, now: datetime) -> Iterator[tuple[int, list[Planted]]]:
    """Write games of so many hands together, `faults` of each kind among them.

    Yields after each batch the hands written and the faults planted. Raises TooManyFaults.
    """
    sizes = [HANDS] * (hands // HANDS) + ([hands % HANDS] if hands % HANDS else [])
    kinds = [kind for kind in KINDS for _ in range(faults)]
    if len(kinds) > len(sizes):
        raise TooManyFaults(f"{len(kinds)} faults need as many games of {HANDS} hands")
    for start in range(0, len(sizes), BATCH):
        some = sizes[start : start + BATCH]
        left = (len(sizes) - start) / len(some)
        taken, kinds = _share(kinds, left)
        planted = [one for size in sorted({*some}) for one in _fill_batch(size, some, taken, now)]
        yield sum(some), planted


def _share(kinds: list[str], parts: float) -> tuple[list[str], list[str]]:
    """Take from the faults left to plant what falls to this batch of so many."""
    count = -(-len(kinds) // max(1, int(parts)))
    return kinds[:count], kinds[count:]


def _fill_batch(size: int, sizes: Sequence[int], kinds: list[str], now: datetime) -> list[Planted]:
    count = sizes.count(size)
    some = [kinds.pop() for _ in range(min(count, len(kinds)))]
    with transaction.atomic():
        writer = lock_log(now=now)
        log = BulkLog(writer)
        rules = replace(Rules(), target=None, hands=size, tie=Tie.SHARE)
        games = _make(Maker(rules, log), count, size, some, writer.now)
        planted = [plant(kind, made) for kind, made in zip(some, games, strict=False)]
        log.write()
        _write(games, rules)
    sign_states(log.states, now=now)
    return planted


def _make(
    maker: Maker, count: int, hands: int, kinds: Sequence[str], now: datetime
) -> list[MadeGame]:
    games = maker.begin(count, hands, now=now)
    games.sort(key=lambda made: made.id)  # as they lie in the index of all lines
    for kind, made in zip(kinds, games, strict=False):
        if kind == CARD:
            mark_card(made)
    for number in range(1, hands + 1):
        maker.play_hand(games, number, now=now + timedelta(seconds=HAND_SECONDS * (number - 1)))
    return games


def _write(games: Sequence[MadeGame], rules: Rules) -> None:
    row, _ = RuleSet.objects.get_or_create(line=format_rules_line(rules))
    copy_rows(Game, _GAME, (_game_row(made, row.pk) for made in games))
    copy_rows(SeatHolder, _SEAT, (seat for made in games for seat in _seat_rows(made)))
    copy_rows(HandState, _HAND, (_hand_row(made) for made in games))
    copy_rows(Score, _SCORE, (score for made in games for score in _score_rows(made)))
    serials = Game.objects.in_bulk([made.id for made in games])
    copy_rows(
        Event,
        _EVENT,
        (event for made in games for event in _event_rows(made, serials[made.id].serial)),
    )


def _last_seq(made: MadeGame) -> int:
    """Return the seq that the game had before a fault was planted."""
    head = made.entries[-1].text.split("\n")[3]
    return int(head.removeprefix("seq "))


def _game_row(made: MadeGame, rules: object) -> tuple[object, ...]:
    time = parse_time(made.entries[-1].text[-25:-1])
    begun = (made.id, "cards", rules, "seats", 600, made.header, "finished", _last_seq(made))
    totals, winners = made.score.totals, made.score.winners
    return (*begun, made.head, time, made.hands, totals, winners, made.created)


def _seat_rows(made: MadeGame) -> Iterator[tuple[object, ...]]:
    for seat, player in enumerate(made.players):
        yield made.id, seat, "human", player, seat + 1


def _hand_row(made: MadeGame) -> tuple[object, ...]:
    return made.id, _last_seq(made), made.hands, made.score.totals, "over"


def _score_rows(made: MadeGame) -> Iterator[tuple[object, ...]]:
    for row in made.scores:
        numbers = (row.points, row.scores, row.totals)
        yield made.id, row.hand, row.seq, row.direction, *numbers


def _event_rows(made: MadeGame, serial: int) -> Iterator[tuple[object, ...]]:
    for event in made.events:
        yield serial, event.seq, event.line, bytes.fromhex(event.head)
