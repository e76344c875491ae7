"""Who sits where: the page's script finds in a league's rounds what the offline verifier finds."""

from __future__ import annotations

import copy
import json
from datetime import timedelta
from pathlib import Path

import pytest

from deals.models import Job
from deals.services.checkpoints import publish_checkpoint
from deals.services.keys import service_keys
from deals.services.log import open_log
from deals.tlog.note import format_vkey
from games.leagues.services.drawing import seat_round
from games.verifier.options import Options
from games.verifier.verify import verify_value
from tests.browser.test_verify import changed, paths
from tests.cast import Clock
from tests.games.leagues.services.test_random_seasons import Chance, act
from tests.rounds import DUE, NUMBER, ROUNDS, drand_node
from tests.season import Boards, Season
from tests.seatings import (
    TAMPERED,
    UNREADABLE,
    bundle_of,
    draw_again,
    exchange,
    lie,
    play_round,
    reveal_late,
    swap,
    swap_texts,
)

SCRIPT = Path(__file__).parents[2] / "api" / "pages" / "static" / "pages" / "verifier"
ASK = """async (asked) => {
  const { verifyText } = await import('/static/pages/verifier/verify.js');
  const answers = [];
  for (const [text, key] of asked) {
    const { verdict, strength, choices, notMade, findings } = await verifyText(text, key);
    const found = findings.map(({ step, rule, hand, detail }) => [step, rule, hand, detail]);
    answers.push([verdict, strength, choices ?? null, notMade, found]);
  }
  return answers;
}"""

DROP = """(text) => {
  const dropped = new DataTransfer();
  dropped.items.add(new File([text], 'rounds.json'));
  document.getElementById('check').dispatchEvent(new DragEvent('drop', { dataTransfer: dropped }));
}"""


@pytest.fixture
def ask(screen):
    """The script's answers on some documents, under the log's key or without one."""
    page = screen.open("/verify")

    def ask(bundles, *, has_key=True):
        key = format_vkey(service_keys().log.verifier_key) if has_key else None
        return page.evaluate(ASK, [[json.dumps(bundle), key] for bundle in bundles])

    return ask


def offline(bundle, *, has_key=True):
    """What the offline verifier says."""
    key = service_keys().log.verifier_key if has_key else None
    report = verify_value(bundle, Options(key=key))
    found = [[one.step, one.rule, one.hand, one.detail] for one in report.findings]
    return [report.verdict, report.strength, report.choices, dict(report.not_made), found]


def seasons():
    """Seasons of every kind that a league may have."""
    moved = Season(people=8)
    for _ in range(3):
        play_round(moved)
    moved.enter("late")
    play_round(moved)
    moved.withdraw(moved.people[0])
    play_round(moved)
    yield moved
    five = Season(people=5)
    for _ in range(6):
        play_round(five)
    yield five
    swiss = Season("swiss", people=13)
    for _ in range(4):
        play_round(swiss)
    yield swiss
    sizes = [{"preset": "scoresheet", "hands": 1, "target": None, "players": n} for n in (4, 3)]
    several = Season(people=11, rules=sizes)
    for _ in range(3):
        several.draw()
        several.close(overrides=True)
    yield several
    boards = Boards()
    boards.draw()
    yield boards
    for kind in ("cumulative", "swiss"):
        season, chance = Season(kind, people=6), Chance(kind)
        for number in range(7):
            act(season, chance, number)
            play_round(season)
        yield season


def three_rounds():
    season = Season(people=8)
    for _ in range(3):
        play_round(season)
    return bundle_of(season)


def test_an_honest_season_gets_the_same_answer_as_offline(ask):
    bundles = list(map(bundle_of, [*seasons(), Season(people=4)]))
    expected = list(map(offline, bundles))
    words = ["server-only"] * 7 + ["unproven"]
    assert [(verdict, word) for verdict, word, *_ in expected] == [("ok", word) for word in words]
    assert ask(bundles) == expected
    assert ask(bundles, has_key=False) == [offline(one, has_key=False) for one in bundles]


