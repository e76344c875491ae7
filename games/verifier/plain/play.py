"""The play of a hand: passes, plays, score, and the openings after it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

from deals.cards.card import CARDS
from games.replay.replay import HandResult, hand_result
from games.rules.passing import Direction, exchange
from games.rules.played import Played
from games.rules.playing import replay_plays
from games.rules.scoring import count_haul, score_haul
from games.verifier.plain.cut import NotPlain, is_hex
from games.verifier.plain.deal import draw_deal, read_deal, read_reveal
from games.verifier.plain.reader import Reader

_BITS: Final = {str(card).encode(): 1 << card for card in CARDS}
_SEATS: Final = tuple(b"%d" % seat for seat in range(6))


def read_hand(reader: Reader, number: int, sources: bytes) -> tuple[HandResult, bool]:
    """Read a hand from its deal to its reveal.

    Returns what it came to, and whether a seat drew a nonce of its own. Raises NotPlain.
    """
    hand, rules = b"%d" % number, reader.game.rules
    deal = read_deal(reader, hand, sources)
    direction = rules.direction(number, totals=reader.game.totals)
    passes = rules.players if direction is not Direction.HOLD else 0
    commitments = [one for (one,) in reader.take_seated(b"pass", hand, parts=1)] if passes else []
    plays = reader.take(rules.players * rules.deck.size)
    reveal = reader.chain.tails[reader.at + 1 + passes]
    drawn = draw_deal(reader, deal, reveal)
    held, kitty = drawn.cards[: rules.players], drawn.cards[rules.players :]
    if passes:
        first = reader.at + 1
        opens = reader.chain.tails[first : first + passes]
        gave = _opened(reader, number, commitments, opens)
        if [cards & own for cards, own in zip(gave, held, strict=True)] != gave:
            raise NotPlain
        held = exchange(held, gave, direction=direction)
    played = _play(reader, number, plays, held)
    played.taken[played.winners[0]] |= sum(kitty)
    result = _score(reader, hand, played, direction)
    reader.take_head()
    reader.take(passes)
    read_reveal(reader, hand, deal, drawn)
    return result, deal.by_seat


def _opened(
    reader: Reader, hand: int, commitments: Sequence[bytes], tails: Sequence[bytes]
) -> list[int]:
    """Return what each seat gave, as bits, by the openings of what it had committed to."""
    gave: dict[bytes, int] = {}
    salts = []
    for tail in tails:
        blank, said, kind, seat, codes, salt = tail.split(b" ")
        if (blank, said, kind) != (b"", b"%d" % hand, b"open"):
            raise NotPlain
        text = b"hearts/pass/v1\ngame %b\nhand %d\nseat %b\ncards %b\nsalt %b\n"
        cards = codes.replace(b",", b" ")
        opened = sha256(text % (reader.stored.id, hand, seat, cards, salt)).hexdigest()
        if opened.encode() != commitments[_SEATS.index(seat)]:
            raise NotPlain
        gave[seat] = _ascending_bits(codes, reader.game.rules.pass_count)
        salts.append(salt)
    if not is_hex(salts):
        raise NotPlain
    return [gave[_SEATS[seat]] for seat in range(reader.game.rules.players)]


def _ascending_bits(codes: bytes, count: int) -> int:
    """Return cards in deck order as bits: exactly so many. Raises NotPlain."""
    bits = [_BITS[code] for code in codes.split(b",")]
    if len(bits) != count or bits != sorted(set(bits)):
        raise NotPlain
    return sum(bits)


@lru_cache(maxsize=256)
def _play_tails(hand: int) -> dict[bytes, int]:
    """Return, by the tail of a line that may stand in a hand, the card's bit."""
    return {
        b" %d play %d %b" % (hand, seat, code): bit
        for seat in range(6)
        for code, bit in _BITS.items()
    }


def _play(reader: Reader, number: int, tails: Sequence[bytes], held: Sequence[int]) -> Played:
    """Replay the plays; every line must name the seat whose turn it is."""
    table = reader.game.rules.play
    bits = _play_tails(number)
    plays = [bits[tail] for tail in tails]
    played = replay_plays(table, held, plays, number=number)
    if played.made != len(plays):
        raise NotPlain
    leaders = [played.opener, *played.winners[:-1]]
    turns = [_SEATS[seat] for leader in leaders for seat in table.orders[leader]]
    if [tail[-4:-3] for tail in tails] != turns:
        raise NotPlain
    return played


def _score(reader: Reader, hand: bytes, played: Played, direction: Direction) -> HandResult:
    """Count the hand; its line must say the same."""
    rules = reader.game.rules
    haul = count_haul(rules, played.taken, played.winners)
    score = score_haul(rules, haul, reader.game)
    reader.game = reader.game.after_hand(score.scores)
    said = (score.points, score.scores, reader.game.totals)
    texts = b" ".join(",".join(map(str, numbers)).encode() for numbers in said)
    if reader.take(1) != [b" %b score - %b" % (hand, texts)]:
        raise NotPlain
    return hand_result(direction, score, reader.game)
