"""A record of others as a game of our own: its lines say what the record said, as far as it holds.

Over every case of the records folder, and one table of what stands where.
"""

import itertools
import json
import uuid
from dataclasses import replace
from pathlib import Path

import pytest

from deals.cards.card import CARDS
from deals.cards.holding import Holding
from games.events.event import format_event, parse_event
from games.records.entry import Adjusted, HandClaim, PlayedHand, SheetRow, Substitution, VoidHand
from games.records.entry_json import entry_to_json
from games.records.record import format_record, parse_record
from games.replay.finished import finished_record
from games.replay.imported_entries import imported_entries
from games.replay.record_events import reason_code, record_as_game
from games.replay.replay import RecordFold, Verdict, replay_record
from games.replay.sheet_log import read_sheet
from games.replay.table import replay_events

RECORDS = Path(__file__).parents[2] / "records"
CASES = [
    line
    for name in ("cases", "cases-four", "cases-sheets")
    for line in (RECORDS / f"{name}.ndjson").read_text().splitlines()
]
NAMES = ["Anna", "Ben", "Cara", "Dan"]
GAME = str(uuid.UUID(int=0))
TIME = "2026-11-02T19:00:03.750Z"


def game_of(record):
    ids = (str(uuid.UUID(int=number)) for number in itertools.count(1))
    return record_as_game(
        record, origin="fair.example.org/log", game=GAME, time=TIME, new_player=lambda: next(ids)
    )


def folded(game):
    return replay_events(game.header, game.events, lambda _: None)


def record_of(*hands, **more):
    plain = {"format": "hearts-record/1", "id": "x", "rules": {}, "players": NAMES}
    return parse_record(json.dumps(plain | {"hands": hands} | more))


def lines_of(*hands, **more):
    """The lines without seq and time, those of the seats left out."""
    events = game_of(record_of(*hands, **more)).events
    texts = (format_event(event).split(" ", 2)[2] for event in events)
    return [text for text in texts if " seat " not in text]


def spoken(record):
    """What the lines can say of a record's entries: of good hands, without names and claims."""
    fold = RecordFold(record)
    for entry in record.hands:
        if not fold.take(entry):
            return
        match entry:
            case PlayedHand() | SheetRow():
                result = fold.hands[-1]
                yield replace(entry, claimed=HandClaim(result.points, result.scores), extra={})
            case Adjusted(points=points, reason=reason):
                for seat in (seat for seat, added in enumerate(points) if added):
                    alone = tuple(points[seat] * (seat == place) for place in range(len(points)))
                    yield Adjusted(alone, reason_code(reason))
            case Substitution(seat=seat, reason=reason):
                yield Substitution(seat, "", reason_code(reason))
            case VoidHand(reason=reason):
                yield VoidHand(reason_code(reason))


def said(entry):
    """An entry as JSON, a substitute's uuid and a void hand's cards aside."""
    if isinstance(entry, Substitution):
        entry = replace(entry, player="")
    if isinstance(entry, VoidHand):
        entry = VoidHand(entry.reason)
    return entry_to_json(entry)


@pytest.fixture(scope="module")
def games():
    assert len(CASES) == 821
    return [(record, game_of(record)) for record in map(parse_record, CASES)]


def test_the_lines_of_every_case_fold_to_its_scores_without_a_finding(games):
    for record, game in games:
        state, replay = folded(game), replay_record(record)
        assert state.findings == ()
        assert (state.phase, state.hand, state.finished) == ("over", None, replay.finished)
        assert (state.totals, state.winners) == (replay.totals, replay.winners)
        found = [(h.direction, h.points, h.scores, h.totals, h.shooter) for h in state.scores]
        assert found == [tuple(hand) for hand in replay.hands], record.id


def test_a_sheet_keeps_what_stands_among_its_rows():
    hands = [
        {"points": [0, 4, 9, 13]},
        {"substitute": {"seat": 1, "player": "Eve"}, "reason": "left"},
        {"adjust": [0, 0, 5, 0], "reason": "late"},
        {"points": [26, 0, 0, 0]},
    ]
    record = record_of(*hands, rules={"preset": "scoresheet"})
    marks = read_sheet(record.rules, game_of(record).events).marks
    first, substituted, adjusted, second = marks
    assert (first, second) == (0, 1)
    assert (substituted.seat, substituted.reason) == (1, "left")
    assert adjusted == Adjusted((0, 0, 5, 0), "late")


def test_the_lines_of_every_case_are_canonical(games):
    for _, game in games:
        assert [parse_event(format_event(event)) for event in game.events] == [*game.events]


def test_the_lines_of_every_case_give_its_hands_again(games):
    for record, game in games:
        players = record.rules.players
        again = imported_entries(game.events, players=players)
        assert list(map(said, again)) == list(map(said, spoken(record))), record.id


def test_a_game_without_findings_exports_the_same_from_its_lines_as_from_its_record(games):
    whole = 0
    for record, game in games:
        if replay_record(record).verdict is not Verdict.OK:
            continue
        hands = tuple(spoken(record))
        if any(isinstance(entry, VoidHand | Substitution) for entry in hands):
            continue
        from_lines = imported_entries(game.events, players=record.rules.players)
        assert format_record(replace(record, hands=from_lines)) == format_record(
            replace(record, hands=hands)
        )
        whole += 1
    assert whole > 300