@pytest.mark.parametrize("change", [swap, exchange, lambda tables: tables[::-1]])
@pytest.mark.parametrize("kind", ["cumulative", "swiss"])
def test_a_director_who_seats_otherwise_than_drawn_is_found_as_offline(
    ask, monkeypatch, kind, change
):
    season = Season(kind, people=8)
    play_round(season)
    lie(monkeypatch, change)
    season.draw()
    bundle = bundle_of(season)
    (answer,) = ask([bundle])
    assert answer == offline(bundle)
    assert {(step, rule, hand) for step, rule, hand, _ in answer[4]} == {(9, "round_seating", 2)}


def test_what_is_tampered_with_is_found_where_it_is_as_offline(ask):
    good = three_rounds()
    bundles = [copy.deepcopy(good) for _ in TAMPERED]
    for bundle, (change, _, _) in zip(bundles, TAMPERED, strict=True):
        change(bundle)
    for bundle, answer, (_, step, detail) in zip(bundles, ask(bundles), TAMPERED, strict=True):
        assert told(answer) == told(offline(bundle)), detail
        assert answer[4][0][0] == step
        assert any(detail in one[3] for one in answer[4]), detail


def told(answer):
    """What both verifiers say in the same words: how a text is misspelt each says in its own."""
    *rest, found = answer
    return [*rest, [one if one[0] > 7 else one[:3] for one in found]]


def test_what_is_no_rounds_is_unreadable(ask):
    good = three_rounds()
    bundles = [copy.deepcopy(good) for _ in UNREADABLE]
    for bundle, (change, _) in zip(bundles, UNREADABLE, strict=True):
        change(bundle)
    assert [verdict for verdict, *_ in ask(bundles)] == ["unreadable"] * len(UNREADABLE)


def test_a_second_draw_of_a_round_without_a_void_is_found_as_offline(ask):
    season = Season(people=8)
    season.draw()
    draw_again(season)
    bundle = bundle_of(season)
    assert ask([bundle]) == [offline(bundle)]
    assert "a further draw" in offline(bundle)[4][0][3]


def test_a_round_that_is_seated_before_its_draw_is_shown_is_found_as_offline(ask, monkeypatch):
    season = Season(people=8)
    reveal_late(monkeypatch)
    season.draw()
    bundle = bundle_of(season)
    (answer,) = ask([bundle])
    assert answer == offline(bundle)
    assert [one[0] for one in answer[4]] == [2]


@pytest.mark.parametrize("change", ["other", "out", "twice", "moved"])
def test_a_change_anywhere_fails_at_the_step_where_the_offline_verifier_fails(ask, change):
    text = json.dumps(three_rounds())
    values = [changed(text, path, change) for path in paths(json.loads(text))]
    values = [value for value in values if value is not None]
    assert len(values) > 100
    for value, answer in zip(values, ask(values), strict=True):
        assert told(answer) == told(offline(value))


@pytest.fixture
def script(chromium):
    """A page that has the script's files and nothing else: no site, no log."""
    page = chromium.new_page()
    page.route("**/*", lambda route: route.fulfill(path=SCRIPT / route.request.url.split("/")[-1]))
    page.goto("http://localhost/text.js")
    yield page
    page.close()


@pytest.mark.usefixtures("db", "keys")
@pytest.mark.parametrize(("notice", "step"), [(60, None), (30, 5)])
def test_a_draw_from_the_beacon_is_checked_but_for_its_signature(
    settings, script, monkeypatch, notice, step
):
    clock = Clock(DUE - timedelta(hours=1))
    open_log(now=clock.time)
    season = Season(people=8, lots="beacon", clock=clock)
    with drand_node(settings) as node, monkeypatch.context() as hurried:
        hurried.setattr("deals.fairness.beacon.NOTICE", timedelta(seconds=notice))
        node[NUMBER] = ROUNDS[NUMBER]
        clock.time = DUE - timedelta(seconds=notice + 16) - timedelta(milliseconds=1250)
        season.draw()
        clock.time = DUE + timedelta(seconds=30)
        seat_round(Job.objects.get(kind="seat_round", state="queued").id, now=clock.time)
    bundle = bundle_of(season)
    key = format_vkey(service_keys().log.verifier_key)
    ((verdict, word, _, not_made, found),) = script.evaluate(ASK, [[json.dumps(bundle), key]])
    theirs = offline(bundle)
    assert (verdict, [one[0] for one in found]) == (theirs[0], [one[0] for one in theirs[4]])
    assert [one[0] for one in found] == ([] if step is None else [step])
    if step is None:
        assert (word, theirs[1], not_made.keys() - theirs[3].keys()) == (
            "unproven",
            "server-only",
            {"5"},
        )


