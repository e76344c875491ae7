"""Score sheets over HTTP: rows, corrections, other rules, adjustments, CSV, rescoring."""

import csv
import io
import json

import pytest

from games.verifier.options import Options
from games.verifier.verify import verify_value
from tests.api.guests import Guests, is_problem

NAMES = ["Anna", "=Ben", "Cara", "Dan"]
ROWS = [[5, 0, 8, 13], [0, 26, 0, 0], [13, 4, 9, 0]]


class Scorer(Guests):
    """A sheet, and who writes it."""

    def __init__(self, rules=None):
        super().__init__(kind="sheet", rules=rules or {"preset": "scoresheet"}, players=NAMES)

    def row(self, *points, token="", **extras):
        body = {"points": points} | extras
        return self.post(f"{self.url}/rows", body, self.token if token == "" else token)

    def correct(self, hand, *points, **more):
        body = {"points": points, "reason": "typo"} | more
        return self.put(f"{self.url}/rows/{hand}", body, self.token)

    def rules(self, token="", **rules):
        body = {"rules": rules, "reason": "vote"}
        return self.post(f"{self.url}/rules", body, token or self.token)

    def adjust(self, seat, points, **more):
        body = {"seat": seat, "points": points, "reason": "late"} | more
        return self.post(f"{self.url}/adjustments", body, self.token)

    @property
    def shown(self):
        return self.get(f"{self.url}/scoresheet").json()


@pytest.fixture
def sheet(log):
    """A sheet with three rows."""
    sheet = Scorer()
    for points in ROWS:
        assert sheet.row(*points).status_code == 201
    return sheet


def test_a_sheet_is_begun_with_names_and_shows_one_token(log):
    guests = Scorer()
    assert guests.invites == {}
    made = guests.post("/games", {"kind": "sheet", "players": NAMES})
    assert (made.json()["deal"], made.json()["game"]["kind"]) == (None, "sheet")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"kind": "sheet", "players": NAMES, "seats": ["human"] * 4}, "/seats"),
        ({"kind": "sheet", "players": NAMES, "sources": "seats"}, "/sources"),
        ({"kind": "sheet"}, "/players"),
        ({"kind": "sheet", "players": [*NAMES[:3], ""]}, "/players/3"),
        ({"players": NAMES}, "/players"),
    ],
)
def test_what_the_other_kind_has_is_refused_by_its_place(guests, body, pointer):
    problem = is_problem(guests.post("/games", body), 422, "invalid-game")
    assert [place["pointer"] for place in problem["errors"]] == [pointer]


def test_rows_are_counted_and_everybody_sees_the_sheet(sheet):
    assert sheet.summary["totals"] == [18, -22, 17, 13]
    assert [line["totals"] for line in sheet.shown["lines"]][-1] == [18, -22, 17, 13]
    assert sheet.shown["ranks"] == [4, 1, 3, 2]
    assert (sheet.shown["players"], sheet.shown["finished"]) == (NAMES, False)


def test_the_sheet_comes_as_csv_by_format_or_accept(sheet):
    asked = sheet.get(f"{sheet.url}/scoresheet?format=csv")
    assert asked["Content-Type"] == "text/csv; charset=utf-8"
    accepted = sheet.get(f"{sheet.url}/scoresheet", Accept="text/csv, */*;q=0.1")
    assert accepted.content == asked.content
    lines = list(csv.reader(io.StringIO(asked.content.decode())))
    assert lines[0][4] == "'=Ben"
    assert lines[2][1:6] == ["right", "0", "5", "26", "-26"]
    plain = sheet.get(f"{sheet.url}/scoresheet?format=json", Accept="text/csv")
    assert plain.json() == sheet.shown


def test_only_the_creator_writes_and_only_in_its_own_game(sheet):
    other = Scorer()
    is_problem(sheet.row(5, 0, 8, 13, token=None), 401, "token-needed")
    is_problem(sheet.row(5, 0, 8, 13, token=other.token), 403, "forbidden")
    for path, body in [
        ("/rules", {"rules": {}}),
        ("/adjustments", {"seat": 0, "points": 1, "reason": "late"}),
        ("/moon-choice", {"choice": "add"}),
    ]:
        is_problem(sheet.post(sheet.url + path, body, other.token), 403, "forbidden")
    refused = sheet.put(f"{sheet.url}/rows/1", {"points": [5, 0, 8, 13]}, other.token)
    is_problem(refused, 403, "forbidden")


