"""The one table of refusals: code, status, title, cause and cure.

A code is what a program branches on; `/errors/<code>` shows cause and cure to people. Which domain
error is which refusal stands in `api.refusals`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from api.archive_kinds import ARCHIVE_KINDS
from api.club_kinds import CLUB_KINDS
from api.codes import Code
from api.dealing_kinds import DEALING_KINDS
from api.kind import Kind, kind
from api.league_kinds import LEAGUE_KINDS
from api.sheet_kinds import SHEET_KINDS

KINDS: Final[Mapping[Code, Kind]] = MappingProxyType(
    {
        Code.BAD_REQUEST: kind(
            400,
            "Bad request",
            "The request as a whole can't be understood: its host, path or headers are not valid.",
            "Send a plain HTTP/1.1 request to the host name under which the service is known.",
        ),
        Code.MALFORMED_BODY: kind(
            400,
            "The body is not JSON",
            "The body is not UTF-8, not JSON, nested too deeply, or names one key twice.",
            "Send one JSON value as RFC 8259 has it, in UTF-8, without NaN or Infinity.",
        ),
        Code.INVALID_QUERY: kind(
            400,
            "A query parameter is not valid",
            "A parameter is unknown here, stands twice, or has a value of the wrong kind.",
            "`errors` names the parameters. Pass a cursor on exactly as an answer gave it.",
        ),
        Code.OVER_LIMIT: kind(
            400,
            "The limit is too high",
            "More was asked for than one answer holds. Nothing is ever cut silently.",
            "Ask for at most `limit` and page on; or ask for application/x-ndjson: it has all.",
        ),
        Code.UNREADABLE: kind(
            400,
            "The verifier can't read this",
            "The JSON is no record, deal proof or bundle of a known format.",
            "`errors` names the place and what was expected there.",
        ),
        Code.TOKEN_NEEDED: kind(
            401,
            "A token is needed",
            "This call speaks for a seat, a director or an account, and no token came with it.",
            "Send `Authorization: Bearer <token>`. One is shown as a seat is taken or a game made. "
            "An account gets one from POST /api/v1/tokens.",
        ),
        Code.TOKEN_INVALID: kind(
            401,
            "The token is not valid",
            "The header holds no token of this service, or one that has expired or was revoked.",
            "Check that it is `Bearer`, one space, and the whole token; else leave the header out.",
        ),
        Code.FORBIDDEN: kind(
            403,
            "The token does not allow this",
            "A seat's token speaks for one seat of one game, a creator's for one game, one of "
            "an account for what its scopes say, where the account has a seat or a role.",
            "Use the token of who acts. A role is given by an owner of the club.",
        ),
        Code.CSRF_FAILED: kind(
            403,
            "The form's secret is missing",
            "A form was sent without the secret that its page holds against forged requests.",
            "Open the page again, with cookies allowed, and send the form from there.",
        ),
        Code.WRONG_INVITE: kind(
            403,
            "Not the invite for this seat",
            "The invite is not the secret that was made for this seat.",
            "Ask who created the game; each seat has an invite of its own.",
        ),
        Code.EMBARGOED: kind(
            403,
            "Not public yet",
            "The proof of a deal holds every card, so it stays shut while the hand is on. Games of "
            "a board are seen by their own seats alone until every table has played it.",
            "Wait for the event that `waits_for` names, then ask again.",
        ),
        Code.NOT_FOUND: kind(
            404,
            "Not found",
            "Nothing stands at this address.",
            "Check the id. Addresses have no slash at their end.",
        ),
        Code.METHOD_NOT_ALLOWED: kind(
            405,
            "This method is not allowed here",
            "The address exists, but it does not answer this method.",
            "The Allow header lists the methods. Nothing that was played is ever deleted.",
        ),
        Code.WRONG_PHASE: kind(
            409,
            "Not in this phase",
            "The hand is elsewhere: passing and playing each have their time.",
            "`phase` says where the hand stands. Read the events and act on what is next.",
        ),
        Code.NOT_YOUR_TURN: kind(
            409,
            "Not your turn",
            "Another seat is to play.",
            "Wait for the events: `turn` names the seat that is next.",
        ),
        Code.STALE: kind(
            409,
            "The game has moved on",
            "`expected_seq` is not the game's current seq: something happened in between.",
            "Read the events up to `seq`, decide again, and send that seq.",
        ),
        Code.ALREADY_PASSED: kind(
            409,
            "Already passed",
            "This seat has passed in this hand; a pass can't be changed.",
            "Nothing is to be done: the first pass stands.",
        ),
        Code.SEAT_TAKEN: kind(
            409,
            "The seat is taken",
            "Somebody sits there. The seat's token was shown once, when the seat was taken.",
            "Take another seat by its own invite.",
        ),
        Code.AUDIT_OVER: kind(
            409,
            "The audit is over",
            "An audit that has ended can't be called off.",
            "Nothing is to be done: its result stands.",
        ),
        Code.TOO_LARGE: kind(
            413,
            "The body is too large",
            "The body is longer than this call takes; `limit` says how many bytes it takes.",
            "Send less at once, or run the verifier on your own machine.",
        ),
        Code.UNSUPPORTED_MEDIA_TYPE: kind(
            415,
            "The body's media type is not supported",
            "Bodies are JSON, but for the files of imports.",
            "Send `Content-Type: application/json`; an import's is application/x-ndjson, "
            "application/gzip or text/csv.",
        ),
        Code.INVALID_BODY: kind(
            422,
            "The body does not fit",
            "A field is missing, unknown, or of the wrong kind.",
            "`errors` names each place by a JSON pointer.",
        ),
        Code.INVALID_RULES: kind(
            422,
            "These rules can't be played",
            "A setting is unknown, out of range, contradictory, or not supported yet.",
            "`setting` names it; the documentation of the rules lists every value.",
        ),
        Code.INVALID_GAME: kind(
            422,
            "A game can't be made like this",
            "Rules, seats, sources and wait don't fit together.",
            "`errors` names what does not fit.",
        ),
        Code.ILLEGAL_PASS: kind(
            422,
            "The rules forbid this pass",
            "A pass is exactly so many different cards as the rules say, of the dealt holding.",
            "`rule` names what was broken; the seat's own view shows its holding.",
        ),
        Code.ILLEGAL_PLAY: kind(
            422,
            "The rules forbid this play",
            "The card is not held, or a rule forbids it at this point.",
            "`rule` names what was broken; play one of `legal_cards`.",
        ),
        Code.EXPECTED_SEQ_MISSING: kind(
            428,
            "expected_seq is missing",
            "A play is made for one state of the game, and this one does not say for which.",
            "Send the seq of the last event you have seen as `expected_seq`.",
        ),
        Code.THROTTLED: kind(
            429,
            "Too many requests",
            "More requests came with this token, or from this address, than are allowed.",
            "Wait as long as Retry-After says. Use `wait` on the events instead of asking often.",
        ),
        Code.TOO_MANY_WAITERS: kind(
            429,
            "Too many are waiting",
            "The service holds a bounded number of waiting requests open, and all are in use.",
            "Ask without `wait`, or again after Retry-After seconds.",
            retry=2,
        ),
        Code.INTERNAL_ERROR: kind(
            500,
            "Something went wrong here",
            "The service failed; it is not the request's fault.",
            "Tell who runs the service, with the X-Request-ID of the answer.",
        ),
        Code.BUSY: kind(
            503,
            "Too busy at this point",
            "Others were changing the same game again and again; nothing was changed.",
            "Send the same request again after Retry-After seconds.",
            retry=1,
        ),
        Code.DATABASE_UNAVAILABLE: kind(
            503,
            "The database can't be reached",
            "The service is starting, stopping, or cut off from its database.",
            "Send again after Retry-After seconds; look first whether an act went through.",
            retry=5,
        ),
        Code.DEALING_STOPPED: kind(
            503,
            "Dealing is stopped",
            "Nothing more is signed: the public log is behind what was signed, or its key is gone.",
            "Who runs the service must restore the log, or its key. What was accepted stands.",
            retry=60,
        ),
        Code.LOG_NOT_OPEN: kind(
            503,
            "The public log is not open",
            "The service was started without its first step, which writes its keys into the log.",
            "Who runs the service must open the log.",
            retry=60,
        ),
        **CLUB_KINDS,
        **DEALING_KINDS,
        **LEAGUE_KINDS,
        **SHEET_KINDS,
        **ARCHIVE_KINDS,
    }
)
