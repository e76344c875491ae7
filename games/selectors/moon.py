"""What a shooter is asked: both outcomes of the moon, of cards or of a row."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from games.models import HandState
from games.rules.game import GameScore
from games.rules.row import score_row
from games.rules.ruleset import parse_rules_line
from games.rules.scoring import CHOICES, MoonQuestion, moon_question
from games.selectors.hands import open_hand
from games.selectors.sheets import sheet_log


def outcomes(question: MoonQuestion) -> dict[str, object]:
    """Return the scores by each answer."""
    return {"add": question.add, "subtract": question.subtract}


def open_question(game: UUID) -> dict[str, object] | None:
    """Return who is asked, and the scores by each answer; None when nobody is."""
    states = HandState.objects.select_related("game__rules")
    state = states.filter(game=game, phase="closing").first()
    if state is None:
        return None
    rules = parse_rules_line(state.game.rules.line)
    if state.sealed is not None:
        hand, _ = open_hand(rules, bytes(state.sealed), game=game, seq=state.seq)
        asked = moon_question(hand)
        return None if asked is None else {"seat": asked.shooter} | outcomes(asked)
    row = sheet_log(game).waiting
    if row is None:
        return None
    before = GameScore(rules, tuple(state.before), state.hand - 1)
    return {"seat": state.turn} | {
        choice: score_row(replace(row, moon_choice=choice), before).scores
        for choice in sorted(CHOICES)
    }
