"""Records of others: every line is kept as it came, and becomes a game, once."""

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest
from django.db import connection

from deals.models import Entry, Job
from games.models import Audit, Event, Finding, Game, Import, ImportedLine
from games.records.record import format_record, parse_record
from games.records.upload import LONGEST_LINE, inflate, split_lines
from games.replay.finished import finished_record
from games.rules.ruleset import parse_rules
from games.selectors.bundles import NoSuchCheckpoint, game_bundle, game_record, record_of_game
from games.selectors.events import event_lines, event_page
from games.selectors.games import game_summary, games_page
from games.selectors.imports import import_lines_page, import_summary
from games.selectors.rescoring import rescored_game
from games.selectors.sheets import scoresheet, scoresheet_csv
from games.services.auditing import audit_game, request_audit
from games.services.importing import CHUNK, begin_import, begin_sheet_import, import_lines
from games.services.rebuilding import derived_rows, rebuild_game, stored_rows
from tests.cast import NOW, Clock, Party

RECORDS = Path(__file__).parents[2] / "records"
CASES = (RECORDS / "cases-four.ndjson").read_bytes().splitlines(keepends=True)
SHEETS = (RECORDS / "cases-sheets.ndjson").read_bytes().splitlines(keepends=True)
OPENSPIEL = (RECORDS / "openspiel-xinxin-20.txt").read_bytes().splitlines(keepends=True)
RECORD = CASES[0]
NAMES = ["Anna", "Ben", "Cara", "Dan"]
ROW = {"points": [5, 0, 8, 13]}


def kept(*lines, source="games.txt"):
    """A file whose lines are kept, and not yet taken in; its id and its job."""
    data = b"".join(line if line.endswith(b"\n") else line + b"\n" for line in lines)
    begun = begin_import(split_lines([data]), source=source, now=NOW)
    return begun.file, begun.hint.job


def take_in(job):
    clock = Clock()
    while hints := import_lines(job, now=clock()):
        assert [hint.job for hint in hints] == [job]


def imported(*lines, source="games.txt"):
    """The rows of a file whose lines were all taken in."""
    file, job = kept(*lines, source=source)
    take_in(job)
    return list(ImportedLine.objects.filter(file=file).order_by("number"))


def record_line(*hands, **more):
    plain = {"format": "hearts-record/1", "id": "x", "rules": {}, "players": NAMES}
    return json.dumps(plain | {"hands": hands} | more).encode()


def results(rows):
    return [row.result for row in rows]


def test_a_file_of_openspiels_numbers_is_imported_whole(db):
    rows = imported(*OPENSPIEL)
    assert [row.number for row in rows] == list(range(1, 21))
    assert [bytes(row.line) + b"\n" for row in rows] == OPENSPIEL
    assert set(results(rows)) == {"imported"}
    audits = Audit.objects.all()
    assert {(audit.verdict, audit.strength) for audit in audits} == {("ok", "unproven")}
    assert {game_record(row.game_id)["id"] for row in rows} == {
        f"games.txt:{number}" for number in range(1, 21)
    }


@pytest.mark.parametrize("name", ["cases-four", "cases", "cases-sheets"])
def test_every_record_of_the_folder_becomes_a_game_with_its_verdict_and_findings(db, name):
    lines = (RECORDS / f"{name}.ndjson").read_bytes().splitlines(keepends=True)
    rows = imported(*lines)
    answers = (RECORDS / f"{name}.expected.ndjson").read_text().splitlines()
    expected = list(map(json.loads, answers))
    assert set(results(rows)) == {"imported"}
    audits = {audit.game_id: audit for audit in Audit.objects.all()}
    verdicts = [audits[row.game_id].verdict for row in rows]
    assert verdicts == [answer["verdict"] for answer in expected]
    found = Counter(Finding.objects.values_list("rule", flat=True))
    assert found == Counter(f["rule"] for answer in expected for f in answer["findings"])
    totals = [game.totals for game in Game.objects.in_bulk([r.game_id for r in rows]).values()]
    assert len(totals) == len(lines)
    for row, answer in zip(rows, expected, strict=True):
        assert Game.objects.get(id=row.game_id).totals == answer["totals"]


