"""The codes of refusals: what a program branches on. `api.errors` says what each means."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Every refusal that the API knows."""

    BAD_REQUEST = "bad-request"
    MALFORMED_BODY = "malformed-body"
    INVALID_QUERY = "invalid-query"
    OVER_LIMIT = "over-limit"
    UNREADABLE = "unreadable"
    TOKEN_NEEDED = "token-needed"  # noqa: S105 - a code, no secret
    TOKEN_INVALID = "token-invalid"  # noqa: S105 - a code, no secret
    FORBIDDEN = "forbidden"
    CSRF_FAILED = "csrf-failed"
    WRONG_INVITE = "wrong-invite"
    EMBARGOED = "embargoed"
    NOT_FOUND = "not-found"
    METHOD_NOT_ALLOWED = "method-not-allowed"
    WRONG_PHASE = "wrong-phase"
    NOT_YOUR_TURN = "not-your-turn"
    STALE = "stale"
    ALREADY_PASSED = "already-passed"
    SEAT_TAKEN = "seat-taken"
    CONTRIBUTIONS_CLOSED = "contributions-closed"
    ALREADY_CONTRIBUTED = "already-contributed"
    TOO_EARLY = "too-early"
    STALE_HEAD = "stale-head"
    GAME_OVER = "game-over"
    RULES_PINNED = "rules-pinned"
    NOT_A_SHEET = "not-a-sheet"
    TOO_LARGE = "too-large"
    UNSUPPORTED_MEDIA_TYPE = "unsupported-media-type"
    INVALID_BODY = "invalid-body"
    INVALID_RULES = "invalid-rules"
    INVALID_GAME = "invalid-game"
    ILLEGAL_PASS = "illegal-pass"  # noqa: S105 - a code, no secret
    ILLEGAL_PLAY = "illegal-play"
    BAD_SUM = "bad-sum"
    IMPOSSIBLE_ROW = "impossible-row"
    AMBIGUOUS_ROW = "ambiguous-row"
    MOON_CHOICE_UNASKED = "moon-choice-unasked"
    MOON_CHOICE_MISSING = "moon-choice-missing"
    ROW_NO_LONGER_FITS = "row-no-longer-fits"
    OTHER_DECK = "other-deck"
    DOES_NOT_OPEN = "does-not-open"
    REUSED_NONCE = "reused-nonce"
    EXPECTED_SEQ_MISSING = "expected-seq-missing"
    THROTTLED = "throttled"
    TOO_MANY_WAITERS = "too-many-waiters"
    INTERNAL_ERROR = "internal-error"
    BUSY = "busy"
    DATABASE_UNAVAILABLE = "database-unavailable"
    DEALING_STOPPED = "dealing-stopped"
    LOG_NOT_OPEN = "log-not-open"
