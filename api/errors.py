"""The one table of refusals: code, status, title, cause and cure.

A code is what a program branches on; `/errors/<code>` shows cause and cure to people. Which domain
error is which refusal stands in `api.refusals`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from types import MappingProxyType
from typing import Final

from api.codes import Code


@dataclass(frozen=True)
class Kind:
    """What is the same in every refusal of one code. `retry` is Retry-After in seconds."""

    status: HTTPStatus
    title: str
    cause: str
    cure: str
    retry: int | None = None


def _kind(status: int, title: str, cause: str, cure: str, *, retry: int | None = None) -> Kind:
    return Kind(HTTPStatus(status), title, cause, cure, retry)


KINDS: Final[Mapping[Code, Kind]] = MappingProxyType(
    {
        Code.BAD_REQUEST: _kind(
            400,
            "Bad request",
            "The request as a whole can't be understood: its host, path or headers are not valid.",
            "Send a plain HTTP/1.1 request to the host name under which the service is known.",
        ),
        Code.MALFORMED_BODY: _kind(
            400,
            "The body is not JSON",
            "The body is not UTF-8, not JSON, nested too deeply, or names one key twice.",
            "Send one JSON value as RFC 8259 has it, in UTF-8, without NaN or Infinity.",
        ),
        Code.INVALID_QUERY: _kind(
            400,
            "A query parameter is not valid",
            "A parameter is unknown here, stands twice, or has a value of the wrong kind.",
            "`errors` names the parameters. Pass a cursor on exactly as an answer gave it.",
        ),
        Code.OVER_LIMIT: _kind(
            400,
            "The limit is too high",
            "More was asked for than one answer holds. Nothing is ever cut silently.",
            "Ask for at most `limit` and page on; or ask for application/x-ndjson: it has all.",
        ),
        Code.UNREADABLE: _kind(
            400,
            "The verifier can't read this",
            "The JSON is no record, deal proof or bundle of a known format.",
            "`errors` names the place and what was expected there.",
        ),
        Code.TOKEN_NEEDED: _kind(
            401,
            "A token is needed",
            "This call speaks for a seat or for a game's creator, and no token came with it.",
            "Send `Authorization: Bearer <token>`. A seat's token is shown when the seat is taken.",
        ),
        Code.TOKEN_INVALID: _kind(
            401,
            "The token is not valid",
            "The Authorization header holds no token of this service, or one that has expired.",
            "Check that it is `Bearer`, one space, and the whole token; else leave the header out.",
        ),
        Code.FORBIDDEN: _kind(
            403,
            "The token does not allow this",
            "A seat's token speaks for one seat of one game, a creator's token for one game.",
            "Use the token of the seat that acts.",
        ),
        Code.CSRF_FAILED: _kind(
            403,
            "The form's secret is missing",
            "A form was sent without the secret that its page holds against forged requests.",
            "Open the page again, with cookies allowed, and send the form from there.",
        ),
        Code.WRONG_INVITE: _kind(
            403,
            "Not the invite for this seat",
            "The invite is not the secret that was made for this seat.",
            "Ask who created the game; each seat has an invite of its own.",
        ),
        Code.EMBARGOED: _kind(
            403,
            "Not public yet",
            "The proof of a deal holds every card, so it stays shut while the hand is on.",
            "Wait for the event that `waits_for` names, then ask again.",
        ),
        Code.NOT_FOUND: _kind(
            404,
            "Not found",
            "Nothing stands at this address.",
            "Check the id. Addresses have no slash at their end.",
        ),
        Code.METHOD_NOT_ALLOWED: _kind(
            405,
            "This method is not allowed here",
            "The address exists, but it does not answer this method.",
            "The Allow header lists the methods. Nothing that was played is ever deleted.",
        ),
        Code.WRONG_PHASE: _kind(
            409,
            "Not in this phase",
            "The hand is elsewhere: passing and playing each have their time.",
            "`phase` says where the hand stands. Read the events and act on what is next.",
        ),
        Code.NOT_YOUR_TURN: _kind(
            409,
            "Not your turn",
            "Another seat is to play.",
            "Wait for the events: `turn` names the seat that is next.",
        ),
        Code.STALE: _kind(
            409,
            "The game has moved on",
            "`expected_seq` is not the game's current seq: something happened in between.",
            "Read the events up to `seq`, decide again, and send that seq.",
        ),
        Code.ALREADY_PASSED: _kind(
            409,
            "Already passed",
            "This seat has passed in this hand; a pass can't be changed.",
            "Nothing is to be done: the first pass stands.",
        ),
        Code.SEAT_TAKEN: _kind(
            409,
            "The seat is taken",
            "Somebody sits there. The seat's token was shown once, when the seat was taken.",
            "Take another seat by its own invite.",
        ),
        Code.CONTRIBUTIONS_CLOSED: _kind(
            409,
            "The deal takes no more contributions",
            "A nonce was opened already, or the deal is frozen or over.",
            "Look at the deal's state, and contribute to the next one.",
        ),
        Code.ALREADY_CONTRIBUTED: _kind(
            409,
            "Already contributed",
            "The seat's commitment or nonce stands in the chain, or another seat's is the same.",
            "Nothing is to be done if it was yours; else draw 32 fresh bytes yourself.",
        ),
        Code.TOO_EARLY: _kind(
            409,
            "Too early",
            "Commitments wait for the deal's line in the chain, nonces for every commitment.",
            "Wait for the events, then send again.",
        ),
        Code.STALE_HEAD: _kind(
            409,
            "Sent for another chain",
            "`head` is not the chain's head after the last commitment of this deal.",
            "Check the chain yourself. If it does not hold your commitment, do not go on.",
        ),
        Code.WAIT_NOT_OVER: _kind(
            409,
            "The seat may still answer",
            "The game's `wait` is not over; it is counted from the line that the seat must answer.",
            "Ask again after `until`, unless the seat has answered by then.",
        ),
        Code.SEAT_NOT_SILENT: _kind(
            409,
            "Nobody waits for this seat",
            "The seat has given what was asked of it, or another one is to act.",
            "Read the events: they say for whom the table waits.",
        ),
        Code.SEAT_SUBSTITUTED: _kind(
            409,
            "A computer player holds this seat",
            "The seat was silent for too long, or the director gave it away.",
            "Read the events: the `substitute` line says when, why, and who asked for it.",
        ),
        Code.HAND_OVER: _kind(
            409,
            "No hand is on",
            "The hand is scored or not dealt yet, or the game is over; what is scored stands.",
            "Correct a finished hand by an adjustment; void the game if nothing of it shall count.",
        ),
        Code.TOO_LARGE: _kind(
            413,
            "The body is too large",
            "The body is longer than this call takes; `limit` says how many bytes it takes.",
            "Send less at once, or run the verifier on your own machine.",
        ),
        Code.UNSUPPORTED_MEDIA_TYPE: _kind(
            415,
            "The body's media type is not supported",
            "Bodies are JSON.",
            "Send `Content-Type: application/json`.",
        ),
        Code.INVALID_BODY: _kind(
            422,
            "The body does not fit",
            "A field is missing, unknown, or of the wrong kind.",
            "`errors` names each place by a JSON pointer.",
        ),
        Code.INVALID_RULES: _kind(
            422,
            "These rules can't be played",
            "A setting is unknown, out of range, contradictory, or not supported yet.",
            "`setting` names it; the documentation of the rules lists every value.",
        ),
        Code.INVALID_GAME: _kind(
            422,
            "A game can't be made like this",
            "Rules, seats, sources and wait don't fit together.",
            "`errors` names what does not fit.",
        ),
        Code.ILLEGAL_PASS: _kind(
            422,
            "The rules forbid this pass",
            "A pass is exactly so many different cards as the rules say, of the dealt holding.",
            "`rule` names what was broken; the seat's own view shows its holding.",
        ),
        Code.ILLEGAL_PLAY: _kind(
            422,
            "The rules forbid this play",
            "The card is not held, or a rule forbids it at this point.",
            "`rule` names what was broken; play one of `legal_cards`.",
        ),
        Code.DOES_NOT_OPEN: _kind(
            422,
            "The nonce does not open the commitment",
            "The contribution statement with this nonce has another SHA-256 than the one sent.",
            "Send the nonce that was drawn for this deal and seat, as 64 lower-case hex digits.",
        ),
        Code.REUSED_NONCE: _kind(
            422,
            "The nonce can't be used",
            "It is all zero, or it stood in an earlier deal of this game.",
            "Draw 32 fresh bytes for every deal.",
        ),
        Code.EXPECTED_SEQ_MISSING: _kind(
            428,
            "expected_seq is missing",
            "A play is made for one state of the game, and this one does not say for which.",
            "Send the seq of the last event you have seen as `expected_seq`.",
        ),
        Code.THROTTLED: _kind(
            429,
            "Too many requests",
            "More requests came with this token, or from this address, than are allowed.",
            "Wait as long as Retry-After says. Use `wait` on the events instead of asking often.",
        ),
        Code.TOO_MANY_WAITERS: _kind(
            429,
            "Too many are waiting",
            "The service holds a bounded number of waiting requests open, and all are in use.",
            "Ask without `wait`, or again after Retry-After seconds.",
            retry=2,
        ),
        Code.INTERNAL_ERROR: _kind(
            500,
            "Something went wrong here",
            "The service failed; it is not the request's fault.",
            "Tell who runs the service, with the X-Request-ID of the answer.",
        ),
        Code.BUSY: _kind(
            503,
            "Too busy at this point",
            "Others were changing the same game again and again; nothing was changed.",
            "Send the same request again after Retry-After seconds.",
            retry=1,
        ),
        Code.DATABASE_UNAVAILABLE: _kind(
            503,
            "The database can't be reached",
            "The service is starting, stopping, or cut off from its database.",
            "Send again after Retry-After seconds; look first whether an act went through.",
            retry=5,
        ),
        Code.DEALING_STOPPED: _kind(
            503,
            "Dealing is stopped",
            "The public log does not extend what was signed before: nothing more is signed.",
            "Who runs the service must restore the log. What was accepted stands.",
            retry=60,
        ),
        Code.LOG_NOT_OPEN: _kind(
            503,
            "The public log is not open",
            "The service was started without its first step, which writes its keys into the log.",
            "Who runs the service must open the log.",
            retry=60,
        ),
        Code.SEED_LOST: _kind(
            503,
            "The deal's seed is lost",
            "The key under which the service had sealed the seed or the cards is gone.",
            "Void the deal, as the game's director: the void says so, and a new deal follows.",
        ),
    }
)