def test_the_rows_of_imported_games_follow_from_their_lines(log):
    for row in imported(*CASES[:25], *SHEETS[:25]):
        assert stored_rows(row.game_id) == derived_rows(row.game_id)
        assert rebuild_game(row.game_id) is False


def test_an_imported_game_is_a_game_without_deals_and_not_in_the_log(log):
    before = Entry.objects.count()
    (row,) = imported(RECORD)
    game = game_summary(row.game_id)
    assert (game["kind"], game["sources"], game["deal"], game["phase"]) == (
        "cards",
        "imported",
        None,
        "over",
    )
    assert game["created"] == game["time"] == "2026-11-02T19:00:00.250Z"
    assert [seat["name"] for seat in game["seats"]] == json.loads(RECORD)["players"]
    assert Entry.objects.count() == before
    assert game_summary(row.game_id)["id"] in {
        line["id"] for line in games_page(after=None, limit=9)[0]
    }
    page = event_page(row.game_id, after=0, limit=1000)
    assert page.complete
    assert {line.line.split(" ")[1] for line in page.events} == {"2026-11-02T19:00:00.250Z"}
    with pytest.raises(NoSuchCheckpoint):
        game_bundle(row.game_id)


def test_an_imported_game_is_exported_as_it_came(db):
    for row in imported(*CASES[:50]):
        record = finished_record(parse_record(bytes(row.line)))
        assert format_record(record_of_game(row.game_id)) == format_record(record)


def test_an_imported_game_is_shown_in_numbers_and_counted_under_other_rules(db):
    for row in imported(*CASES[:20], *SHEETS[:20]):
        report = Audit.objects.get(game=row.game_id).report
        assert scoresheet(row.game_id)["totals"] == tuple(report["totals"])
        assert "total" in scoresheet_csv(row.game_id)
    (row,) = imported(record_line(ROW, {"points": [0, 26, 0, 0]}))
    other = rescored_game(row.game_id, {"preset": "standard", "moon": "subtract"})
    assert other["totals"] == (5, -26, 8, 13)


def test_a_sheet_with_a_start_and_all_that_may_stand_among_rows_is_a_game(log):
    hands = [ROW, {"points": [0, 26, 0, 0]}, {"void": "misdeal"}]
    hands += [{"adjust": [0, 0, 5, 0], "reason": "late"}]
    hands += [{"substitute": {"seat": 2, "player": "Eve"}, "reason": "left"}]
    (row,) = imported(record_line(*hands, start={"hands": 5, "totals": [20, -11, 4, 13]}))
    game = game_summary(row.game_id)
    assert (game["kind"], game["totals"], game["hand"]) == ("sheet", [51, -11, 43, 52], 8)
    assert [seat["name"] for seat in game["seats"]] == ["Anna", "Ben", "Eve", "Dan"]
    assert [score["hand"] for score in game["scores"]] == [6, 7]
    lines = scoresheet(row.game_id)["lines"]
    assert [line["kind"] for line in lines] == ["hand", "hand", "void", "adjust", "substitute"]
    assert stored_rows(row.game_id) == derived_rows(row.game_id)


def test_a_game_is_shown_up_to_its_finding(db):
    words = OPENSPIEL[0].split()
    words[-1], words[-2] = words[-2], words[-1]
    (row,) = imported(b" ".join(words))
    found = Finding.objects.get()
    assert (found.step, found.hand) == (9, 1)
    assert found.ply is not None
    kinds = [line.split(" ")[3] for line in event_lines(row.game_id)]
    assert kinds.count("play") == found.ply
    assert kinds[-1] == "end"
    assert Audit.objects.get().verdict == "false"