def test_a_refused_row_says_what_is_wrong_with_it(sheet):
    problem = is_problem(sheet.row(5, 0, 8, 12), 422, "bad-sum")
    assert (problem["sum"], problem["needed"]) == (25, 26)
    is_problem(sheet.row(9, 5, 8, 4), 422, "impossible-row")
    is_problem(sheet.row(26, 0, 0, 0, moon_choice="add"), 422, "moon-choice-unasked")
    problem = is_problem(sheet.row(26, 0, 0), 422, "invalid-body")
    assert problem["errors"][0]["pointer"] == "/points"
    omnibus = Scorer({"preset": "omnibus"})
    assert is_problem(omnibus.row(16, 0, 0, 0), 422, "ambiguous-row")["extras"] == ["jack"]
    assert omnibus.row(16, 0, 0, 0, jack=0).status_code == 201


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"points": None},
        {"points": "5 0 8 13"},
        {"points": [5, 0, 8, "13"]},
        {"points": [5, 0, 8, 13.0]},
        {"points": [5, 0, 8, True]},
        {"points": [10**9, 0, 8, 13]},
        {"points": [1] * 7},
        {"points": [5, 0, 8, 13], "jack": 6},
        {"points": [5, 0, 8, 13], "sun": "yes"},
        {"points": [5, 0, 8, 13], "sun": 1},
        {"points": [5, 0, 8, 13], "no_tricks": 1},
        {"points": [5, 0, 8, 13], "moon_choice": "off"},
        {"points": [5, 0, 8, 13], "note": "x"},
        [],
    ],
)
def test_a_body_that_is_no_row_is_refused(sheet, body):
    is_problem(sheet.post(f"{sheet.url}/rows", body, sheet.token), 422, "invalid-body")


def test_a_correction_needs_a_reason_and_changes_every_total_after_it(sheet):
    is_problem(sheet.correct(1, 13, 0, 8, 5, reason="a reason"), 422, "invalid-body")
    is_problem(sheet.correct(1, 13, 0, 8, 5, reason="x" * 33), 422, "invalid-body")
    corrected = sheet.correct(1, 13, 0, 8, 5)
    assert corrected.status_code == 200
    assert corrected.json()["event"]["line"].endswith(f" typo by {sheet.game}")
    assert sheet.summary["totals"] == [26, -22, 17, 5]
    is_problem(sheet.correct(4, 5, 0, 8, 13), 404, "not-found")
    is_problem(sheet.correct(0, 5, 0, 8, 13), 404, "not-found")
    is_problem(sheet.correct(1, 5, 0, 8, 12), 422, "bad-sum")


def test_rules_change_with_hand_and_question_when_a_row_does_not_fit(sheet):
    problem = is_problem(sheet.rules(preset="scoresheet", moon="choice"), 422, "row-no-longer-fits")
    assert problem["hand"] == 2
    assert problem["question"]["code"] == "moon-choice-missing"
    assert problem["question"]["shooter"] == 1
    problem = is_problem(sheet.rules(preset="omnibus"), 422, "row-no-longer-fits")
    assert (problem["question"]["sum"], problem["question"]["needed"]) == (26, 16)
    assert is_problem(sheet.rules(players=3), 422, "invalid-rules")["setting"] == "players"
    assert sheet.rules(preset="scoresheet", moon="add", target=30).status_code == 201
    assert sheet.summary["state"] == "finished"
    assert [row["hand"] for row in sheet.shown["set_aside"]] == [3]
    assert sheet.shown["remarks"][0]["reason"] == "vote"
    is_problem(sheet.row(5, 0, 8, 13), 409, "game-over")


def test_a_moon_waits_for_its_choice_and_shows_both_outcomes(log):
    sheet = Scorer({"preset": "scoresheet", "moon": "choice"})
    is_problem(sheet.get(f"{sheet.url}/moon-choice", sheet.token), 409, "wrong-phase")
    sheet.row(0, 26, 0, 0)
    question = sheet.get(f"{sheet.url}/moon-choice", sheet.token).json()
    assert question == {"seat": 1, "add": [26, 0, 26, 26], "subtract": [0, -26, 0, 0]}
    assert is_problem(sheet.row(5, 0, 8, 13), 409, "wrong-phase")["phase"] == "closing"
    chosen = sheet.post(f"{sheet.url}/moon-choice", {"choice": "subtract"}, sheet.token)
    assert chosen.status_code == 201
    again = sheet.post(f"{sheet.url}/moon-choice", {"choice": "add"}, sheet.token)
    is_problem(again, 409, "wrong-phase")
    problem = is_problem(sheet.correct(1, 26, 0, 0, 0), 422, "moon-choice-missing")
    assert problem["shooter"] == 0


