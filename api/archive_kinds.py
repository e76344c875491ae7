"""The refusals of imports, exports and deals for real tables: a part of the table of refusals."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from api.codes import Code
from api.kind import Kind, kind

ARCHIVE_KINDS: Final[Mapping[Code, Kind]] = MappingProxyType(
    {
        Code.BROKEN_UPLOAD: kind(
            400,
            "The file is damaged",
            "It begins as gzip does, but it ends too early or does not hold together.",
            "Pack the file again, or send it plain; nothing of it was kept.",
        ),
        Code.EXPORT_UNFINISHED: kind(
            409,
            "The archive is not written yet",
            "A worker is at it, or it has failed.",
            "Look at the export's `state`, and fetch the file once it is `done`.",
        ),
        Code.EXPORT_GONE: kind(
            410,
            "The archive was swept away",
            "An archive is kept for a week; the games in it are still here.",
            "Ask for another export of the same games.",
        ),
        Code.DEAL_STANDS: kind(
            409,
            "A deal stands for this hand",
            "Each hand has one deal, and the next only after the void of the first.",
            "Use the deal that `deal` names, or void it first.",
        ),
        Code.INVALID_DEAL: kind(
            422,
            "A deal can't be made like this",
            "Its purpose names no hand that is to come at a table with real cards, or deck and "
            "sources do not fit.",
            "`errors` names what does not fit.",
        ),
        Code.NOT_DEALT: kind(
            409,
            "No cards are dealt yet",
            "The deal waits for its round of the public beacon, or it is void.",
            "Look at the deal's `state` and `round`, and ask again after the round is due.",
        ),
    }
)
