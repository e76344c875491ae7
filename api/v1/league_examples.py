"""Examples of leagues, for the document."""

from __future__ import annotations

from typing import Any, Final

from api.v1.examples import BUNDLE, GAME, GAME_SUMMARY

LEAGUE_ID: Final = "5b2f7c7e-9a70-4a5e-8f37-2f5c3f6d9b11"
CLUB: Final = "c0ffee00-5d0e-4c59-9b1e-0d9f5a1c4d55"
ACCOUNT: Final = "0d9c3a52-1f8e-4a83-9f0e-6b6f6f1b0a10"
ANNA: Final = "1f0f3c66-2b7e-4d0e-8a1b-3a1f0d6f7a01"
BEN: Final = "2e1f3c66-2b7e-4d0e-8a1b-3a1f0d6f7a02"
CARA: Final = "3d2f3c66-2b7e-4d0e-8a1b-3a1f0d6f7a03"
DAN: Final = "4c3f3c66-2b7e-4d0e-8a1b-3a1f0d6f7a04"
TABLE: Final = "7a1f3c66-2b7e-4d0e-8a1b-3a1f0d6f7a99"
TIME: Final = "2026-11-02T19:00:03.750Z"

LEAGUE_TERMS: Final = {
    "club": CLUB,
    "name": "Winter",
    "kind": "cumulative",
    "rules": [{"preset": "standard", "target": 50}],
}
OUTLINE: Final[dict[str, Any]] = {
    "id": LEAGUE_ID,
    "club": CLUB,
    "name": "Winter",
    "kind": "cumulative",
    "created": TIME,
    "time": TIME,
    "seq": 9,
}
LEAGUES: Final = {"leagues": [OUTLINE], "next": None}
LEAGUE: Final = {
    **OUTLINE,
    "play": "cards",
    "rules": [GAME_SUMMARY["rules"]],
    "sources": "server",
    "lots": "server",
    "wait": 600,
    "games": 1,
    "entrants": 8,
    "round": {"number": 1, "state": "open"},
    "movement": {
        "players": 8,
        "rounds": 7,
        "balance": [
            "left: 0 to 2 times, uneven",
            "across: once",
            "same table: 3 times",
            "same seat: once",
        ],
    },
}
ENTRANT: Final = {
    "entrant": ANNA,
    "number": 1,
    "name": "Anna",
    "holder": "account",
    "account": ACCOUNT,
    "substitute": None,
    "left": False,
    "sat_out": 0,
}
ENTRANTS: Final = {"league": LEAGUE_ID, "entrants": [ENTRANT]}
EVENTS: Final = {
    "league": LEAGUE_ID,
    "events": [
        {
            "seq": 1,
            "time": TIME,
            "kind": "enter",
            "detail": {"entrant": ANNA},
            "reason": None,
            "by": ACCOUNT,
        }
    ],
    "last_seq": 9,
}
DECIDED: Final = {
    "league": LEAGUE_ID,
    "events": [
        {
            "seq": 10,
            "time": TIME,
            "kind": "penalty",
            "detail": {"entrant": ANNA, "value": "1/2"},
            "reason": "late",
            "by": ACCOUNT,
        }
    ],
    "last_seq": 10,
}
ROUND_OUTLINE: Final[dict[str, Any]] = {
    "round": 1,
    "state": "open",
    "deal": 17,
    "created": TIME,
    "closed": None,
    "sitting": [],
    "movement": {"players": 8, "step": 1},
}
ROUNDS: Final = {"league": LEAGUE_ID, "rounds": [ROUND_OUTLINE]}
ROUND: Final = {
    **ROUND_OUTLINE,
    "tables": [
        {
            "table": 1,
            "id": TABLE,
            "seats": [
                {"seat": seat, "entrant": entrant, "name": name}
                for seat, (entrant, name) in enumerate(
                    [(ANNA, "Anna"), (BEN, "Ben"), (CARA, "Cara"), (DAN, "Dan")]
                )
            ],
            "games": [{"number": 1, "game": GAME, "counted": True, "totals": [3, 15, 3, 55]}],
        }
    ],
    "boards": [],
}
CARD: Final = "Anna\nround 1   table 1   seat 0   with Ben, Cara, Dan\n"
SEAT_TOKEN: Final = {
    "game": GAME,
    "seat": 2,
    "token": "hearts_Zm9yIHRoZSBkb2N1bWVudCBvbmx5LCBvZiBubyB1c2U",
}
STANDINGS: Final = {
    "league": LEAGUE_ID,
    "kind": "cumulative",
    "seq": 9,
    "criteria": ["mean", "firsts", "points"],
    "lines": [
        {
            "rank": 1,
            "entrant": ANNA,
            "name": "Anna",
            "games": 1,
            "sum": "7/2",
            "mean": "7/2",
            "mean_decimal": "3.5000",
            "values": {"mean": "7/2", "firsts": "1/2", "points": "3"},
            "ahead_by": None,
        },
        {
            "rank": None,
            "entrant": BEN,
            "name": "Ben",
            "games": 0,
            "sum": "0",
            "mean": None,
            "mean_decimal": None,
            "values": {},
            "ahead_by": None,
        },
    ],
}
STANDINGS_CSV: Final = (
    "rank,name,games,sum,mean,firsts,points,mean_numerator,mean_denominator,ahead_by,entrant\r\n"
    f"1,Anna,1,3.5000,3.5000,0.5000,3.0000,7,2,,{ANNA}\r\n"
)
BOARD: Final = {
    "round": 1,
    "board": 1,
    "deal": 2,
    "state": "open",
    "results": [
        {
            "table": 1,
            "game": GAME,
            "totals": [13, 0, 13, 0],
            "matchpoints": [1, 2, 0, 1],
            "scores": ["1/2", "1", "0", "1/2"],
        }
    ],
}
ROUNDS_BUNDLE: Final = {
    "format": "hearts-rounds/1",
    "league": LEAGUE_ID,
    "rounds": [{"order": [ANNA], "sitting": [], "movement": None}],
    "deals": [],
    "entries": [],
    "consistency": [],
    "checkpoint": BUNDLE["checkpoint"],
    "seen": [],
}
AUDIT: Final = {
    "league": LEAGUE_ID,
    "verdict": "false",
    "repaired": True,
    "findings": [
        {
            "step": 11,
            "rule": "stored_standings",
            "entrant": ANNA,
            "round": None,
            "game": None,
            "detail": "stored 9/2 in 1, 1 firsts, 3 points, rebuilt 4 in 1, 1 firsts, 3 points",
        }
    ],
}
