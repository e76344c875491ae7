"""Score sheets: rows, corrections, house rules changed in mid-game, adjustments."""

import csv
import io

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from deals.models import Deal, Entry
from games.models import Game, Score
from games.records.record import read_record
from games.replay.replay import replay_record
from games.rules.errors import (
    AmbiguousRow,
    BadSum,
    GameOver,
    ImpossibleRow,
    InvalidRules,
    MoonChoiceUnasked,
    NoSuchRow,
    RowMisshapen,
    RowNoLongerFits,
    RulesError,
    WrongPhase,
)
from games.rules.row import Row
from games.selectors.audits import latest_audit
from games.selectors.bundles import game_record
from games.selectors.events import event_lines
from games.selectors.sheets import scoresheet_csv
from games.services.auditing import audit_game, request_audit
from games.services.errors import InvalidGame, NotASheet, RulesPinned, UnknownGame
from games.services.rebuilding import derived_rows, rebuild_game, stored_rows
from games.services.sheets import change_rules, correct_row, create_sheet, write_row
from tests.cast import NOW
from tests.scorer import NAMES, Scorer

WORKED = [(5, 0, 8, 13), (0, 26, 0, 0), (13, 4, 9, 0), (2, 11, 13, 0), (0, 0, 26, 0)]
"""The worked example of the rules, five rows."""


@pytest.fixture
def sheet(log):
    """A sheet with the worked example's rows."""
    scorer = Scorer()
    for points in WORKED:
        scorer.row(*points)
    return scorer


def test_the_worked_example_comes_to_its_totals_and_ranks(sheet):
    lines = sheet.sheet["lines"]
    assert [line["totals"] for line in lines] == [
        (5, 0, 8, 13),
        (5, -26, 8, 13),
        (18, -22, 17, 13),
        (20, -11, 30, 13),
        (20, -11, 4, 13),
    ]
    assert [line["direction"] for line in lines] == ["left", "right", "across", "hold", "left"]
    assert (sheet.sheet["ranks"], sheet.sheet["finished"]) == ((4, 1, 2, 3), False)
    assert [line["shooter"] for line in lines] == [None, 1, None, None, 2]
    assert sheet.kinds == ["seat"] * 4 + ["row", "score"] * 5


def test_a_sheet_deals_nothing_and_its_header_and_heads_are_logged(sheet):
    assert not Deal.objects.exists()
    kinds = list(Entry.objects.order_by("index").values_list("kind", flat=True))
    assert kinds == ["key", "key", "game", *["head"] * 5]
    assert "\nkind sheet\n" in sheet.summary["header"]
    assert "\nsources -\n" in sheet.summary["header"]
    assert (sheet.summary["kind"], sheet.summary["deal"]) == ("sheet", None)
    assert [seat["name"] for seat in sheet.summary["seats"]] == list(NAMES[:4])


def test_names_stay_outside_of_the_chain_and_of_the_log(sheet):
    hashed = "".join([*event_lines(sheet.game), *Entry.objects.values_list("text", flat=True)])
    assert not [name for name in NAMES if name in hashed]


@pytest.mark.parametrize(
    ("points", "extras", "refusal"),
    [
        ((5, 0, 8, 12), {}, BadSum),
        ((9, 5, 8, 4), {}, ImpossibleRow),
        ((26, 0, 0, 0), {"moon_choice": "add"}, MoonChoiceUnasked),
        ((26, 0, 0), {}, RowMisshapen),
        ((26, 0, 0, 0), {"jack": 4}, RowMisshapen),
    ],
)
def test_a_row_that_can_not_be_is_refused_and_leaves_nothing(sheet, points, extras, refusal):
    seq = sheet.summary["seq"]
    for act in (sheet.row, lambda *p, **e: sheet.correct(2, *p, **e)):
        with pytest.raises(refusal):
            act(*points, **extras)
    assert sheet.summary["seq"] == seq


def test_a_bad_sum_says_the_sum_there_is_and_the_sum_needed(log):
    omnibus = Scorer({"jack": "JD"})
    with pytest.raises(BadSum) as caught:
        omnibus.row(5, 0, 8, 12)
    assert (caught.value.found, caught.value.needed) == (25, 16)
    with pytest.raises(AmbiguousRow) as ambiguous:
        omnibus.row(16, 0, 0, 0)
    assert ambiguous.value.extras == ("jack",)
    omnibus.row(16, 0, 0, 0, jack=0)
    assert omnibus.summary["totals"] == [0, 26, 26, 26]


