"""Which domain error is which refusal: the other half of the table in `api.errors`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from api.codes import Code
from api.waiting import TooManyWaiters
from deals.cards.errors import CardError
from deals.fairness.errors import FairnessError
from deals.sealing import SealBroken
from deals.selectors.deals import EmbargoedProof
from deals.services.checkpoints import SignerRefuses
from deals.services.errors import (
    AlreadyContributed,
    ContributionsClosed,
    DoesNotOpen,
    ReusedNonce,
    SeatNotSilent,
    SeedLost,
    StaleHead,
    TooEarly,
    WaitNotOver,
)
from deals.services.keys import KeyFileMissing
from deals.services.log import LogNotOpen
from games.leagues.movements.errors import TooFewToSeat
from games.leagues.services.errors import (
    AlreadyEntered,
    AlreadyLeft,
    BoardScored,
    InvalidLeague,
    NotCounted,
    RoundNotOpen,
    RoundOpen,
    RoundUnfinished,
    UnknownLeague,
)
from games.records.upload import UploadBroken, UploadTooLarge
from games.replay.rescore import OtherDeck
from games.rules.errors import (
    AlreadyPassed,
    AmbiguousRow,
    BadSum,
    GameOver,
    IllegalPass,
    IllegalPlay,
    ImpossibleRow,
    InvalidRules,
    MoonChoiceMissing,
    MoonChoiceUnasked,
    NoSuchRow,
    NotYourTurn,
    RowMisshapen,
    RowNoLongerFits,
    WrongPhase,
)
from games.selectors.bundles import NoSuchCheckpoint
from games.selectors.embargo import EmbargoedGame
from games.selectors.slips import NotDealt
from games.selectors.views import NoSuchPoint
from games.services.errors import (
    AlreadyMember,
    AlreadySeated,
    AuditOver,
    BoardShut,
    DealStands,
    HandOver,
    InvalidDeal,
    InvalidGame,
    LastOwner,
    NameTaken,
    NotASheet,
    RulesPinned,
    SeatAlreadyTaken,
    SeatSubstituted,
    StaleSeq,
    UnknownClub,
    UnknownGame,
    WeakPassword,
    WrongInvitation,
    WrongInvite,
    WrongName,
    WrongPassword,
)

REFUSALS: Final[Mapping[type[Exception], Code]] = MappingProxyType(
    {
        UnknownGame: Code.NOT_FOUND,
        NoSuchCheckpoint: Code.NOT_FOUND,
        NoSuchPoint: Code.NOT_FOUND,
        InvalidGame: Code.INVALID_GAME,
        UnknownLeague: Code.NOT_FOUND,
        InvalidLeague: Code.INVALID_LEAGUE,
        AlreadyEntered: Code.ALREADY_ENTERED,
        AlreadyLeft: Code.ALREADY_LEFT,
        RoundOpen: Code.ROUND_OPEN,
        RoundNotOpen: Code.ROUND_NOT_OPEN,
        RoundUnfinished: Code.ROUND_UNFINISHED,
        TooFewToSeat: Code.TOO_FEW_ENTRANTS,
        NotCounted: Code.NOT_COUNTED,
        BoardScored: Code.BOARD_SCORED,
        WrongInvite: Code.WRONG_INVITE,
        UnknownClub: Code.NOT_FOUND,
        WrongName: Code.INVALID_NAME,
        NameTaken: Code.NAME_TAKEN,
        WeakPassword: Code.WEAK_PASSWORD,
        WrongPassword: Code.WRONG_PASSWORD,
        WrongInvitation: Code.WRONG_INVITATION,
        AlreadyMember: Code.ALREADY_MEMBER,
        LastOwner: Code.LAST_OWNER,
        AlreadySeated: Code.ALREADY_SEATED,
        SeatAlreadyTaken: Code.SEAT_TAKEN,
        StaleSeq: Code.STALE,
        InvalidRules: Code.INVALID_RULES,
        WrongPhase: Code.WRONG_PHASE,
        NotYourTurn: Code.NOT_YOUR_TURN,
        AlreadyPassed: Code.ALREADY_PASSED,
        IllegalPass: Code.ILLEGAL_PASS,
        IllegalPlay: Code.ILLEGAL_PLAY,
        GameOver: Code.GAME_OVER,
        RulesPinned: Code.RULES_PINNED,
        NotASheet: Code.NOT_A_SHEET,
        DealStands: Code.DEAL_STANDS,
        InvalidDeal: Code.INVALID_DEAL,
        NotDealt: Code.NOT_DEALT,
        BadSum: Code.BAD_SUM,
        ImpossibleRow: Code.IMPOSSIBLE_ROW,
        AmbiguousRow: Code.AMBIGUOUS_ROW,
        RowMisshapen: Code.INVALID_BODY,
        MoonChoiceUnasked: Code.MOON_CHOICE_UNASKED,
        MoonChoiceMissing: Code.MOON_CHOICE_MISSING,
        RowNoLongerFits: Code.ROW_NO_LONGER_FITS,
        NoSuchRow: Code.NOT_FOUND,
        OtherDeck: Code.OTHER_DECK,
        CardError: Code.INVALID_BODY,
        ContributionsClosed: Code.CONTRIBUTIONS_CLOSED,
        AlreadyContributed: Code.ALREADY_CONTRIBUTED,
        TooEarly: Code.TOO_EARLY,
        StaleHead: Code.STALE_HEAD,
        WaitNotOver: Code.WAIT_NOT_OVER,
        SeatNotSilent: Code.SEAT_NOT_SILENT,
        SeatSubstituted: Code.SEAT_SUBSTITUTED,
        HandOver: Code.HAND_OVER,
        AuditOver: Code.AUDIT_OVER,
        EmbargoedProof: Code.EMBARGOED,
        EmbargoedGame: Code.EMBARGOED,
        BoardShut: Code.BOARD_SHUT,
        DoesNotOpen: Code.DOES_NOT_OPEN,
        ReusedNonce: Code.REUSED_NONCE,
        FairnessError: Code.INVALID_BODY,
        TooManyWaiters: Code.TOO_MANY_WAITERS,
        SignerRefuses: Code.DEALING_STOPPED,
        KeyFileMissing: Code.DEALING_STOPPED,
        LogNotOpen: Code.LOG_NOT_OPEN,
        UploadBroken: Code.BROKEN_UPLOAD,
        UploadTooLarge: Code.TOO_LARGE,
        SeedLost: Code.SEED_LOST,
        SealBroken: Code.SEED_LOST,
    }
)
"""The code of every domain error that reaches the edge, by its class or the nearest above it."""


def code_of(error: BaseException) -> Code | None:
    """Return the code of a domain error; None for an error that nobody expected."""
    return next((REFUSALS[kind] for kind in type(error).__mro__ if kind in REFUSALS), None)