UNREADABLE = [
    (b"\xff\xfe{}", {"column": 1}),
    (b'{"format": "hearts-record/1", "id": "\xc3\x28"}', {"column": 38}),
    (b"\x00", {"column": 1}),
    (RECORD[:40] + b"\x00" + RECORD[40:].strip(), {"column": 41}),
    (b"1 2 3\x00", {"column": 5}),
    (b"99 1 2 3", {"column": 1}),
    (b"3 " + b"0 " * 60, {"column": 123}),
    ("٣ 1 2".encode(), {"column": 1}),
    (b"null", {"pointer": ""}),
    (b"[]", {"pointer": ""}),
    (b"[" * 50_000, {"pointer": ""}),
    (b'{"format": "hearts-record/9"}', {"pointer": "/format"}),
    (b'{"format": "hearts-record/1"}', {"pointer": ""}),
    (b'{"format": "hearts-record/1", "format": "hearts-record/1"}', {"pointer": ""}),
    (b"\xef\xbb\xbf" + RECORD.strip(), {"column": 1}),
    (record_line(rules={"players": 9}), {"pointer": "/rules/players"}),
    (record_line(players=["Anna"]), {"pointer": "/players"}),
    (record_line({"points": [1]}), {"pointer": "/hands/0/points"}),
    (record_line({"adjust": [10**12, 0, 0, 0]}), {"pointer": "/hands"}),
    (record_line(start={"hands": 10**6, "totals": [0] * 4}), {"pointer": "/hands"}),
    (record_line(start={"hands": 0, "totals": [10**12] * 4}), {"pointer": "/hands"}),
    (b"x" * (LONGEST_LINE + 1), {"column": LONGEST_LINE + 1}),
]


@pytest.mark.parametrize(
    ("line", "place"), UNREADABLE, ids=[repr(line[:24]) for line, _ in UNREADABLE]
)
def test_a_line_that_can_not_be_read_is_rejected_with_its_place_and_stops_nothing(db, line, place):
    before, spoiled, after = imported(RECORD, line + b"\r\n", OPENSPIEL[0])
    assert results([before, spoiled, after]) == ["imported", "rejected", "imported"]
    assert (before.number, spoiled.number, after.number) == (1, 2, 3)
    assert spoiled.code == "unreadable"
    assert spoiled.place.pop("expected")
    assert spoiled.place == place
    assert bytes(spoiled.line) == (b"" if len(line) > LONGEST_LINE else line)


@pytest.mark.parametrize("name", ["a\\u0000b", "\\ud800", "\\udfff\\ud800"])
def test_a_text_that_the_database_can_not_hold_stops_nothing(db, name):
    spoiled = RECORD.replace(b'"players"', f'"x{name}": "{name}", "players"'.encode(), 1)
    assert spoiled != RECORD
    rows = imported(spoiled, OPENSPIEL[0])
    assert bytes(rows[0].line) == spoiled.strip()
    assert rows[1].result == "imported"


@pytest.mark.parametrize("name", ["", "x" * 200, "a\0b", "=1+1"])
def test_any_name_of_a_player_is_kept(db, name):
    (row,) = imported(record_line(players=[name, "Ben", "Cara", "Dan"]))
    assert game_record(row.game_id)["players"][0] == name
    shown = game_summary(row.game_id)["seats"][0]["name"]
    assert shown is None or name.replace("\0", "").startswith(shown)


def test_a_finding_far_out_is_kept(db):
    record = json.loads(RECORD)
    hand = next(hand for hand in record["hands"] if "played" in hand)
    record["hands"] = [hand | {"played": hand["played"] + " XX"}]
    record.pop("claimed", None)
    long = json.dumps(record).replace(" XX", " 2C" * 40_000 + " XX").encode()
    (row,) = imported(long)
    assert row.result == "imported"
    assert Finding.objects.filter(ply__lte=32_767).count() == 1


def test_empty_lines_are_passed_over_but_counted(db):
    (row,) = imported(b"\n", b"  \r\n", RECORD, b"")
    assert row.number == 3
    assert Import.objects.get().lines == 1


def test_the_same_record_again_is_a_duplicate_however_it_is_written(db):
    record = json.loads(RECORD)
    other = json.dumps(dict(reversed(record.items())), indent=None, separators=(",", ":"))
    rows = imported(RECORD, RECORD, other.replace('"TC', '"10C').replace(" TC", " 10C").encode())
    assert results(rows) == ["imported", "duplicate", "duplicate"]
    assert {row.game_id for row in rows} == {rows[0].game_id}
    (again,) = imported(format_record(record_of_game(rows[0].game_id)).encode(), source="other")
    assert (again.result, again.game_id) == ("duplicate", rows[0].game_id)
    assert Game.objects.count() == 1