def test_a_finished_record_is_whole_and_exported_byte_for_byte_again(games):
    for record, _ in games:
        line = format_record(finished_record(record))
        assert format_record(finished_record(parse_record(line))) == line
        is_open = replay_record(record).verdict is Verdict.INCOMPLETE
        assert (len(parse_record(line).hands) < len(record.hands)) == is_open


def test_the_last_hand_of_an_open_game_is_left_out_and_what_stands_after_it_stays():
    late = {"adjust": [0, 0, 5, 0], "reason": "late"}
    deal = [str(Holding(CARDS[seat::4])) for seat in range(4)]
    rules = {"passing": "none"}
    half = {"dealt": deal, "played": ""}
    row = {"points": [5, 0, 8, 13]}
    record = record_of(row, half, late, rules=rules)
    assert [type(entry) for entry in finished_record(record).hands] == [SheetRow, Adjusted]


def test_a_record_of_numbers_is_a_sheet_and_any_other_a_game_of_cards():
    row = {"points": [5, 0, 8, 13]}
    assert game_of(record_of(row)).header.kind == "sheet"
    assert game_of(record_of()).header.kind == "cards"
    assert game_of(record_of(row, {"void": "misdeal"})).header.kind == "sheet"
    played = parse_record(CASES[0])
    assert isinstance(played.hands[0], PlayedHand)
    assert game_of(played).header.kind == "cards"
    assert game_of(played).header.sources == "imported"


def test_what_stands_among_the_hands_has_lines_of_its_own():
    start = {"hands": 5, "totals": [20, -11, 4, 13]}
    assert lines_of(
        {"adjust": [0, 0, 5, -1], "reason": "late"},
        {"substitute": {"seat": 2, "player": "Eve"}, "reason": "She had to go!"},
        {"void": "misdeal"},
        {"points": [5, 0, 8, 13]},
        start=start,
    ) == [
        "0 start - 5 20,-11,4,13",
        f"0 adjust 2 5 late by {GAME}",
        f"0 adjust 3 -1 late by {GAME}",
        f"0 substitute 2 human {uuid.UUID(int=5)} imported by {GAME}",
        f"6 void - deal misdeal by {GAME}",
        "6 row - 5,0,8,13 jack=- ten=- sun=- no_tricks=- moon_choice=-",
        "6 score - 5,0,8,13 5,0,8,13 25,-11,17,25",
        "0 end - abandoned 25,-11,17,25 -",
    ]


def test_a_substitute_sits_there_in_the_end():
    game = game_of(record_of({"substitute": {"seat": 2, "player": "Eve"}, "reason": "left"}))
    assert [player.name for player in game.players] == ["Anna", "Ben", "Eve", "Dan"]
    assert game.players[2].player == str(uuid.UUID(int=5))


def test_a_void_hand_after_the_end_keeps_its_void_alone():
    row, rules = {"points": [0, 26, 0, 0]}, {"target": 25, "moon": "add", "tie": "share"}
    deal = json.loads(CASES[0])["hands"][0]["dealt"]
    *_, void, end = lines_of(row, {"void": "misdeal", "dealt": deal}, rules=rules)
    assert void == f"1 void - deal misdeal by {GAME}"
    assert end == "0 end - finished 26,0,26,26 1"


def void_of_played(**changed):
    case = next(record for record in map(parse_record, CASES) if _is_whole(record))
    hand = entry_to_json(replace(case.hands[0], moon_choice=None, claimed=None))
    line = json.loads(format_record(case)) | {"hands": [{"void": "misdeal"} | hand | changed]}
    line.pop("claimed", None)
    return parse_record(json.dumps(line))


def _is_whole(record):
    first = record.hands[0] if record.hands else None
    if not isinstance(first, PlayedHand) or not first.passed or record.start:
        return False
    return RecordFold(record).take(first)


@pytest.mark.parametrize(
    ("changed", "kinds"),
    [
        ({}, {"dealt", "gave", "play"}),
        ({"played": ""}, {"dealt", "gave"}),
        ({"passed": []}, {"dealt"}),
        ({"dealt": ["2C", "3C", "4C", "5C"]}, set()),
        ({"played": "XX"}, {"dealt", "gave"}),
    ],
    ids=["all", "no-plays", "no-passes", "bad-deal", "no-card"],
)
def test_a_void_hand_keeps_what_was_legal_of_it(changed, kinds):
    record = void_of_played(**changed)
    game = game_of(record)
    found = {event.kind for event in game.events} - {"seat", "void", "kitty", "end"}
    assert found == kinds
    assert folded(game).findings == ()
    (void,) = (event.detail for event in game.events if event.kind == "void")
    assert void.scope == ("hand" if kinds else "deal")
    (entry,) = imported_entries(game.events, players=record.rules.players)
    assert entry.reason == "misdeal"


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        ("late", "late"),
        ("she_left-1", "she_left-1"),
        *[(word, "imported") for word in (None, "Spät", "x" * 33, "", "late\n", "a b")],
    ],
)
def test_only_a_code_goes_into_the_chain(reason, code):
    assert reason_code(reason) == code
