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
OPENSPIEL: Final[Preset] = MappingProxyType(
    {
        "queen_breaks_hearts": True,
        "moon_needs_jack": False,
        "target": None,
        "hands": 1,
        "tie": "share",
    }
)

PRESETS: Final[Mapping[str, Preset]] = MappingProxyType(
    {
        "standard": STANDARD,
        "windows": STANDARD,
        "black-lady": STANDARD,
        "chase-the-lady": STANDARD,
        "scoresheet": SCORESHEET,
        "openspiel": OPENSPIEL,
    }
)
