"""The ids of games: uuids of version 7 (RFC 9562), which begin with the time.

A game's lines then lie side by side in the index of all lines, and its pages are full.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final
from uuid import UUID

_VERSION: Final = 7 << 76
_VARIANT: Final = 2 << 62


def new_game_id(now: datetime) -> UUID:
    """Return a fresh id for a game that begins now; 74 of its bits are random."""
    moment = int(now.timestamp() * 1000) & (1 << 48) - 1
    chance = secrets.randbits(12) << 64 | secrets.randbits(62)
    return UUID(int=moment << 80 | _VERSION | _VARIANT | chance)
