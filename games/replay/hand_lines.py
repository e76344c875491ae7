"""A recorded hand as the lines of a chain, up to its last legal one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from deals.cards.card import CODES, parse_card
from deals.cards.holding import Holding
from deals.cards.seat import Seat
from games.events import details as d
from games.records.entry import Codes, PlayedHand, SheetRow, VoidHand
from games.replay.finding import Finding
from games.replay.hand import HandFault, HandReplayer
from games.rules.game import GameScore
from games.rules.passing import Direction, exchange
from games.rules.playing import replay_plays
from games.rules.row import Row

Line: TypeAlias = tuple[str, Seat | None, d.Detail]
"""The kind of a line, its seat, and what it says."""

_NO_CARDS: Final = frozenset({"after_end", "bad_deal"})
_NO_PASS: Final = frozenset({"pass_on_hold", "pass_missing"})
_BITS: Final = {code: 1 << place for place, code in enumerate(CODES)}


def played_lines(hand: PlayedHand, game: GameScore, fault: Finding | None) -> Iterator[Line]:
    """Yield the lines of a played hand, from its holdings to its last legal card.

    `game` stands as it was before the hand; `fault` is what a replay found first in it.
    """
    rule = fault.rule if fault else None
    if rule in _NO_CARDS:
        return
    for seat, codes in enumerate(hand.dealt):
        yield "dealt", seat, d.HoldingDealt(_holding(codes))
    if hand.kitty:
        yield "kitty", None, d.KittyLaid(_holding(hand.kitty))
    if rule in _NO_PASS:
        return
    stops = fault.seat if fault and rule in {"pass_count", "pass_not_held"} else None
    passed = hand.passed or ()
    for seat, codes in enumerate(passed[:stops]):
        yield "gave", seat, d.CardsGiven(_holding(codes))
    if stops is None:
        whole = game.rules.players * game.rules.deck.size
        last = whole if fault is None or fault.ply is None else min(fault.ply, whole)
        yield from _plays(hand, game, hand.played[:last])


def _plays(hand: PlayedHand, game: GameScore, codes: Codes) -> Iterator[Line]:
    rules, number = game.rules, game.hands_played + 1
    held = [_holding(dealt).bits for dealt in hand.dealt]
    direction = rules.direction(number, totals=game.totals)
    if direction is not Direction.HOLD:
        gave = [_holding(given).bits for given in hand.passed or ()]
        held = exchange(held, gave, direction=direction)
    played = replay_plays(rules.play, held, [_BITS[code] for code in codes], number=number)
    leaders = (played.opener, *played.winners)
    for ply, code in enumerate(codes):
        trick, step = divmod(ply, rules.players)
        yield "play", (leaders[trick] + step) % rules.players, d.Played(parse_card(code))


def row_lines(entry: SheetRow, fault: Finding | None) -> Iterator[Line]:
    """Yield the line of a row, unless something else is wrong with it than a missing choice."""
    row = entry.row
    if fault is None:
        yield "row", None, d.RowWritten(row)
    elif fault.rule == "moon_choice_missing":
        asked = Row(row.points, row.jack, row.ten, row.sun, row.no_tricks)
        yield "row", None, d.RowWritten(asked)


def void_lines(entry: VoidHand, game: GameScore) -> list[Line]:
    """Return the lines of a void hand's cards, as far as they were legal."""
    if entry.dealt is None or game.finished:
        return []
    hand = PlayedHand(entry.dealt, entry.kitty, entry.passed, entry.played or ())
    fault: HandFault | None = None
    try:
        HandReplayer(game.rules).replay(hand, game)
    except HandFault as found:
        fault = found
    return list(played_lines(hand, game, None if fault is None else _finding(fault)))


def _finding(fault: HandFault) -> Finding:
    return Finding(9, None, fault.ply, fault.seat, None, fault.rule, fault.detail)


def _holding(codes: Sequence[str]) -> Holding:
    return Holding(map(parse_card, codes))
