"""The cards of a hand that is on, as they rest sealed in its state row."""

from __future__ import annotations

import json
from uuid import UUID

from deals.cards.seat import Seat
from deals.services.keys import service_keys
from games.models import HandState
from games.rules.hand import Hand, reload_hand
from games.rules.ruleset import RuleSet


def open_hand(
    rules: RuleSet, sealed: bytes, *, game: UUID, seq: int
) -> tuple[Hand, dict[Seat, str]]:
    """Return the hand, and its pass statements by seat. Raises SealBroken."""
    state = json.loads(service_keys().sealer.open(sealed, context=hand_context(game, seq)))
    openings = {int(seat): text for seat, text in state["openings"].items()}
    return reload_hand(rules, state["hand"]), openings


def turn_or_asked(state: HandState) -> dict[str, Seat | None]:
    """Return who is to play, and who is asked for the moon's effect: the one or the other."""
    is_asked = state.phase == "closing"
    return {
        "turn": None if is_asked else state.turn,
        "asked": state.turn if is_asked else None,
    }


def hand_context(game: UUID, seq: int) -> str:
    """Return what a sealed hand is bound to: its game at one seq."""
    return f"hand/{game}/{seq}"


def pass_context(game: UUID, seq: int) -> str:
    """Return what a sealed pass statement is bound to: the event that hashes it."""
    return f"pass/{game}/{seq}"
