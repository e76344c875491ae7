"""Games as they are stored, many after another: texts for the quick reader, no instances."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

import psycopg
from django.db import connection

from games.verifier.plain.stored import StoredGame

# Lines and heads are told apart by their sizes: so every row must have its own of each. A kind
# that is no plain column keeps the planner from reading the index of all commits for each game.
_STORED: Final = r"""
SELECT g.id, convert_to(g.header, 'UTF8'), g.seq,
       convert_to(CASE WHEN e.is_whole THEN e.lines END, 'UTF8'), e.heads,
       n.indexes, n.texts, n.leaves, d.deals,
       concat_ws(' ', g.state, g.seq, g.head, array_to_string(g.totals, ','),
                 array_to_string(g.winners, ','), g.hand),
       (SELECT concat_ws(' ', h.seq, h.hand, array_to_string(h.before, ','), h.phase, h.turn,
                         octet_length(h.sealed))
        FROM games_handstate h WHERE h.game_id = g.id),
       s.scores
FROM games_game g
CROSS JOIN LATERAL (
    SELECT string_agg(line, E'\n' ORDER BY seq) AS lines,
           string_agg(head, ''::bytea ORDER BY seq) AS heads,
           bool_and(octet_length(head) = 32) AND min(seq) = 1 AND max(seq) = count(*) AS is_whole
    FROM games_event WHERE game_serial = g.serial
) e
CROSS JOIN LATERAL (
    SELECT string_agg(index::text, ' ' ORDER BY index) AS indexes,
           convert_to(string_agg(text, E'\x01' ORDER BY index), 'UTF8') AS texts,
           string_agg(substring(hashes FOR 32), ''::bytea ORDER BY index) AS leaves
    FROM deals_entry WHERE game = g.id
) n
CROSS JOIN LATERAL (
    SELECT convert_to(string_agg(concat_ws(E'\x01',
               concat_ws(' ', d.number, d.purpose, d.deck, d.sources, d.beacon,
                         encode(d.commitment, 'hex'), d.state, encode(d.seed, 'hex'), d.attempts,
                         d.index),
               coalesce(s.seats, '')), E'\x01' ORDER BY d.number), 'UTF8') AS deals
    FROM deals_entry c
    JOIN deals_deal d ON d.number = c.deal
    LEFT JOIN LATERAL (
        SELECT string_agg(concat('seat ', seat, ' ', encode(commitment, 'hex'), ' ',
                                 encode(nonce, 'hex'), E'\n'), '' ORDER BY seat) AS seats
        FROM deals_contribution WHERE deal_id = d.number
    ) s ON true
    WHERE c.game = g.id AND c.kind || '' = 'commit'
) d
CROSS JOIN LATERAL (
    SELECT string_agg(concat_ws(' ', hand, seq, direction, array_to_string(points, ','),
                                array_to_string(scores, ','), array_to_string(totals, ',')),
                      E'\n' ORDER BY hand, id) AS scores
    FROM games_score WHERE game_id = g.id
) s
WHERE g.id IN (%s, %s)
"""  # a fixed number: so that the plan is the same for all, and made once


_PIECE: Final = 2
"""Games of one result, as the statement has it: so much can be sent before it is read."""


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


def stored_games(games: Sequence[UUID], *, ahead: int = 0) -> Iterator[GameTexts]:
    """Give the games that are there, in the order asked for, a few at a time.

    While they are used, the database gathers so many results `ahead`. Nothing else may use the
    connection meanwhile.
    """
    pieces = [list(games[at : at + _PIECE]) for at in range(0, len(games), _PIECE)]
    asked: deque[psycopg.Cursor[Any]] = deque()
    opened = _open_connection()
    with opened.pipeline():
        for piece in pieces:
            asked.append(opened.cursor(binary=True))
            asked[-1].execute(_STORED, [piece[0], piece[-1]])
            if len(asked) > ahead:
                yield from _read(asked.popleft(), games)
        while asked:
            yield from _read(asked.popleft(), games)


def _open_connection() -> psycopg.Connection[Any]:
    connection.ensure_connection()
    opened = connection.connection
    if not isinstance(opened, psycopg.Connection):
        raise TypeError("no connection of psycopg")
    return opened


def _read(cursor: psycopg.Cursor[Any], games: Sequence[UUID]) -> Iterator[GameTexts]:
    """Give the games of one result, in their order among all."""
    with cursor:
        rows = {row[0]: row for row in cursor}
    return (_texts(rows[game]) for game in games if game in rows)


def _texts(row: tuple[Any, ...]) -> GameTexts:
    """Return a row's columns, in the order of the query; NULL where there are no rows."""
    game, header, seq, lines, heads, indexes, texts, leaves, proofs, *derived = row
    stored = StoredGame(
        id=str(game).encode(),
        header=header,
        lines=lines or b"",
        heads=heads or b"",
        indexes=[int(index) for index in (indexes or "").split()],
        entries=(texts or b"").split(b"\x01"),
        leaves=leaves or b"",
        deals=(proofs or b"").split(b"\x01"),
    )
    return GameTexts(game, seq, stored, DerivedTexts(*(text or "" for text in derived)))
