"""A seat's own view of the hand that is on: all that it may know, and nothing else."""

from __future__ import annotations

from uuid import UUID

from deals.cards.holding import Holding
from deals.cards.seat import Seat
from games.models import Game, HandState
from games.rules.hand import Hand
from games.rules.ruleset import parse_rules_line
from games.rules.scoring import moon_question
from games.rules.trick import Trick
from games.rules.view import SeatView, seat_view
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
        shown["cards"] = _cards(seat_view(hand, seat, totals=state.before))
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


def _cards(view: SeatView) -> dict[str, object]:
    return {
        "direction": view.direction,
        "dealt": _codes(view.dealt),
        "gave": _codes(view.gave),
        "received": _codes(view.received),
        "holding": _codes(view.holding),
        "legal_cards": _codes(view.legal),
        "passed": view.passed,
        "hearts_broken": view.hearts_broken,
        "trick": None if view.trick is None else _trick(view.trick),
        "tricks": [_trick(trick) for trick in view.tricks],
        "points": view.points,
        "kitty": _codes(view.kitty) if view.rules.deck.kitty else None,
    }


def _question(hand: Hand) -> dict[str, object] | None:
    """Return both outcomes of a moon that its shooter is asked about."""
    asked = moon_question(hand)
    return None if asked is None else outcomes(asked)


def _codes(cards: Holding | None) -> list[str] | None:
    return None if cards is None else list(map(str, cards))


def _trick(trick: Trick) -> dict[str, object]:
    return {
        "leader": trick.leader,
        "cards": list(map(str, trick.cards)),
        "winner": trick.winner,
    }
