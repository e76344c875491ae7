"""A seat's own view of the hand that is on: all that it may know, and nothing else."""

from __future__ import annotations

from uuid import UUID

from deals.cards.seat import Seat
from games.models import Game, HandState
from games.records.seat_view import format_seat_cards
from games.rules.hand import Hand
from games.rules.ruleset import parse_rules_line
from games.rules.scoring import moon_question
from games.rules.view import seat_view
from games.selectors.hands import open_hand, turn_or_asked
from games.selectors.moon import outcomes


def own_view(game: UUID, seat: Seat) -> dict[str, object] | None:
    """Return what one seat sees, its cards null while none are dealt; None without such a seat."""
    state = HandState.objects.select_related("game", "game__rules").filter(game=game).first()
    if state is None or not 0 <= seat < len(state.game.totals):
        return None
    shown: dict[str, object] = {
        "seat": seat,
        "seq": state.seq,
        "state": state.game.state,
        "hand": state.hand,
        "phase": state.phase,
        **turn_or_asked(state),
        "totals": state.game.totals,
        "cards": None,
        "question": None,
    }
    if state.sealed is not None:
        rules = parse_rules_line(state.game.rules.line)
        hand, _ = open_hand(rules, bytes(state.sealed), game=game, seq=state.seq)
        shown["cards"] = format_seat_cards(seat_view(hand, seat, totals=state.before))
        if shown["asked"] == seat:
            shown["question"] = _question(hand)
    return shown


def is_played_by_computer(game: UUID, seat: Seat) -> bool:
    """Whether a computer player holds a seat: from the start, or in a person's place."""
    return Game.objects.filter(id=game, computers__contains=[seat]).exists()


def legal_cards(game: UUID, seat: Seat) -> list[str]:
    """Return the cards that a seat may play now: none out of turn, or while none are dealt."""
    state = HandState.objects.select_related("game__rules").filter(game=game).first()
    if state is None or state.sealed is None:
        return []
    rules = parse_rules_line(state.game.rules.line)
    hand, _ = open_hand(rules, bytes(state.sealed), game=game, seq=state.seq)
    return list(map(str, hand.legal_cards(seat)))


def _question(hand: Hand) -> dict[str, object] | None:
    """Return both outcomes of a moon that its shooter is asked about."""
    asked = moon_question(hand)
    return None if asked is None else outcomes(asked)
