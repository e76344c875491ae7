"""Examples for the OpenAPI document: the game of the published test vectors."""

from __future__ import annotations

from typing import Final

GAME: Final = "7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55"
PLAYER: Final = "3d0c1a52-8f43-4c11-9b8e-0a6e2c7f0001"
AUDIT: Final = "0b8a4c3e-3f5d-4c7b-9d53-1f6f7f0a2b11"
COMMITMENT: Final = "25056161f6d626ef9ade87de980f1573ba41ba118080990a788c0c0132409c32"
K: Final = "fcf7e115b74c310a611e0c8c3b4c70e29ed1ecd056ec89e33836e8c8a3919176"
NONCE: Final = "10" * 32
HEAD: Final = "3cd0f58d81db7a7d35aa9983b5da13a9ac095de08e8b514f3c0c884155f9ecf1"
TOKEN: Final = "hearts_" + "A" * 43
INVITE: Final = "an-invite-of-32-characters-or-so"
RULES_LINE: Final = (
    "players=4 spare=strip pass_count=3 passing=left,right,across,hold opening=low_club "
    "first_trick_safe=yes hearts_must_break=yes queen_breaks_hearts=no queen_may_lead=yes "
    "heart_for_queen=no hearts=one spades=QS=13 jack=- ten_of_clubs_doubles=no no_tricks=0 "
    "moon=add moon_needs_jack=yes sun=no target=100 hands=- tie=play_on brink_holds=no"
)
RULES: Final = {
    "players": 4,
    "spare": "strip",
    "pass_count": 3,
    "passing": ["left", "right", "across", "hold"],
    "opening": "low_club",
    "first_trick_safe": True,
    "hearts_must_break": True,
    "queen_breaks_hearts": False,
    "queen_may_lead": True,
    "heart_for_queen": False,
    "hearts": "one",
    "spades": {"QS": 13},
    "jack": None,
    "ten_of_clubs_doubles": False,
    "no_tricks": 0,
    "moon": "add",
    "moon_needs_jack": True,
    "sun": False,
    "target": 100,
    "hands": None,
    "tie": "play_on",
    "brink_holds": False,
}
HEADER: Final = (
    f"hearts/game/v1\norigin fair.example.org/log\ngame {GAME}\nkind cards\nengine 1\n"
    f"rules {RULES_LINE}\nsources seats\ntable -\nwait 60\ntime 2026-11-02T19:00:03.750Z\n"
)
RECEIPT: Final = (
    f"hearts/receipt/v1\norigin fair.example.org/log\ngame {GAME}\nseq 19\nhead {HEAD}\n"
    "time 2026-11-02T19:00:30.000Z\n\n— fair.example.org/log/receipt 6xxJA7yRJGSR+ZO6vFVYpoxG9G"
    "fA5sRCEFHAHvRrudJ80OFTnkZ4MsZEh/se+M9tYvtT+sqdq3Qo+GEvmF5D5ozJqQw=\n"
)
COMMIT: Final = (
    f"hearts/commit/v1\norigin fair.example.org/log\ndeal 1\nfor game/{GAME}/hand/1\ndeck 4\n"
    f"sources seats\nbeacon -\ncommitment {COMMITMENT}\ntime 2026-11-02T19:00:05.000Z\n"
)
EVENT: Final = {"seq": 19, "line": "19 2026-11-02T19:00:30.000Z 1 play 0 2C", "head": HEAD}
ACT: Final = {"event": EVENT, "receipt": RECEIPT}
PASS: Final = {
    "event": {
        "seq": 15,
        "line": "15 2026-11-02T19:00:25.000Z 1 pass 0 "
        "96f506664872450f401e215717e5d008094b634f227a60b92ba6b60c555d240e",
        "head": "5f1d" * 16,
    },
    "receipt": RECEIPT,
    "opening": f"hearts/pass/v1\ngame {GAME}\nhand 1\nseat 0\ncards QH AH KS\nsalt {'50' * 32}\n",
}
CONTRIBUTED: Final = {
    "event": {
        "seq": 6,
        "line": f"6 2026-11-02T19:00:12.500Z 1 contribute 0 {K} seat",
        "head": "0c1b" * 16,
    },
    "receipt": RECEIPT,
}
VOIDED: Final = {
    "event": {
        "seq": 10,
        "line": f"10 2026-11-02T19:01:12.500Z 1 void - deal late-3 by {PLAYER}",
        "head": "4b7d" * 16,
    },
    "receipt": RECEIPT,
}
VOIDED_GAME: Final = {
    "event": {
        "seq": 20,
        "line": f"20 2026-11-02T19:01:12.500Z 0 void - game quarrel by {GAME}",
        "head": "4b7d" * 16,
    },
    "receipt": RECEIPT,
}
SUBSTITUTED: Final = {
    "event": {
        "seq": 20,
        "line": f"20 2026-11-02T19:05:12.500Z 1 substitute 1 computer thumb-1 idle by {PLAYER}",
        "head": "77c2" * 16,
    },
    "receipt": RECEIPT,
}
OPENED: Final = {
    "event": {
        "seq": 10,
        "line": f"10 2026-11-02T19:00:17.500Z 1 nonce 0 {NONCE}",
        "head": "9a3e" * 16,
    },
    "receipt": RECEIPT,
}
TAKEN: Final = {
    "seat": 0,
    "player": PLAYER,
    "token": TOKEN,
    "event": {
        "seq": 1,
        "line": f"1 2026-11-02T19:00:06.250Z 0 seat 0 human {PLAYER}",
        "head": "c94f8eba6254df3f5c90b8fd258a02904be5021f255a6b40ab17a187467d3b14",
    },
    "receipt": RECEIPT,
}
GAME_LINE: Final = {
    "id": GAME,
    "club": None,
    "state": "playing",
    "created": "2026-11-02T19:00:03.750Z",
    "time": "2026-11-02T19:00:30.000Z",
    "seq": 19,
    "hand": 1,
    "totals": [0, 0, 0, 0],
    "winners": [],
}
GAME_SUMMARY: Final = {
    **GAME_LINE,
    "kind": "cards",
    "rules": RULES,
    "sources": "seats",
    "wait": 60,
    "header": HEADER,
    "head": HEAD,
    "phase": "playing",
    "turn": 1,
    "asked": None,
    "direction": "left",
    "deal": 1,
    "seats": [
        {"seat": 0, "kind": "human", "taken": True, "player": PLAYER, "name": None},
        {"seat": 1, "kind": "human", "taken": True, "player": PLAYER[:-1] + "2", "name": None},
        {"seat": 2, "kind": "human", "taken": True, "player": PLAYER[:-1] + "3", "name": None},
        {"seat": 3, "kind": "computer", "taken": True, "player": None, "name": "thumb-1"},
    ],
    "scores": [],
}
GAMES: Final = {"games": [GAME_LINE], "next": None}
DEAL_LINE: Final = {"deal": 1, "commitment": COMMITMENT, "state": "committed", "reason": None}
DEAL: Final = {
    **DEAL_LINE,
    "for": f"game/{GAME}/hand/1",
    "deck": "4",
    "sources": "seats",
    "beacon": "-",
    "round": None,
    "contributions": [],
    "entries": {"commit": 3, "freeze": None, "end": None},
    "entry_texts": {"commit": COMMIT, "freeze": None, "end": None},
}
DEALS: Final = {"deals": [DEAL_LINE | {"for": DEAL["for"]}], "next": "MQ"}
CREATED: Final = {
    "game": GAME_SUMMARY | {"state": "seating", "phase": "committed", "turn": None, "seq": 1},
    "deal": DEAL,
    "token": TOKEN,
    "invites": [{"seat": seat, "invite": INVITE} for seat in range(3)],
}
OWN_VIEW: Final = {
    "seat": 0,
    "seq": 25,
    "state": "playing",
    "hand": 1,
    "phase": "playing",
    "turn": 1,
    "asked": None,
    "totals": [0, 0, 0, 0],
    "question": None,
    "cards": {
        "direction": "left",
        "dealt": ["2C", "TC", "2D", "6D", "JD", "4H", "6H", "8H", "QH", "AH", "7S", "8S", "KS"],
        "gave": ["QH", "AH", "KS"],
        "received": ["KD", "JH", "QS"],
        "holding": ["2D", "6D", "JD", "KD", "4H", "6H", "8H", "JH", "7S", "8S", "QS"],
        "legal_cards": [],
        "passed": [0, 1, 2, 3],
        "hearts_broken": False,
        "trick": {"leader": 2, "cards": ["QC", "KC", "TC"], "winner": None},
        "tricks": [{"leader": 0, "cards": ["2C", "3C", "JC", "6C"], "winner": 2}],
        "points": [0, 0, 0, 0],
        "kitty": None,
    },
}
EVENTS: Final = {"game": GAME, "events": [EVENT], "last_seq": 19, "complete": False}
STREAM: Final = (
    '{"seq": 19, "line": "19 2026-11-02T19:00:30.000Z 1 play 0 2C", "head": "'
    + HEAD
    + '"}\n{"count": 1, "sha256": "'
    + "5f1d" * 16
    + '"}\n'
)
RULES_CHECKED: Final = {"line": RULES_LINE, "rules": RULES}
QUEUED: Final = {"id": AUDIT, "game": GAME, "state": "queued", "attempts": 0, "result": None}
AUDITED: Final = QUEUED | {
    "state": "done",
    "attempts": 1,
    "result": {
        "audit": AUDIT[:-1] + "2",
        "game": GAME,
        "seq": 77,
        "time": "2026-11-02T19:01:46.000Z",
        "verdict": "ok",
        "strength": "shared",
        "choices": 1,
        "report": {"id": GAME, "verdict": "ok", "strength": "shared", "choices": 1},
    },
}
FINDINGS: Final = {
    "audit": AUDIT,
    "findings": [
        {
            "step": 9,
            "hand": 1,
            "ply": 17,
            "seat": 2,
            "seq": 36,
            "rule": "follow_suit",
            "detail": "seat 2 plays QS, though it holds the led suit",
        }
    ],
}
DEALT: Final = [
    "2C TC 2D 6D JD 4H 6H 8H QH AH 7S 8S KS",
    "3C 4C 5C 7C 8C 9C AC 3D 5D 2H TH 2S JS",
    "JC QC 4D 9D TD AD 7H 9H KH 4S 5S 6S AS",
    "6C KC 7D 8D QD KD 3H 5H JH 3S 9S TS QS",
]
PROOF: Final = {
    "format": "hearts-deal/1",
    "origin": "fair.example.org/log",
    "deal": 1,
    "for": f"game/{GAME}/hand/1",
    "deck": "4",
    "sources": "seats",
    "beacon": "-",
    "seed": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    "commitment": COMMITMENT,
    "contributions": [{"seat": 0, "commitment": K, "nonce": NONCE, "by": "seat"}],
    "round": None,
    "attempts": 1,
    "index": "4327368226693586877641500950",
    "hands": DEALT,
}
RECORD: Final = {
    "format": "hearts-record/1",
    "id": GAME,
    "rules": RULES,
    "players": ["Seat 0", "Seat 1", "Seat 2", "thumb-1"],
    "hands": [],
    "claimed": {"totals": [0, 0, 0, 0], "winners": []},
}
BUNDLE: Final = {
    "format": "hearts-bundle/1",
    "record": RECORD,
    "header": HEADER,
    "events": [EVENT["line"]],
    "deals": [],
    "entries": [],
    "consistency": [],
    "checkpoint": "fair.example.org/log\n4\n2k32Ef+RWpft2PFhdWO0xTPFYJOAR2eHowNrqeFCrQM=\n\n— …\n",
    "seen": [],
    "receipts": [],
}
REPORT: Final = {
    "deal": 1,
    "verdict": "ok",
    "strength": "unproven",
    "not_made": {"2": "no log", "8": "no game", "9": "no game", "10": "no log"},
    "index": PROOF["index"],
    "hands": DEALT,
    "findings": [],
}