def test_another_record_of_the_same_id_is_rejected_and_the_first_one_stays(db):
    rows = imported(record_line(ROW), record_line({"points": [0, 26, 0, 0]}))
    (later,) = imported(record_line(ROW, players=["Anna", "Ben", "Cara", "Eve"]))
    for row in (rows[1], later):
        assert (row.result, row.code, row.place["pointer"]) == ("rejected", "id-taken", "/id")
        assert row.game_id == rows[0].game_id
    assert Game.objects.count() == 1


def test_a_game_of_our_own_is_a_duplicate_of_itself_and_its_id_is_taken(log):
    party = Party(rules={"preset": "standard", "hands": 1, "target": None, "tie": "share"})
    party.sit()
    party.play_game()
    line = format_record(record_of_game(party.game))
    changed = line.replace('"Seat 0"', '"Anna"')
    assert changed != line
    own, other, nobodys = imported(
        line.encode(),
        changed.encode(),
        line.replace(str(party.game), str(party.game)[::-1]).encode(),
    )
    assert (own.result, own.game_id) == ("duplicate", party.game)
    assert (other.result, other.code) == ("rejected", "id-taken")
    assert nobodys.result == "imported"


def test_the_report_sums_and_names_each_reject(db):
    file, job = kept(RECORD, RECORD, b"null", record_line(), record_line(ROW))
    report = import_summary(file)
    assert (report["state"], report["done"], report["lines"]) == ("queued", 0, 5)
    take_in(job)
    report = import_summary(file)
    assert (report["state"], report["done"]) == ("done", 5)
    assert (report["imported"], report["duplicates"], report["rejected"]) == (2, 1, 2)
    assert report["lines"] == report["imported"] + report["duplicates"] + report["rejected"]
    assert [(line["line"], line["code"]) for line in report["rejects"]] == [
        (3, "unreadable"),
        (5, "id-taken"),
    ]
    assert report["rejects"][0]["place"] == {
        "line": None,
        "column": None,
        "pointer": "",
        "expected": "an object with the key 'format'",
    }
    assert sum(report["verdicts"].values()) == report["imported"]
    page, more = import_lines_page(file, result="imported", after=0, limit=1)
    assert (page[0]["line"], more) == (1, 1)
    page, more = import_lines_page(file, result="imported", after=1, limit=1)
    assert (page[0]["line"], page[0]["verdict"], more) == (4, "ok", None)
    page, _ = import_lines_page(file, result=None, after=0, limit=9)
    assert [line["result"] for line in page] == [
        "imported",
        "duplicate",
        "rejected",
        "imported",
        "rejected",
    ]


def test_nobody_has_a_report_of_what_is_not_there(db):
    _, job = kept(RECORD)
    assert import_summary(job) is None
    assert import_lines_page(job, result=None, after=0, limit=1) is None


def test_a_file_of_several_chunks_is_taken_in_chunk_by_chunk(db):
    lines = [record_line(id=f"x{number}") for number in range(CHUNK + 1)]
    file, job = kept(*lines)
    (hint,) = import_lines(job, now=NOW)
    assert import_summary(file)["done"] == CHUNK
    assert Job.objects.values_list("state", "attempts").get(id=job) == ("queued", 0)
    assert import_lines(hint.job, now=NOW) == ()
    assert import_summary(file)["done"] == CHUNK + 1
    assert import_lines(hint.job, now=NOW) == ()
    assert Game.objects.count() == CHUNK + 1


def test_an_empty_file_is_done_at_once(db):
    file, job = kept()
    take_in(job)
    assert (import_summary(file)["lines"], import_summary(file)["state"]) == (0, "done")


def test_a_file_that_breaks_off_leaves_nothing(db):
    def pieces():
        yield RECORD
        raise ValueError("cut")

    with pytest.raises(ValueError, match="cut"):
        begin_import(split_lines(pieces()), source="x", now=NOW)
    assert not Import.objects.exists()


