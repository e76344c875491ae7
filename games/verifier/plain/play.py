"""The play of a hand: passes, plays, score, and the openings after it."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from hashlib import sha256
from typing import Final

from deals.cards.card import CARDS, CODES
from games.replay.replay import HandResult, hand_result
from games.rules.card_bytes import SEAT_OF
from games.rules.passing import Direction
from games.rules.ruleset import RuleSet
from games.rules.scoring import Haul, count_takers, score_haul
from games.rules.whole import play_whole
from games.verifier.plain.cut import NotPlain, is_hex
from games.verifier.plain.deal import draw_deal, read_deal, read_reveal
from games.verifier.plain.reader import Reader
from games.verifier.plain.words import HEX_SIZE, read_plays, seat_words, take_apart

_PLACES: Final = {code.encode(): place for place, code in enumerate(CODES)}
_DECK: Final = bytes(CARDS)


def read_hand(reader: Reader, number: int, sources: bytes) -> tuple[HandResult, bool]:
    """Read a hand from its deal to its reveal.

    Returns what it came to, and whether a seat drew a nonce of its own. Raises NotPlain.
    """
    hand, rules = b"%d" % number, reader.game.rules
    words = seat_words(hand, rules.players)
    deal = read_deal(reader, hand, sources)
    direction = rules.direction(number, totals=reader.game.totals)
    passes = rules.players if direction is not Direction.HOLD else 0
    committed = {*reader.take(passes)}
    plays = reader.take(rules.players * rules.deck.size)
    opened = reader.at + 1  # after the score
    drawn = draw_deal(reader, deal, reader.chain.tails[opened + passes])
    owners = drawn.owners
    if passes:
        gave = _open_passes(reader, hand, committed, reader.chain.tails[opened : opened + passes])
        owners = _owners_after(rules, direction, owners, gave)
    seats, cards = read_plays(plays, words)
    if cards.translate(owners) != seats:
        raise NotPlain
    haul = _play(rules, number, cards, owners)
    result = _score(reader, hand, haul, direction)
    reader.take_head()
    reader.take(passes)
    read_reveal(reader, hand, deal, drawn)
    return result, deal.by_seat


def _open_passes(
    reader: Reader, hand: bytes, committed: AbstractSet[bytes], tails: Sequence[bytes]
) -> bytes:
    """Return the cards that the seats gave, seat by seat, as they had committed to them.

    `committed` are the tails of the passes.
    """
    rules = reader.game.rules
    words, size = seat_words(hand, rules.players), 3 * rules.pass_count
    statement = b"hearts/pass/v1\ngame %b\nhand %b\nseat " % (reader.stored.id, hand)
    details = take_apart(tails, words.opens, size + HEX_SIZE)
    for seat, detail in enumerate(details):
        cards = detail[: size - 1].replace(b",", b" ")
        said = b"%b%d\ncards %b\nsalt %b\n" % (statement, seat, cards, detail[size:])
        if words.passes[seat] + sha256(said).hexdigest().encode() not in committed:
            raise NotPlain
    rest = b"".join([detail[size - 1 :] for detail in details])
    if rest[:: 1 + HEX_SIZE] != b" " * len(details):
        raise NotPlain
    if not is_hex([detail[size:] for detail in details]):
        raise NotPlain
    codes = b",".join([detail[: size - 1] for detail in details])
    return bytes([_PLACES[code] for code in codes.split(b",")])


def _owners_after(rules: RuleSet, direction: Direction, owners: bytes, gave: bytes) -> bytes:
    """Return the table to the owners after a pass of cards that each seat held, in deck order."""
    tables = rules.deal_tables
    passes = tables.passes[direction]
    if gave.translate(owners) != passes.givers:
        raise NotPlain
    in_order = [mark << 6 | card for mark, card in zip(passes.givers, gave, strict=True)]
    if in_order != sorted({*in_order}):
        raise NotPlain
    return bytes.maketrans(_DECK + gave, owners[:52] + passes.owners[len(tables.deck) :])


def _play(rules: RuleSet, number: int, cards: bytes, owners: bytes) -> Haul:
    """Return what the seats took by cards played in this order by their owners."""
    marks = play_whole(rules.play, owners, cards, number=number)
    if marks is None:
        raise NotPlain
    winners = marks[:: rules.players].translate(SEAT_OF)
    kitty = rules.deal_tables.deck.translate(None, cards)
    takers = bytes.maketrans(cards + kitty, marks + marks[:1] * len(kitty))
    return count_takers(rules, takers, winners)


def _score(reader: Reader, hand: bytes, haul: Haul, direction: Direction) -> HandResult:
    """Count the hand; its line must say the same."""
    score = score_haul(reader.game.rules, haul, reader.game)
    reader.game = reader.game.after_hand(score.scores)
    said = (score.points, score.scores, reader.game.totals)
    texts = b" ".join(",".join(map(str, numbers)).encode() for numbers in said)
    if reader.take(1) != [b" %b score - %b" % (hand, texts)]:
        raise NotPlain
    return hand_result(direction, score, reader.game)
