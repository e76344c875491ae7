"""Rule sets read so far: an archive has many games and few rule sets."""

from __future__ import annotations

from marshal import dumps
from typing import Final

from games.rules.ruleset import RuleSet, parse_rules

KEPT: Final = 64


class RuleBook:
    """Reads the rules of one record after the other, and remembers the last ones.

    The same value gives the same RuleSet, with all that was worked out for it.
    """

    def __init__(self) -> None:
        self._known: dict[bytes, RuleSet] = {}

    def parse_rules(self, source: object) -> RuleSet:
        """Read a JSON value as `games.rules.ruleset.parse_rules` does. Raises InvalidRules."""
        # Bytes tell true from 1, as the rules do, and equality does not; version 2 writes equal
        # values alike.
        key = dumps(source, 2) if isinstance(source, dict) else b""
        rules = self._known.get(key)
        if rules is None:
            rules = parse_rules(source)
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[key] = rules
        return rules