def test_a_packed_file_is_read_as_what_it_holds(db):
    lines = split_lines(inflate([gzip.compress(RECORD + OPENSPIEL[0])], limit=10**6))
    begun = begin_import(lines, source=None, now=NOW)
    take_in(begun.hint.job)
    file = Import.objects.get()
    assert (file.lines, file.source) == (2, str(file.id))
    assert Game.objects.count() == 2


SHEET = b"Hand,Pass,Anna,'=Ben,Cara,Dan\r\n1,left,5,0,8,13\r\n2,right,0,26,0,0\r\n"


def sheet(text, source="club.csv"):
    rules = parse_rules({"preset": "scoresheet"})
    begun = begin_sheet_import(text, source=source, rules=rules, now=NOW)
    take_in(begun.hint.job)
    return ImportedLine.objects.get(file=begun.file)


def test_a_sheet_is_one_game_named_as_its_file(db):
    row = sheet(SHEET)
    assert game_summary(row.game_id)["totals"] == [5, -26, 8, 13]
    record = game_record(row.game_id)
    assert (record["id"], record["players"][1]) == ("club.csv", "=Ben")
    assert ",'=Ben," in scoresheet_csv(row.game_id)
    assert "-26" in scoresheet_csv(row.game_id).splitlines()[-1].split(",")
    assert sheet(SHEET).result == "duplicate"
    assert sheet(SHEET.replace(b"5,0,8", b"0,5,8")).code == "id-taken"


def test_a_sheet_that_can_not_be_read_says_where_by_line_and_cell(db):
    row = sheet(SHEET.replace(b"26", b"x"))
    assert (row.result, row.place["line"], row.place["column"]) == ("rejected", 3, 4)
    row = sheet(SHEET.replace(b"Cara", b"\xff"))
    assert (row.place["line"], row.place["expected"]) == (1, "text in UTF-8")


def test_a_files_name_is_shown_without_what_a_terminal_would_obey(db):
    (row,) = imported(RECORD, source="a\x1b[2J\udcff\u202eb")
    assert row.file.source == "a?[2J???b" or "\x1b" not in row.file.source
    assert row.file.source.isprintable()


@pytest.mark.parametrize(
    "case", [CASES[0], record_line(ROW, start={"hands": 2, "totals": [0] * 4})]
)
def test_an_audit_of_an_imported_game_says_the_same_again(log, case):
    (row,) = imported(case)
    before = Audit.objects.get()
    audit_game(request_audit(row.game_id, now=NOW).job, now=NOW)
    after = Audit.objects.get()
    assert (after.verdict, after.strength, after.report) == (
        before.verdict,
        before.strength,
        before.report,
    )


@pytest.mark.parametrize(
    ("statement", "step", "rule"),
    [
        ("UPDATE games_score SET totals[1] = 99", 11, "stored_scores"),
        ("UPDATE games_game SET totals[1] = 99", 11, "stored_scores"),
        ("UPDATE games_event SET line = replace(line, '5,0,8,13', '5,0,13,8')", 8, "proof_chain"),
        (
            "UPDATE games_importedline SET line = replace(encode(line, 'escape'), "  # noqa: ISC004
            "'[5, 0, 8, 13]', '[5, 0, 13, 8]')::bytea",
            8,
            "proof_chain",
        ),
    ],
    ids=["scores", "totals", "chain", "record"],
)
def test_an_audit_finds_what_was_changed_of_an_imported_game(log, tamper, statement, step, rule):
    (row,) = imported(record_line(ROW))
    tamper(statement)
    audit_game(request_audit(row.game_id, now=NOW).job, now=NOW)
    audit = Audit.objects.get()
    assert audit.verdict == "false"
    assert (step, rule) in set(Finding.objects.values_list("step", "rule"))


def test_a_line_is_in_the_database_only_with_its_game(db):
    imported(*CASES[:5])
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(DISTINCT game_serial) FROM games_event")
        assert cursor.fetchone() == (5,)
    assert Event.objects.count() == sum(Game.objects.values_list("seq", flat=True))
