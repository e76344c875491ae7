"""The page that checks a deal or a game, in a real browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from deals.fairness.entries import parse_entry
from deals.tlog.note import parse_vkey
from games.events.details import Contributed
from games.selectors.bundles import game_bundle
from games.verifier.options import Options
from games.verifier.verify import verify_value
from tests.cast import Party
from tests.season import Boards

VECTORS = Path(__file__).parents[1] / "vectors"
ASK = """async (asked) => {
  const { verifyText } = await import('/static/pages/verifier/verify.js');
  const answers = [];
  for (const [text, key] of asked) {
    const { verdict, strength, findings } = await verifyText(text, key);
    answers.push([verdict, strength, findings.length ? findings[0].step : null]);
  }
  return answers;
}"""


@pytest.fixture(scope="module")
def vector():
    return (VECTORS / "chain" / "bundle.json").read_text()


@pytest.fixture(scope="module")
def key():
    return parse_entry((VECTORS / "chain" / "entry-0-key.txt").read_text()).vkey


@pytest.fixture
def check(screen):
    """The script's answers: verdict, word, and the first step that fails."""
    page = screen.open("/verify")

    def ask(asked):
        return page.evaluate(ASK, asked)

    return ask


def paths(value, path=()):
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    for step, inner in steps:
        yield (*path, step)
        if isinstance(inner, dict | list):
            yield from paths(inner, (*path, step))


def changed(text, path, change):
    """Return a bundle with one value changed, left out, doubled or moved; None for no change."""
    bundle = json.loads(text)
    at = bundle
    for step in path[:-1]:
        at = at[step]
    last, value = path[-1], at[path[-1]]
    if change == "out":
        del at[last]
    elif change == "twice" and isinstance(at, list):
        at.insert(last, value)
    elif change == "moved" and isinstance(at, list) and last:
        at[last - 1 : last + 1] = [value, at[last - 1]]
    elif change == "other" and isinstance(value, str) and value:
        place = sum(map(len, map(str, path))) * 7 % len(value)
        at[last] = value[:place] + ("7" if value[place] != "7" else "8") + value[place + 1 :]
    elif change == "other" and isinstance(value, int):
        at[last] = value + 1
    else:
        return None
    return bundle


def offline(value, key):
    report = verify_value(value, Options(key=parse_vkey(key)))
    return [report.verdict, report.strength, report.findings[0].step if report.findings else None]


def test_every_vector_of_a_deal_comes_out(check):
    cases = json.loads((VECTORS / "fair-deal.json").read_text())
    proofs = [case["proof"] for case in cases]
    assert len(proofs) > 10
    assert check([[json.dumps(proof), None] for proof in proofs]) == [
        ["ok", "unproven", None]
    ] * len(proofs)


def test_the_vector_of_a_game_comes_out_with_its_word(check, vector, key):
    assert check([[vector, key], [vector, None]]) == [
        ["ok", "shared", None],
        ["ok", "unproven", None],
    ]


def test_a_changed_proof_fails_at_the_step_where_the_offline_verifier_fails(check):
    cases = json.loads((VECTORS / "fair-deal.json").read_text())
    proof = json.dumps(cases[0]["proof"])
    values = [changed(proof, path, "other") for path in paths(json.loads(proof))]
    values = [value for value in values if value is not None]
    expected = [verify_value(value, Options()) for value in values]
    found = check([[json.dumps(value), None] for value in values])
    assert [(verdict, step) for verdict, _, step in found] == [
        (report.verdict, report.findings[0].step if report.findings else None)
        for report in expected
    ]


@pytest.mark.parametrize("change", ["other", "out", "twice", "moved"])
def test_a_changed_bundle_fails_at_the_step_where_the_offline_verifier_fails(
    check, vector, key, change
):
    values = [changed(vector, path, change) for path in paths(json.loads(vector))]
    values = [value for value in values if value is not None]
    assert len(values) > 100
    found = check([[json.dumps(value), key] for value in values])
    for value, ours in zip(values, found, strict=True):
        theirs = offline(value, key)
        # How a record is written is looked at by the offline verifier alone.
        if theirs[0] == "unreadable":
            assert ours[0] in {"unreadable", "false"} or "rules" not in value["record"]
        else:
            assert ours == theirs


GAMES = [
    {"preset": "standard", "hands": 1, "target": None},
    {"preset": "omnibus", "players": 3, "spare": "kitty", "hands": 1, "target": None},
    {"preset": "black-maria", "players": 5, "hands": 2, "target": None},
    {"preset": "spot", "players": 6, "spare": "kitty", "hands": 1, "target": None},
    {"moon": "auto", "no_tricks": -5, "hands": 2, "target": None, "queen_may_lead": False},
]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.get("preset", "own"))
def test_a_game_of_this_service_gets_the_same_answer_as_offline(check, rules):
    party = Party({**rules, "tie": "share"})
    party.sit()
    party.play_game()
    bundle = game_bundle(party.game)
    key = parse_entry(bundle["entries"][0]["entry"]).vkey
    assert check([[json.dumps(bundle), key]]) == [offline(bundle, key)] == [["ok", "shared", None]]


