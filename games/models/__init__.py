"""Rows of the playing side: accounts and clubs, games and seats, the event log and what follows.

Nothing here acts: services write these rows, selectors read them. `HandState` and `Score` are
derived from `Event` and carry the seq they were derived from.
"""

from __future__ import annotations

from games.models.archives import Export, Import, ImportedLine
from games.models.audits import Audit, AuditChunk, AuditRun, Finding
from games.models.clubs import Account, Club, Invitation, Member, Role
from games.models.games import (
    Event,
    Game,
    HandState,
    Remark,
    RuleSet,
    Score,
    SealedPass,
    SeatHolder,
)

__all__ = [
    "Account",
    "Audit",
    "AuditChunk",
    "AuditRun",
    "Club",
    "Event",
    "Export",
    "Finding",
    "Game",
    "HandState",
    "Import",
    "ImportedLine",
    "Invitation",
    "Member",
    "Remark",
    "Role",
    "RuleSet",
    "Score",
    "SealedPass",
    "SeatHolder",
]
