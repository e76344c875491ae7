"""Examples of scores for the OpenAPI document: the worked example of the rules."""

from __future__ import annotations

from typing import Final

from api.v1.examples import GAME, HEAD, RECEIPT, RULES, RULES_LINE

_TIME: Final = "2026-11-02T21:14:00.000Z"
_SHEET_RULES: Final = RULES | {"queen_breaks_hearts": True, "moon": "subtract", "tie": "share"}
_EXTRAS: Final = {
    "jack": None,
    "ten": None,
    "sun": None,
    "no_tricks": None,
    "moon_choice": None,
}
_CANONICAL: Final = "jack=- ten=- sun=- no_tricks=- moon_choice=-"


def _act(seq: int, rest: str) -> dict[str, object]:
    line = {"seq": seq, "line": f"{seq} {_TIME} {rest}", "head": HEAD}
    return {"event": line, "receipt": RECEIPT}


ROW: Final = {"points": [5, 0, 8, 13]}
ROW_WRITTEN: Final = _act(5, f"1 row - 5,0,8,13 {_CANONICAL}")
CORRECTION: Final = {"points": [13, 0, 8, 5], "reason": "typo"}
ROW_CORRECTED: Final = _act(7, f"1 correct - 5 13,0,8,5 {_CANONICAL} typo by {GAME}")
RULES_CHANGE: Final = {"rules": {"preset": "scoresheet", "moon": "add"}, "reason": "vote"}
RULES_CHANGED: Final = _act(15, f"0 rules - {RULES_LINE} by {GAME}")
ADJUSTMENT: Final = {"seat": 2, "points": 5, "reason": "late"}
ADJUSTED: Final = _act(15, f"0 adjust 2 5 late by {GAME}")
CHOSEN: Final = _act(77, "1 moon 1 subtract")
QUESTION: Final = {"seat": 1, "add": [26, 0, 26, 26], "subtract": [0, -26, 0, 0]}
SCORESHEET: Final = {
    "game": GAME,
    "kind": "sheet",
    "rules": _SHEET_RULES,
    "players": ["Anna", "Ben", "Cara", "Dan"],
    "lines": [
        {
            "kind": "hand",
            "hand": 1,
            "direction": "left",
            "points": [5, 0, 8, 13],
            **_EXTRAS,
            "sum": 26,
            "scores": [5, 0, 8, 13],
            "shooter": None,
            "totals": [5, 0, 8, 13],
        },
        {
            "kind": "hand",
            "hand": 2,
            "direction": "right",
            "points": [0, 26, 0, 0],
            **_EXTRAS,
            "sum": 26,
            "scores": [0, -26, 0, 0],
            "shooter": 1,
            "totals": [5, -26, 8, 13],
        },
        {"kind": "adjust", "points": [0, 0, 5, 0], "reason": "late", "totals": [5, -26, 13, 13]},
    ],
    "totals": [5, -26, 13, 13],
    "ranks": [2, 1, 3, 3],
    "finished": False,
    "winners": [],
    "set_aside": [],
    "remarks": [],
}
SCORESHEET_CSV: Final = (
    "Hand,Pass,Anna,Anna total,Ben,Ben total,Cara,Cara total,Dan,Dan total,Hand total,Jack seat,"
    "Ten seat,Sun,No tricks seats,Moon,Note\r\n1,left,5,5,0,0,8,8,13,13,26,,,,,,\r\n"
)
RESCORED: Final = {
    "game": GAME,
    "rules": RULES | {"moon": "add"},
    "hands": [
        {
            "direction": "left",
            "points": [0, 26, 0, 0],
            "scores": [26, 0, 26, 26],
            "totals": [26, 0, 26, 26],
            "shooter": 1,
        }
    ],
    "totals": [26, 0, 26, 26],
    "ranks": [2, 1, 2, 2],
    "finished": False,
    "winners": [],
    "forbidden": [
        {
            "step": 9,
            "hand": 1,
            "ply": 20,
            "seat": 3,
            "seq": None,
            "rule": "hearts_not_broken",
            "detail": "seat 3 plays 4H, but a heart may not be led yet",
        }
    ],
}
