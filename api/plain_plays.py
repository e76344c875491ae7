"""The plain play, straight: a seat's token and a card that may be played.

That is what the API does most, so it is done here without a framework between; in the middle of a
hand with two statements. Whatever is not plainly that - another token, a body that needs
explaining, a refusal - is left to the view `api.v1.plays`, which begins anew: nothing was written.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeGuard
from uuid import UUID

from api.apps import buckets
from api.auth import is_use_to_be_noted
from api.body import parse_json
from api.callers import name_of_token
from api.policy import Credential, Kind, Relation, may_act
from api.shown import act_json
from api.tokens import SHAPE, token_digest
from deals.cards.card import parse_card
from deals.cards.seat import Seat
from deals.straight import run
from games.services.playing import play_at
from games.services.table import TABLE_COLUMNS, TABLE_ROWS, TableRow, table_of_row
from games.tasks import wake

# A seat's token names its game, and no account: there is nothing else to be asked.
_FIND: Final = f"""
SELECT t.id, t.seat, t.expires, t.last_used, {TABLE_COLUMNS}
FROM api_token t JOIN ({TABLE_ROWS}) ON g.id = t.game_id
WHERE t.digest = %s AND t.kind = 'seat' AND t.account_id IS NULL AND g.id = %s
"""  # noqa: S608 - constants
_FIELDS: Final = {"card", "expected_seq"}
_write_json: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True)
class _Player:
    """Who plays: the seat of a token that is good for it, and the table's row as it was read."""

    seat: Seat
    row: TableRow


def plain_play(game: UUID, authorization: str, body: bytes, *, now: datetime) -> bytes | None:
    """Play the card of a request, and return the body of its answer.

    None, or the error of a refusal, when the view is to answer: then nothing has happened. (After
    a hand's last card what settles the game may fail: the view then finds the card played.)
    """
    asked = parse_json(body)
    if not _is_plain(asked):
        return None
    player = _player(game, authorization, now=now)
    if player is None:
        return None
    table = table_of_row(player.row, game, now=now)
    card = parse_card(asked["card"])
    act = play_at(table, player.seat, card, expected_seq=asked["expected_seq"], now=now)
    wake(act.hints)
    return _write_json(act_json(act)).encode()


def _is_plain(asked: object) -> TypeGuard[dict[str, Any]]:
    """Whether a body is of the shape of `PlayInput`, and nothing about it is to be explained."""
    return (
        isinstance(asked, dict)
        and asked.keys() == _FIELDS
        and type(asked["card"]) is str
        and type(asked["expected_seq"]) is int
    )


def _player(game: UUID, authorization: str, *, now: datetime) -> _Player | None:
    """Look up token and table in one statement; None unless the token may play, and at once."""
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or not SHAPE.fullmatch(token):
        return None
    found = run(_FIND, [token_digest(token), game]).fetchone()
    if found is None:
        return None
    key, seat, expires, last_used, *row = found
    if (expires is not None and expires <= now) or is_use_to_be_noted(last_used, now=now):
        return None
    own = Credential(token=key, kind=Kind.SEAT, game=game, seat=seat, expires=expires)
    is_let_through = may_act(own, Relation(game), seat) and not buckets().take(name_of_token(key))
    return _Player(seat, row) if is_let_through else None
