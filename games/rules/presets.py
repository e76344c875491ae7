"""Names for rule sets: a preset is what differs from the standard, no more."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.rules.setting import RulesJson

Preset = Mapping[str, RulesJson]

STANDARD: Final[Preset] = MappingProxyType({})
SCORESHEET: Final[Preset] = MappingProxyType(
    {"moon": "subtract", "queen_breaks_hearts": True, "tie": "share"}
)
_TURBO: Final[Preset] = MappingProxyType({**SCORESHEET, "ten_of_clubs_doubles": True})
_SPOT: Final[Preset] = MappingProxyType({**SCORESHEET, "hearts": "rank"})
_NEW_MOON: Final[Preset] = MappingProxyType({**SCORESHEET, "target": 50})
# The British game.
_BLACK_MARIA: Final[Preset] = MappingProxyType(
    {
        "passing": ["right"],
        "opening": "dealers_left",
        "first_trick_safe": False,
        "hearts_must_break": False,
        "spades": {"QS": 13, "KS": 10, "AS": 7},
    }
)
OPENSPIEL: Final[Preset] = MappingProxyType(
    {
        "queen_breaks_hearts": True,
        "moon_needs_jack": False,
        "target": None,
        "hands": 1,
        "tie": "share",
    }
)

# `passing` stands as a cycle's name, or as directions that any number of players can pass.
PRESETS: Final[Mapping[str, Preset]] = MappingProxyType(
    {
        "standard": STANDARD,
        "windows": STANDARD,
        "black-lady": STANDARD,
        "chase-the-lady": STANDARD,
        "scoresheet": SCORESHEET,
        "omnibus": MappingProxyType({"jack": "JD"}),
        "short": MappingProxyType({"target": 50}),
        "no-pass": MappingProxyType({"passing": "none"}),
        "turbo": _TURBO,
        "spot": _SPOT,
        "new-moon": _NEW_MOON,
        "black-maria": _BLACK_MARIA,
        "openspiel": OPENSPIEL,
    }
)
