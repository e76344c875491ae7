"""Games as they are stored, some hundred at a time: texts for the quick reader, no instances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection

from games.verifier.plain.stored import StoredGame

# Lines and heads are told apart by their sizes: so every row must have its own of each.
_EVENTS: Final = r"""
SELECT g.id, convert_to(CASE WHEN e.is_whole THEN e.lines END, 'UTF8'), e.heads
FROM games_game g CROSS JOIN LATERAL (
    SELECT string_agg(line, E'\n' ORDER BY seq) AS lines,
           string_agg(head, ''::bytea ORDER BY seq) AS heads,
           bool_and(octet_length(head) = 32) AND min(seq) = 1 AND max(seq) = count(*) AS is_whole
    FROM games_event WHERE game_serial = g.serial
) e
WHERE g.id = ANY(%s)
"""
_ENTRIES: Final = r"""
SELECT game, string_agg(index::text, ' ' ORDER BY index),
       convert_to(string_agg(text, E'\x01' ORDER BY index), 'UTF8'),
       string_agg(substring(hashes FOR 32), ''::bytea ORDER BY index)
FROM deals_entry WHERE game = ANY(%s) GROUP BY game
"""
_DEALS: Final = r"""
SELECT c.game, convert_to(string_agg(concat_ws(E'\x01',
    concat_ws(' ', d.number, d.purpose, d.deck, d.sources, d.beacon, encode(d.commitment, 'hex'),
              d.state, encode(d.seed, 'hex'), d.attempts, d.index),
    coalesce(s.seats, '')), E'\x01' ORDER BY d.number), 'UTF8')
FROM deals_entry c
JOIN deals_deal d ON d.number = c.deal
LEFT JOIN LATERAL (
    SELECT string_agg(concat('seat ', seat, ' ', encode(commitment, 'hex'), ' ',
                             encode(nonce, 'hex'), E'\n'), '' ORDER BY seat) AS seats
    FROM deals_contribution WHERE deal_id = d.number
) s ON true
WHERE c.game = ANY(%s) AND c.kind = 'commit' GROUP BY c.game
"""
_GAMES: Final = r"""
SELECT g.id, convert_to(g.header, 'UTF8'), g.seq,
       concat_ws(' ', g.state, g.seq, g.head, array_to_string(g.totals, ','),
                 array_to_string(g.winners, ','), g.hand),
       concat_ws(' ', h.seq, h.hand, array_to_string(h.before, ','), h.phase, h.turn,
                 octet_length(h.sealed)),
       (SELECT string_agg(concat_ws(' ', hand, seq, direction, array_to_string(points, ','),
                                    array_to_string(scores, ','), array_to_string(totals, ',')),
                          E'\n' ORDER BY hand, id)
        FROM games_score WHERE game_id = g.id)
FROM games_game g LEFT JOIN games_handstate h ON h.game_id = g.id
WHERE g.id = ANY(%s)
"""


class DerivedTexts(NamedTuple):
    """What is stored of a game besides its log, each row as one text.

    `game` is state, seq, head, totals, winners and hand; `hand` the hand state's seq, hand, totals
    before it and phase; `scores` has a line for each hand. "" where there is no row.
    """

    game: str
    hand: str
    scores: str


class GameTexts(NamedTuple):
    """A game's stored texts; `seq` is its row's."""

    game: UUID
    seq: int
    stored: StoredGame
    derived: DerivedTexts


def stored_games(games: Sequence[UUID]) -> list[GameTexts]:
    """Return the games that are there, in the order asked for, with one query for each table."""
    connection.ensure_connection()
    found: list[dict[UUID, tuple[object, ...]]] = []
    with connection.connection.cursor(binary=True) as cursor:
        for query in (_GAMES, _EVENTS, _ENTRIES, _DEALS):
            cursor.execute(query, [list(games)])
            found.append({row[0]: row[1:] for row in cursor.fetchall()})
    rows, events, entries, deals = found
    return [
        _texts(game, rows[game], events.get(game), entries.get(game), deals.get(game))
        for game in games
        if game in rows
    ]


def _texts(
    game: UUID,
    row: tuple[object, ...],
    events: tuple[object, ...] | None,
    entries: tuple[object, ...] | None,
    deals: tuple[object, ...] | None,
) -> GameTexts:
    header, seq, *derived = row
    lines, heads = events or (b"", b"")
    indexes, texts, leaves = entries or ("", b"", b"")
    (proofs,) = deals or (b"",)
    stored = StoredGame(
        id=str(game).encode(),
        header=_bytes(header),
        lines=_bytes(lines),
        heads=_bytes(heads),
        indexes=[int(index) for index in str(indexes).split()],
        entries=_bytes(texts).split(b"\x01"),
        leaves=_bytes(leaves),
        deals=_bytes(proofs).split(b"\x01"),
    )
    number = seq if isinstance(seq, int) else 0
    return GameTexts(game, number, stored, DerivedTexts(*(str(text or "") for text in derived)))


def _bytes(value: object) -> bytes:
    return value if isinstance(value, bytes) else b""