@pytest.fixture
def league(site):
    """A league with names that has played a round, and drawn another."""
    season = Season(people=8)
    play_round(season)
    season.draw()
    publish_checkpoint(now=season.clock())
    return season


def test_from_a_round_to_the_check_of_its_seating(screen, league):
    page = screen.open(f"/leagues/{league.id}/rounds/2")
    page.click("text=check this seating here")
    page.wait_for_selector(".verdict.ok")
    assert "no director has seated anybody" in page.inner_text(".verdict")
    shown = page.inner_text("#result")
    assert "Round 2, drawn by deal 2" in shown
    assert "Round 1, drawn by deal 1" not in shown
    names = {f"guest {number}" for number in range(8)}
    assert set(page.locator("#result table td").all_inner_texts()) == names
    assert page.locator(".steps li.unmade").count() == 1
    assert f"leagues/{league.id}/rounds/proof" in page.inner_text("#offline ~ pre")


def test_a_server_that_has_swapped_two_is_caught_by_the_page(screen, league):
    """The entry in the log is the honest one: what the server sends instead is not in the log."""

    def lie(route):
        bundle = route.fetch().json()
        swap_texts(bundle)
        route.fulfill(json=bundle)

    screen.page.route("**/rounds/proof", lie)
    page = screen.open(f"/verify?league={league.id}&round=2")
    page.wait_for_selector(".verdict.false")
    assert "Step 2 fails" in page.inner_text(".verdict")


def test_a_director_who_swapped_two_is_named_with_both_seatings(screen, league, monkeypatch):
    league.close(overrides=True)
    lie(monkeypatch, swap)
    league.draw()
    page = screen.open("/verify")
    page.fill("#text", json.dumps(bundle_of(league)))
    page.click("button[type=submit]")
    page.wait_for_selector(".verdict.false")
    (first, *_) = league.tables()
    said = page.inner_text(".verdict")
    assert "Step 9 fails: round 3, table 1: " in said
    assert f"{' '.join(first)}, by the draw {first[1]} {first[0]}" in said


def test_a_round_that_the_signed_log_has_not_is_not_called_right(screen, league):
    page = screen.open(f"/verify?league={league.id}&round=3")
    page.wait_for_selector(".verdict.ok")
    assert "Round 3 is in no signed state of the log yet" in page.inner_text("#result")


@pytest.mark.parametrize("way", ["picked", "dropped"])
def test_a_file_of_rounds_is_picked_or_dropped(screen, league, tmp_path, way):
    file = tmp_path / "rounds.json"
    file.write_text(json.dumps(bundle_of(league)))
    page = screen.open("/verify")
    if way == "picked":
        page.set_input_files("#file", file)
        page.click("button[type=submit]")
    else:
        page.evaluate(DROP, file.read_text())
    page.wait_for_selector(".verdict.ok")
    assert page.locator("#result table").count() == 2
    assert "shown by the end of its number" in page.inner_text("#result")


def test_who_has_begun_to_paste_needs_no_connection_any_more(screen, league):
    page = screen.open("/verify")
    with page.expect_response("**/seating.js"):
        page.focus("#text")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.fill("#text", json.dumps(bundle_of(league)))
    page.click("button[type=submit]")
    page.wait_for_selector(".verdict.ok")


def test_a_part_that_can_not_be_loaded_is_told(screen, league):
    screen.page.route("**/rounds.js", lambda route: route.abort())
    page = screen.open("/verify")
    page.fill("#text", json.dumps(bundle_of(league)))
    page.click("button[type=submit]")
    page.wait_for_selector("#busy:has-text('could not be loaded')")
    screen.complaints.clear()  # The browser reports what it could not load.