def test_a_wrong_row_is_corrected_by_a_line_and_every_total_after_it_follows(sheet):
    act = sheet.correct(1, 13, 0, 8, 5)
    assert act.line.split(" ")[2:4] == ["1", "correct"]
    assert act.line.endswith(f" typo by {sheet.game}")
    assert sheet.summary["totals"] == [28, -11, 4, 5]
    sheet.correct(1, 5, 0, 8, 13)
    assert sheet.summary["totals"] == [20, -11, 4, 13]
    with pytest.raises(NoSuchRow):
        sheet.correct(6, 5, 0, 8, 13)


def test_other_rules_change_every_total_and_no_row(sheet):
    sheet.rules(preset="scoresheet", moon="add", reason="vote")
    assert [line["totals"] for line in sheet.sheet["lines"]][1:] == [
        (31, 0, 34, 39),
        (44, 4, 43, 39),
        (46, 15, 56, 39),
        (72, 41, 56, 65),
    ]
    assert [tuple(line["points"]) for line in sheet.sheet["lines"]] == WORKED
    assert sheet.sheet["remarks"] == [{"seq": 15, "reason": "vote"}]
    assert sheet.summary["rules"]["moon"] == "add"


def test_rules_under_which_a_row_no_longer_fits_are_refused_with_hand_and_question(sheet):
    with pytest.raises(RowNoLongerFits) as caught:
        sheet.rules(preset="scoresheet", moon="choice")
    assert (caught.value.hand, caught.value.fault.shooter) == (2, 1)
    with pytest.raises(RowNoLongerFits) as caught:
        sheet.rules(preset="omnibus")
    assert caught.value.hand == 1
    with pytest.raises(InvalidRules):
        sheet.rules(players=5)
    assert sheet.summary["totals"] == [20, -11, 4, 13]


def test_later_rows_are_set_aside_but_kept_when_the_game_now_ends_earlier(sheet):
    sheet.rules(preset="scoresheet", moon="add", target=30)
    assert (sheet.summary["state"], sheet.summary["winners"]) == ("finished", [1])
    assert sheet.kinds[-2:] == ["rules", "end"]
    assert [row["hand"] for row in sheet.sheet["set_aside"]] == [3, 4, 5]
    assert Score.objects.filter(game=sheet.game).count() == 2
    with pytest.raises(GameOver):
        sheet.row(5, 0, 8, 13)
    sheet.correct(5, 13, 13, 0, 0)
    assert sheet.kinds[-2:] == ["correct", "end"]
    sheet.rules(preset="scoresheet")
    assert (sheet.summary["state"], sheet.summary["winners"]) == ("playing", [])
    assert sheet.summary["totals"] == [33, 2, 30, 13]
    assert sheet.sheet["set_aside"] == []
    sheet.row(5, 0, 8, 13)


def test_a_moon_under_choice_waits_for_it_as_in_a_played_hand(log):
    scorer = Scorer({"preset": "scoresheet", "moon": "choice"})
    scorer.row(0, 26, 0, 0)
    assert (scorer.summary["phase"], scorer.summary["asked"]) == ("closing", 1)
    for act in (lambda: scorer.row(5, 0, 8, 13), lambda: scorer.rules(preset="scoresheet")):
        with pytest.raises(WrongPhase):
            act()
    with pytest.raises(NoSuchRow):
        scorer.correct(1, 5, 0, 8, 13) if scorer.choose() is None else scorer.correct(
            2, 5, 0, 8, 13
        )
    assert scorer.kinds[-3:] == ["row", "moon", "score"]
    assert scorer.summary["totals"] == [26, 0, 26, 26]
    scorer.row(0, 0, 26, 0, moon_choice="subtract")
    assert scorer.summary["totals"] == [26, 0, 0, 26]
    scorer.correct(1, 0, 26, 0, 0, moon_choice="subtract")
    assert scorer.summary["totals"] == [0, -26, -26, 0]


def test_an_adjustment_ends_a_sheet_or_opens_it_again(sheet):
    act = sheet.adjust(0, 80)
    assert act.line.split(" ")[2:] == ["0", "adjust", "0", "80", "late", "by", str(sheet.game)]
    assert sheet.kinds[-2:] == ["adjust", "end"]
    sheet.adjust(0, -50)
    assert (sheet.summary["state"], sheet.summary["totals"]) == ("playing", [50, -11, 4, 13])
    sheet.row(0, 0, 13, 13)
    assert [line["kind"] for line in sheet.sheet["lines"]] == ["hand"] * 5 + ["adjust"] * 2 + [
        "hand"
    ]
    with pytest.raises(UnknownGame):
        sheet.adjust(4, 1)


def test_the_record_of_a_sheet_replays_to_its_totals(sheet):
    sheet.adjust(1, 5)
    sheet.correct(2, 0, 0, 26, 0)
    replay = replay_record(read_record(game_record(sheet.game)))
    assert (replay.verdict, replay.findings) == ("ok", ())
    assert list(replay.totals) == sheet.summary["totals"]


