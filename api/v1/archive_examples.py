"""Examples of archives and of deals for real tables, for the OpenAPI document."""

from __future__ import annotations

from typing import Final

from api.v1.examples import AUDIT, COMMITMENT, GAME

_TIME: Final = "2026-11-02T21:14:00.000Z"
RECORD_LINES: Final = (
    '{"format": "hearts-record/1", "id": "club-7/1", "rules": {"preset": "scoresheet"}, '
    '"players": ["Anna", "Ben", "Cara", "Dan"], "hands": [{"points": [5, 0, 8, 13]}]}\n'
)
SHEET: Final = "Hand,Anna,Ben,Cara,Dan\r\n1,5,0,8,13\r\n2,0,26,0,0\r\n"
FILES: Final = {
    "application/x-ndjson": RECORD_LINES,
    "application/gzip": "(the same, packed)",
    "text/csv": SHEET,
}
REJECT: Final = {
    "line": 17,
    "result": "rejected",
    "game": None,
    "verdict": None,
    "code": "unreadable",
    "place": {
        "line": None,
        "column": None,
        "pointer": "/rules/players",
        "expected": "one of 3, 4, 5, 6",
    },
}
IMPORT_QUEUED: Final = {
    "id": AUDIT,
    "name": "club-7.ndjson",
    "form": "records",
    "time": _TIME,
    "state": "queued",
    "lines": 120,
    "done": 0,
    "imported": 0,
    "duplicates": 0,
    "rejected": 0,
    "verdicts": {},
    "rejects": [],
    "rejects_after": None,
}
IMPORT: Final = IMPORT_QUEUED | {
    "state": "done",
    "done": 120,
    "imported": 116,
    "duplicates": 3,
    "rejected": 1,
    "verdicts": {"false": 2, "incomplete": 1, "ok": 113},
    "rejects": [REJECT],
}
LINES: Final = {
    "lines": [
        {
            "line": 1,
            "result": "imported",
            "game": GAME,
            "verdict": "ok",
            "code": None,
            "place": None,
        },
        REJECT,
    ],
    "next": None,
}
EXPORT_QUEUED: Final = {
    "id": AUDIT,
    "state": "queued",
    "created": _TIME,
    "asked": 2,
    "included": 0,
    "left_out": [],
    "file": None,
    "size": None,
    "sha256": None,
    "expires": None,
}
EXPORT: Final = EXPORT_QUEUED | {
    "state": "done",
    "included": 1,
    "left_out": [{"game": AUDIT, "reason": "not-finished"}],
    "file": f"/api/v1/exports/{AUDIT}/file",
    "size": 1_259_520,
    "sha256": "5f1d" * 16,
    "expires": "2026-11-09T21:14:00.000Z",
}
TABLE_DEAL: Final = {"for": f"table/{GAME}/hand/1", "sources": "server"}
SLIP: Final = {
    "deal": 7,
    "place": 0,
    "name": "Anna",
    "cards": ["2C", "9C", "KC", "3D", "8D", "QD", "AD", "4H", "7H", "JH", "5S", "9S", "QS"],
    "hand": 1,
    "table": GAME,
    "commitment": COMMITMENT,
    "commit_entry": 12,
}
