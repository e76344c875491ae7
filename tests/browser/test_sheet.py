"""Score sheets in a real browser: kept at a table, shown, printed."""

from __future__ import annotations

import time

import pytest

from games.models import Game
from games.selectors.sheets import scoresheet
from tests.cast import Party
from tests.scorer import Scorer


def begin(screen, names=("Anna", "Ben", "Cara", "Dan")):
    page = screen.open("/sheet")
    for seat, name in enumerate(names):
        page.fill(f"#name-{seat}", name)
    page.click("text=Begin")
    page.wait_for_selector("#row-title:has-text('Hand 1')")
    return page


def write(page, *points):
    for seat, taken in enumerate(points):
        page.fill(f"#points-{seat}", str(taken))
    page.press(f"#points-{len(points) - 1}", "Enter")


def totals(page):
    return page.locator("tfoot tr").first.locator("td").all_inner_texts()[2:-1]


def test_a_sheet_is_kept_with_its_sums_and_saved_as_events(screen):
    page = begin(screen)
    write(page, 5, 0, 8, 13)
    page.wait_for_selector("#row-title:has-text('Hand 2')")
    write(page, 0, 26, 0, 0)
    page.wait_for_selector("#row-title:has-text('Hand 3')")
    assert totals(page) == ["5", "-26", "8", "13"]
    assert scoresheet(Game.objects.get().id)["totals"] == (5, -26, 8, 13)


def test_a_wrong_sum_is_told_at_once_and_refused_with_both_sums(screen):
    page = begin(screen)
    page.fill("#points-0", "5")
    page.wait_for_selector("#sum:has-text('Sum 5, needed 26')")
    write(page, 5, 5, 5, 5)
    page.wait_for_selector("#fault:has-text('The sum is 20, needed is 26')")
    assert scoresheet(Game.objects.get().id)["lines"] == []
    screen.complaints.clear()  # The browser reports every refusal of a request.


def test_a_row_is_corrected(screen):
    page = begin(screen)
    write(page, 5, 0, 8, 13)
    page.wait_for_selector("#row-title:has-text('Hand 2')")
    page.click("text=Correct")
    write(page, 13, 0, 8, 5)
    page.wait_for_selector("tfoot tr:first-child td:nth-child(3):text-is('13')")
    assert totals(page) == ["13", "0", "8", "5"]


def test_other_house_rules_count_every_row_anew(screen):
    page = begin(screen)
    write(page, 0, 26, 0, 0)
    page.wait_for_selector("#row-title:has-text('Hand 2')")
    page.click("summary:has-text('House rules')")
    page.select_option("#new-preset", "standard")
    page.click("button:has-text('Count anew')")
    page.wait_for_selector("tfoot tr:first-child td:nth-child(3):text-is('26')")
    assert totals(page) == ["26", "0", "26", "26"]


def test_what_is_written_without_a_connection_is_sent_when_there_is_one(screen):
    page = begin(screen)
    page.context.set_offline(True)
    write(page, 5, 0, 8, 13)
    page.wait_for_selector("#state:has-text('1 entry waits')")
    write(page, 0, 13, 9, 4)
    page.wait_for_selector("#state:has-text('2 entries wait')")
    assert page.inner_text("#row-title") == "Hand 3"
    page.context.set_offline(False)
    page.wait_for_selector("#state:has-text('Everything is written down')")
    assert totals(page) == ["5", "13", "17", "17"]
    assert len(scoresheet(Game.objects.get().id)["lines"]) == 2
    screen.complaints.clear()  # It said that there was no connection.


def test_a_row_that_waits_is_not_written_twice_by_pressing_again(screen):
    page = begin(screen)
    page.context.set_offline(True)
    write(page, 5, 0, 8, 13)
    page.wait_for_selector("#state:has-text('1 entry waits')")
    page.click("button:text-is('Write')")
    page.context.set_offline(False)
    page.wait_for_selector("#state:has-text('Everything is written down')")
    assert len(scoresheet(Game.objects.get().id)["lines"]) == 1
    screen.complaints.clear()  # It said that there was no connection.