def test_the_sheet_is_written_as_csv_with_formulas_quoted(sheet):
    lines = list(csv.reader(io.StringIO(scoresheet_csv(sheet.game))))
    assert lines[0][:5] == ["Hand", "Pass", "Anna", "Anna total", "'=Ben"]
    assert lines[2][:6] == ["2", "right", "0", "5", "26", "-26"]
    assert lines[-1][0] == "total"


def test_a_game_of_cards_takes_no_rows_and_keeps_its_rules(party):
    row = Row((5, 0, 8, 13))
    with pytest.raises(NotASheet):
        write_row(party.game, row, now=NOW)
    with pytest.raises(NotASheet):
        correct_row(party.game, 1, row, reason="typo", now=NOW)
    with pytest.raises(RulesPinned):
        change_rules(party.game, {}, reason=None, now=NOW)


@pytest.mark.parametrize(
    ("players", "pointer"),
    [
        (NAMES[:3], "/players"),
        ((*NAMES[:3], " "), "/players/3"),
        ((*NAMES[:3], "a\nb"), "/players/3"),
        ((*NAMES[:3], "x" * 65), "/players/3"),
    ],
)
def test_players_that_do_not_fit_are_told_where(log, players, pointer):
    with pytest.raises(InvalidGame) as caught:
        create_sheet({}, players=players, wait=600, now=NOW)
    assert caught.value.pointer == pointer
    assert not Game.objects.exists()


def test_emptied_rows_of_a_sheet_are_rebuilt(sheet):
    sheet.rules(preset="scoresheet", moon="add")
    before = stored_rows(sheet.game)
    other = Scorer(clock=sheet.clock)
    rules = Game.objects.get(id=other.game).rules
    Game.objects.filter(id=sheet.game).update(rules=rules, totals=[0] * 4, hand=9)
    Score.objects.all().delete()
    assert rebuild_game(sheet.game) is True
    assert stored_rows(sheet.game) == before
    assert sheet.summary["seats"][0]["name"] == "Anna"


def test_a_sheet_is_audited_and_stored_scores_are_compared(sheet, tamper):
    honest = audited(sheet)
    assert (honest["verdict"], [found["rule"] for found in honest["findings"]]) == (
        "incomplete",
        ["incomplete"],
    )
    tamper("UPDATE games_score SET totals[3] = totals[3] + 1 WHERE hand = 1")
    report = audited(sheet)
    assert report["verdict"] == "false"
    assert [found["rule"] for found in report["findings"]] == ["incomplete", "stored_scores"]


def audited(sheet):
    hint = request_audit(sheet.game, now=sheet.clock())
    audit_game(hint.job, now=sheet.clock())
    return latest_audit(sheet.game)


ROWS = st.sampled_from(
    [
        *WORKED,
        (26, 0, 0, 0),
        (16, 0, 0, 0),
        (6, 3, 7, 0),
        (9, 5, 8, 4),
        (1, 2, 3, 4),
        (13, 13, 0, 0),
    ]
)
CHOICES = st.sampled_from([None, None, "add", "subtract"])
OTHER = st.fixed_dictionaries(
    {
        "moon": st.sampled_from(["add", "subtract", "choice", "auto", "off"]),
        "target": st.sampled_from([25, 50, 100]),
        "brink_holds": st.booleans(),
        "tie": st.sampled_from(["share", "play_on"]),
    }
)
ACTS = st.one_of(
    st.tuples(st.just("row"), ROWS, CHOICES),
    st.tuples(st.just("row"), ROWS, CHOICES),
    st.tuples(st.just("correct"), st.integers(1, 6), ROWS, CHOICES),
    st.tuples(st.just("rules"), OTHER),
    st.tuples(st.just("adjust"), st.integers(0, 3), st.integers(-60, 60)),
    st.tuples(st.just("choose"), st.sampled_from(["add", "subtract"])),
)


@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
@given(OTHER, st.lists(ACTS, min_size=8, max_size=20))
def test_rows_are_the_replay_of_the_events_after_every_act_on_a_sheet(log, rules, acts):
    scorer = Scorer(rules)
    for kind, *told in acts:
        try:
            if kind == "rules":
                scorer.rules(**told[0])
            elif kind == "row":
                scorer.row(*told[0], moon_choice=told[1])
            elif kind == "correct":
                scorer.correct(told[0], *told[1], moon_choice=told[2])
            else:
                getattr(scorer, kind)(*told)
        except RulesError:
            assert stored_rows(scorer.game) == derived_rows(scorer.game)
    record = read_record(game_record(scorer.game))
    assert list(replay_record(record).totals) == scorer.summary["totals"]
