"""A game under other rules: nothing is altered."""

from __future__ import annotations

from uuid import UUID

from games.replay.rescore import rescore_record
from games.rules.ruleset import parse_rules, rules_to_json
from games.selectors.bundles import record_of_game


def rescored_game(game: UUID, rules: object) -> dict[str, object] | None:
    """Return what a game's finished hands come to under other rules, and the acts those forbid.

    None when there is no such game. Raises InvalidRules, OtherDeck.
    """
    checked = parse_rules(rules)
    record = record_of_game(game)
    if record is None:
        return None
    other = rescore_record(record, checked)
    return {
        "game": str(game),
        "rules": rules_to_json(checked),
        "hands": [hand.to_json() for hand in other.hands],
        "totals": other.totals,
        "ranks": other.ranks,
        "finished": other.finished,
        "winners": other.winners,
        "forbidden": [finding.to_json() for finding in other.forbidden],
    }