def test_an_adjustment_is_added_at_once(sheet):
    assert sheet.adjust(2, 5).status_code == 201
    assert sheet.summary["totals"] == [18, -22, 22, 13]
    assert sheet.shown["lines"][-1]["kind"] == "adjust"
    is_problem(sheet.adjust(5, 5), 404, "not-found")
    is_problem(sheet.adjust(2, 10**6), 422, "invalid-body")
    is_problem(sheet.adjust(2, 5, reason=""), 422, "invalid-body")


def test_a_game_of_cards_keeps_its_rules_and_takes_no_rows(playing):
    body = {"points": [5, 0, 8, 13], "reason": "typo"}
    is_problem(playing.put(f"{playing.url}/rows/1", body, playing.token), 409, "not-a-sheet")
    refused = playing.post(f"{playing.url}/rows", {"points": [5, 0, 8, 13]}, playing.token)
    is_problem(refused, 409, "not-a-sheet")
    changed = playing.post(f"{playing.url}/rules", {"rules": {}}, playing.token)
    is_problem(changed, 409, "rules-pinned")


def test_a_game_is_rescored_by_anybody_and_not_altered(playing):
    playing.play_hand()
    before = playing.get(f"{playing.url}/record").content
    other = playing.post(f"{playing.url}/rescore", {"rules": {"passing": "none", "hearts": "rank"}})
    assert other.status_code == 200
    assert sum(other.json()["hands"][0]["points"]) == 117
    assert next(act["rule"] for act in other.json()["forbidden"]) == "pass_on_hold"
    assert playing.get(f"{playing.url}/record").content == before
    is_problem(playing.post(f"{playing.url}/rescore", {"rules": {"players": 3}}), 422, "other-deck")
    is_problem(playing.post(f"{playing.url}/rescore", {"rules": {"moon": 1}}), 422, "invalid-rules")
    shown = playing.get(f"{playing.url}/scoresheet").json()
    assert (shown["kind"], len(shown["lines"]), shown["lines"][0]["sum"]) == ("cards", 1, 26)


def test_a_sheet_is_rescored_too(sheet):
    other = sheet.post(f"{sheet.url}/rescore", {"rules": {"preset": "scoresheet", "moon": "add"}})
    assert other.json()["totals"] == [44, 4, 43, 39]


def test_what_is_not_there_is_not_found(guests):
    missing = "/games/00000000-0000-0000-0000-000000000000"
    is_problem(guests.get(f"{missing}/scoresheet"), 404, "not-found")
    is_problem(guests.get(f"{missing}/scoresheet?format=csv"), 404, "not-found")
    is_problem(guests.get(f"{guests.url}/scoresheet?format=xml"), 400, "invalid-query")
    is_problem(guests.post(f"{missing}/rescore", {"rules": {}}), 404, "not-found")


def test_calls_about_scores_answer_their_methods_alone(sheet):
    for path in ("rows", "rules", "adjustments", "rescore", "moon-choice", "rows/1"):
        is_problem(
            sheet.post(f"{sheet.url}/{path}", {}, sheet.token, method="delete"),
            405,
            "method-not-allowed",
        )


def test_the_bundle_of_a_sheet_is_sound_and_proves_nothing_of_cards(sheet):
    sheet.correct(1, 13, 0, 8, 5)
    sheet.rules(preset="scoresheet", moon="add", target=30)
    report = verify_value(sheet.get(f"{sheet.url}/bundle").json(), Options())
    assert (report.verdict, report.strength, report.findings) == ("ok", "unproven", ())
    assert list(report.totals) == sheet.summary["totals"]


def test_the_taker_alone_sees_the_kitty_over_http(log):
    rules = {"players": 3, "spare": "kitty", "passing": "none", "hands": 1, "tie": "share"}
    guests = Guests(rules=rules, sources="server")
    guests.sit()
    held = {card for seat in range(3) for card in guests.view(seat)["cards"]["holding"]}
    (kitty,) = {rank + suit for rank in "23456789TJQKA" for suit in "CDHS"} - held
    shown = []
    while guests.summary["phase"] == "playing":
        view = guests.turn
        guests.play(view["seat"], view["cards"]["legal_cards"][0], view["seq"])
        views = [guests.view(seat) for seat in range(3)]
        public = [guests.summary, guests.get(f"{guests.url}/events?limit=1000").json()]
        public.append(guests.get(f"{guests.url}/scoresheet").json())
        if guests.summary["phase"] == "playing":
            assert f'"{kitty}"' not in json.dumps(public).replace('"QS": 13', "")
            shown.append({v["seat"] for v in views if f'"{kitty}"' in json.dumps(v)})
    taker = set.union(*shown)
    assert len(taker) == 1
    assert shown == [set()] * 2 + [taker] * (len(shown) - 2)
