"""The deal of a hand: its line, the seats' shares, the freeze, and the cards that follow."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final, NamedTuple

from games.verifier.plain.cut import NotPlain
from games.verifier.plain.draw import draw_index, unrank_owners
from games.verifier.plain.reader import Reader
from games.verifier.plain.words import HEX_SIZE, seat_words, take_apart

_NUMBER: Final = re.compile(rb"[1-9][0-9]{0,14}")


class PlainDeal(NamedTuple):
    """A deal whose sources are complete.

    `terms` are the lines of origin, number, purpose, deck, sources and beacon in its statements;
    `seats` the seat lines; `by_seat` whether a seat drew a nonce of its own.
    """

    number: bytes
    purpose: bytes
    terms: bytes
    commitment: bytes
    commit: bytes
    seats: bytes
    by_seat: bool


class PlainCards(NamedTuple):
    """The cards of a deal, by the table from cards to their owners' marks (card_bytes).

    As text seed, index (`place`) and attempts.
    """

    owners: bytes
    seed: bytes
    place: bytes
    attempts: bytes


def read_deal(reader: Reader, hand: bytes, sources: bytes) -> PlainDeal:
    """Read the lines from `deal` to `freeze`, and the entries that they speak of."""
    at = reader.at
    (tail,) = reader.take(1)
    blank, said, kind, dash, number, commitment, commit, size, root = tail.split(b" ")
    if (blank, said, kind, dash) != (b"", hand, b"deal", b"-") or not _NUMBER.fullmatch(number):
        raise NotPlain
    if reader.log.roots.get(size) != root or int(commit) >= int(size):
        raise NotPlain
    purpose = b"game/%b/hand/%b" % (reader.stored.id, hand)
    terms = b"origin %b\ndeal %b\nfor %b\ndeck %b\nsources %b\nbeacon -\n" % (
        reader.log.origin,
        number,
        purpose,
        reader.deck.code.encode(),
        sources,
    )
    text = b"hearts/commit/v1\n%bcommitment %b\ntime " % (terms, commitment)
    reader.take_entry(text, index=commit)
    if reader.times[-1] > reader.chain.times[at]:
        raise NotPlain
    begun = PlainDeal(number, purpose, terms, commitment, commit, b"", by_seat=False)
    if sources == b"seats":
        return _read_shares(reader, hand, begun)
    return begun._replace(seats=_no_shares(reader))


def _no_shares(reader: Reader) -> bytes:
    return b"".join(b"seat %d - -\n" % seat for seat in range(reader.deck.seats))


def _read_shares(reader: Reader, hand: bytes, deal: PlainDeal) -> PlainDeal:
    players = reader.game.rules.players
    words = seat_words(hand, players)
    # As many lines as seats: when there is one of each, there is no other.
    said = {*reader.take(players)}
    nonces = take_apart(reader.take(players), words.nonces, HEX_SIZE)
    statement = b"hearts/contribution/v1\ncommitment %b\nseat " % deal.commitment
    seats = []
    by_seat = False
    for seat, nonce in enumerate(nonces):
        given = sha256(b"%b%d\nnonce %b\n" % (statement, seat, nonce)).hexdigest().encode()
        line = words.contributes[seat] + given
        if line + b" seat" in said and seat not in reader.computers:
            by_seat = True
        elif line + b" service" not in said:
            raise NotPlain
        seats.append(b"seat %d %b %b\n" % (seat, given, nonce))
    reader.nonces += nonces
    shared = deal._replace(seats=b"".join(seats), by_seat=by_seat)
    _read_freeze(reader, hand, shared)
    return shared


def _read_freeze(reader: Reader, hand: bytes, deal: PlainDeal) -> None:
    text = b"hearts/freeze/v1\norigin %b\ndeal %b\ncommitment %b\n%bgame %b\nhead %d %b\ntime " % (
        reader.log.origin,
        deal.number,
        deal.commitment,
        deal.seats,
        reader.stored.id,
        reader.at,
        reader.chain.heads[reader.at],
    )
    index = reader.stored.indexes[reader.entry]
    entry = reader.take_entry(text)
    digest = sha256(entry).hexdigest().encode()
    if reader.take(1) != [b" %b freeze - %b %d" % (hand, digest, index)]:
        raise NotPlain


def draw_deal(reader: Reader, deal: PlainDeal, reveal: bytes) -> PlainCards:
    """Draw the cards from the seed that the tail of the `reveal` line says.

    Raises NotPlain when it is not the seed that was committed.
    """
    seed = reveal.split(b" ")[5]
    opening = b"hearts/seed/v1\n%bseed %b\n" % (deal.terms, seed)
    if sha256(opening).hexdigest().encode() != deal.commitment:
        raise NotPlain
    statement = b"hearts/draw/v1\ncommitment %b\n%bbeacon -\n" % (deal.commitment, deal.seats)
    index, attempts = draw_index(bytes.fromhex(seed.decode()), statement, reader.deck)
    owners = unrank_owners(index, reader.deck)
    return PlainCards(owners, seed, b"%d" % index, b"%d" % attempts)


def read_reveal(reader: Reader, hand: bytes, deal: PlainDeal, cards: PlainCards) -> None:
    """Read the reveal: line, log entry, and what the deal's own rows must say."""
    text = b"hearts/reveal/v1\norigin %b\ndeal %b\nseed %b\nbeacon -\nattempts %b\nindex %b\ntime "
    said = (reader.log.origin, deal.number, cards.seed, cards.attempts, cards.place)
    index = reader.stored.indexes[reader.entry]
    reader.take_entry(text % said)
    row = (hand, deal.number, cards.seed, cards.place, index)
    if reader.take(1) != [b" %b reveal - %b %b %b %d" % row]:
        raise NotPlain
    reader.deals += _rows_of(reader, deal, cards)


def _rows_of(reader: Reader, deal: PlainDeal, cards: PlainCards) -> tuple[bytes, bytes]:
    """Return what the rows of the deal and of its contributions must say."""
    row = b"%b %b %b %b - %b revealed %b %b %b" % (
        deal.number,
        deal.purpose,
        reader.deck.code.encode(),
        b"seats" if reader.nonces else b"server",
        deal.commitment,
        cards.seed,
        cards.attempts,
        cards.place,
    )
    return row, deal.seats if reader.nonces else b""
