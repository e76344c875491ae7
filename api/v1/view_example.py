"""The example of a table: the published test vectors after line 19, as seat 0 sees it."""

from __future__ import annotations

from typing import Final

from api.v1.examples import COMMITMENT, GAME, NONCE, PLAYER, K


def _hidden(count: int) -> list[str]:
    return ["??"] * count


def _other(seat: int, *, cards: int, gave: list[str], received: list[str]) -> dict[str, object]:
    return {
        "seat": seat,
        "holder": "human",
        "name": PLAYER[:-1] + str(seat + 1),
        "passed": True,
        "dealt": _hidden(13),
        "gave": gave,
        "received": received,
        "holding": _hidden(cards),
        "legal_cards": "??" if seat == 1 else [],
        "points": 0,
    }


VIEW: Final = {
    "game": GAME,
    "seq": 19,
    "time": "2026-11-02T19:00:30.000Z",
    "state": "playing",
    "hand": 1,
    "phase": "playing",
    "direction": "left",
    "turn": 1,
    "asked": None,
    "deal": {
        "number": 1,
        "commitment": COMMITMENT,
        "commitments": [K] * 4,
        "nonces": [NONCE] * 4,
        "seed": "??",
        "index": "??",
    },
    "before": [0, 0, 0, 0],
    "totals": [0, 0, 0, 0],
    "seats": [
        {
            "seat": 0,
            "holder": "human",
            "name": PLAYER,
            "passed": True,
            "dealt": ["2C", "TC", "2D", "6D", "JD", "4H", "6H", "8H", "QH", "AH", "7S", "8S", "KS"],
            "gave": ["QH", "AH", "KS"],
            "received": ["KD", "JH", "QS"],
            "holding": ["TC", "2D", "6D", "JD", "KD", "4H", "6H", "8H", "JH", "7S", "8S", "QS"],
            "legal_cards": [],
            "points": 0,
        },
        _other(1, cards=13, gave=_hidden(3), received=["QH", "AH", "KS"]),
        _other(2, cards=13, gave=_hidden(3), received=_hidden(3)),
        _other(3, cards=13, gave=["KD", "JH", "QS"], received=_hidden(3)),
    ],
    "hearts_broken": False,
    "trick": {"leader": 0, "cards": ["2C"], "winner": None},
    "tricks": [],
    "kitty": None,
    "kitty_points": None,
    "scores": [],
    "winners": [],
    "findings": [],
}
