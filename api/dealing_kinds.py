"""The refusals of contributions, voids and substitutes: a part of the table of refusals."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from api.codes import Code
from api.kind import Kind, kind

DEALING_KINDS: Final[Mapping[Code, Kind]] = MappingProxyType(
    {
        Code.WAIT_NOT_OVER: kind(
            409,
            "The seat may still answer",
            "The game's `wait` is not over; it is counted from the line that the seat must answer.",
            "Ask again after `until`, unless the seat has answered by then.",
        ),
        Code.SEAT_NOT_SILENT: kind(
            409,
            "Nobody waits for this seat",
            "The seat has given what was asked of it, or another one is to act.",
            "Read the events: they say for whom the table waits.",
        ),
        Code.SEAT_SUBSTITUTED: kind(
            409,
            "A computer player holds this seat",
            "The seat was silent for too long, or the director gave it away.",
            "Read the events: the `substitute` line says when, why, and who asked for it.",
        ),
        Code.HAND_OVER: kind(
            409,
            "No hand is on",
            "The hand is scored or not dealt yet, or the game is over; what is scored stands.",
            "Correct a finished hand by an adjustment; void the game if nothing of it shall count.",
        ),
        Code.SEED_LOST: kind(
            503,
            "The deal's seed is lost",
            "The key under which the service had sealed the seed or the cards is gone.",
            "Read the events: the service voids the deal within seconds, and deals again.",
        ),
        Code.CONTRIBUTIONS_CLOSED: kind(
            409,
            "The deal takes no more contributions",
            "A nonce was opened already, or the deal is frozen or over.",
            "Look at the deal's state, and contribute to the next one.",
        ),
        Code.ALREADY_CONTRIBUTED: kind(
            409,
            "Already contributed",
            "The seat's commitment or nonce stands in the chain, or another seat's is the same.",
            "Nothing is to be done if it was yours; else draw 32 fresh bytes yourself.",
        ),
        Code.TOO_EARLY: kind(
            409,
            "Too early",
            "Commitments wait for the deal's line in the chain, nonces for every commitment.",
            "Wait for the events, then send again.",
        ),
        Code.STALE_HEAD: kind(
            409,
            "Sent for another chain",
            "`head` is not the chain's head after the last commitment of this deal.",
            "Check the chain yourself. If it does not hold your commitment, do not go on.",
        ),
        Code.DOES_NOT_OPEN: kind(
            422,
            "The nonce does not open the commitment",
            "The contribution statement with this nonce has another SHA-256 than the one sent.",
            "Send the nonce that was drawn for this deal and seat, as 64 lower-case hex digits.",
        ),
        Code.REUSED_NONCE: kind(
            422,
            "The nonce can't be used",
            "It is all zero, or it stood in an earlier deal of this game.",
            "Draw 32 fresh bytes for every deal.",
        ),
    }
)