def test_a_refused_correction_is_mended_in_its_place(screen):
    page = begin(screen)
    write(page, 5, 0, 8, 13)
    page.wait_for_selector("#row-title:has-text('Hand 2')")
    page.click("text=Correct")
    write(page, 13, 0, 8, 4)
    page.wait_for_selector("#fault:has-text('Not written: 13, 0, 8, 4.')")
    page.wait_for_selector("#row-title:has-text('Correct hand 1')")
    assert page.input_value("#points-3") == "4"
    page.fill("#points-3", "5")
    page.press("#points-3", "Enter")
    page.wait_for_selector("tfoot tr:first-child td:nth-child(3):text-is('13')")
    assert totals(page) == ["13", "0", "8", "5"]
    assert len(scoresheet(Game.objects.get().id)["lines"]) == 1
    screen.complaints.clear()  # The browser reports every refusal of a request.


def test_what_is_written_while_the_sheet_is_on_its_way_is_sent_too(screen):
    page = begin(screen)
    late = []
    page.route("**/scoresheet", lambda route: late.append(route) if not late else route.continue_())
    write(page, 5, 0, 8, 13)
    ends = time.monotonic() + 10
    while not late and time.monotonic() < ends:
        page.wait_for_timeout(20)  # it lets the browser's events in, the route's too
    write(page, 0, 13, 9, 4)
    late[0].continue_()
    page.wait_for_selector("#row-title:has-text('Hand 3')")
    assert len(scoresheet(Game.objects.get().id)["lines"]) == 2


def test_names_and_the_last_sheet_are_kept_for_the_next_time(screen):
    page = begin(screen)
    write(page, 5, 0, 8, 13)
    page.wait_for_selector("#row-title:has-text('Hand 2')")
    page = screen.open("/sheet")
    assert page.input_value("#name-2") == "Cara"
    page.click("text=Go on with the last sheet")
    page.wait_for_selector("#row-title:has-text('Hand 2')")


def test_the_sheet_of_a_game_shows_totals_and_a_chart(screen):
    scorer = Scorer()
    for row in [(5, 0, 8, 13), (0, 26, 0, 0), (13, 4, 9, 0)]:
        scorer.row(*row)
    scorer.adjust(2, 5)
    page = screen.open(f"/games/{scorer.game}/sheet")
    assert page.locator("tbody tr").count() == 4
    assert page.locator("polyline").count() == 4
    assert totals_shown(page) == ["18", "-22", "22", "13"]


def totals_shown(page):
    return page.locator("tfoot tr").first.locator("td b").all_inner_texts()


def test_the_sheet_of_a_played_game_leads_to_its_check(screen):
    party = Party({"preset": "standard", "hands": 1, "target": None, "tie": "share"})
    party.sit()
    party.play_game()
    page = screen.open(f"/games/{party.game}/sheet")
    page.click("text=Check the whole game")
    page.wait_for_selector(".verdict.ok")


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_an_empty_sheet_has_sixteen_hands_and_fits_one_page(screen, players):
    page = screen.open(f"/sheet/empty?players={players}&preset=scoresheet")
    assert page.locator("table.blank tbody tr").count() == 16
    assert page.locator("table.blank th.player").count() == players
    for paper in ("A4", "Letter"):
        printed = page.pdf(format=paper)
        assert printed.count(b"/Type /Page\n") + printed.count(b"/Type /Page ") == 1


def test_without_script_there_is_an_empty_sheet_to_print(chromium, site):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/sheet")
    page.click("noscript a")
    assert page.locator("table.blank tbody tr").count() == 16
    page.goto(f"{site}/sheet/empty?players=9&preset=x")
    assert "preset" in page.inner_text("[role=alert]")
    context.close()