def test_a_board_gets_the_same_answer_as_offline_shut_and_open(check):
    league = Boards(boards=2)
    league.draw()
    first, second, *others = league.games()
    league.play_game(second)
    shut = [game_bundle(game, seat=0) for game in (first, second)]
    league.play_game(first)
    for game in others:
        league.play_game(game)
    bundles = [*shut, *(game_bundle(game) for game in league.games())]
    key = parse_entry(bundles[0]["entries"][0]["entry"]).vkey
    said = [["incomplete", "unproven"]] * 2 + [["ok", "server-only"]] * 4
    found = check([[json.dumps(one), key] for one in bundles])
    assert [(one[:2], one[2]) for one in found] == [(one, None) for one in said]
    assert [offline(one, key)[:2] for one in bundles] == said


def test_a_computers_nonce_that_is_called_a_seats_fails_as_offline(check, monkeypatch):
    monkeypatch.setattr("games.services.settling.Contributed", lambda k, _: Contributed(k, "seat"))
    monkeypatch.setattr("games.services.table.Table.check_person", lambda *_: None)
    rules = {"preset": "standard", "hands": 1, "target": None, "tie": "share"}
    party = Party(rules, seats=("human", "human", "human", "computer"))
    party.sit()
    party.contribute()
    party.people = [0, 1, 2, 3]
    party.pass_cards()
    while party.summary["phase"] == "playing":
        party.play()
    bundle = game_bundle(party.game)
    key = parse_entry(bundle["entries"][0]["entry"]).vkey
    assert check([[json.dumps(bundle), key]]) == [offline(bundle, key)] == [["false", None, 8]]


def test_pasting_a_bundle_shows_ten_steps_and_the_word(screen, vector, key):
    page = screen.open("/verify")
    page.fill("#text", vector)
    page.fill("#key", key)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".verdict.ok")
    assert page.locator(".steps li").count() == 10
    assert "not chosen without you" in page.inner_text(".verdict")
    assert "whole deals may be left out" in page.inner_text("#result")
    assert page.evaluate("document.activeElement.id") == "result"


def test_a_lie_shows_the_step_and_both_values(screen, vector, key):
    lie = json.loads(vector)
    seed = lie["deals"][0]["seed"]
    lie["deals"][0]["seed"] = seed[:-1] + ("0" if seed[-1] != "0" else "1")
    page = screen.open("/verify")
    page.fill("#text", json.dumps(lie))
    page.fill("#key", key)
    page.click("button[type=submit]")
    page.wait_for_selector(".verdict.false")
    shown = page.inner_text("#result")
    assert "Step 3 fails" in shown
    assert seed in shown
    assert lie["deals"][0]["seed"] in shown


def test_an_address_with_a_deal_fetches_and_checks_it(screen):
    party = Party({"preset": "standard", "hands": 1, "target": None, "tie": "share"})
    party.sit()
    number = party.summary["deal"]
    party.play_game()
    page = screen.open(f"/deals/{number}")
    page.click("text=Check it in your browser")
    page.wait_for_selector(".verdict.ok")
    assert f"The cards of deal {number}" in page.inner_text("#result")


def test_a_lying_server_is_caught_by_the_page(screen):
    """What the server sends is changed on its way: the browser does not believe it."""
    party = Party({"preset": "standard", "hands": 1, "target": None, "tie": "share"})
    party.sit()
    party.play_game()

    def lie(route):
        bundle = route.fetch().json()
        hands = bundle["deals"][0]["hands"]
        hands[0], hands[1] = hands[1], hands[0]
        route.fulfill(json=bundle)

    screen.page.route("**/bundle", lie)
    page = screen.open(f"/verify?game={party.game}")
    page.wait_for_selector(".verdict.false")
    assert "Step 7 fails" in page.inner_text(".verdict")


def test_without_script_the_server_answers_and_says_that_it_is_the_server(
    chromium, site, vector, key
):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/verify")
    assert "a lying server would lie here too" in page.inner_text("form >> xpath=..")
    page.fill("#text", vector)
    page.fill("#key", key)
    page.click("button[type=submit]")
    assert "shared" in page.inner_text("#result")
    assert "the server that dealt" in page.inner_text("#result")
    context.close()


def test_the_script_says_when_the_browser_has_no_cryptography(screen, vector, key):
    screen.page.add_init_script("Object.defineProperty(crypto, 'subtle', {value: undefined})")
    page = screen.open("/verify")
    page.fill("#text", vector)
    page.fill("#key", key)
    page.click("button[type=submit]")
    page.wait_for_selector(".verdict.ok")
    assert "no cryptography of its own" in page.inner_text("#result")
