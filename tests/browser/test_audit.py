"""The page of an audit, while it runs and when it is over."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.services.auditing import audit_game, request_audit
from tests.cast import Party

ONE_HAND = {"preset": "standard", "hands": 1, "target": None, "tie": "share"}


@pytest.fixture
def audit(site):
    """An audit of a finished game, that nobody has begun."""
    party = Party(ONE_HAND)
    party.sit()
    party.play_game()
    return request_audit(party.game, now=party.clock()).job


def test_the_page_follows_an_audit_to_its_end(screen, audit):
    page = screen.open(f"/audits/{audit}")
    assert page.locator("progress").get_attribute("value") == "0"
    page.focus("text=Refresh")
    audit_game(audit, now=timezone.now())
    page.wait_for_selector("#audit-lead:has-text('nothing was found')")
    assert page.locator("progress").get_attribute("value") == "1"
    assert page.locator("text=Refresh").count() == 0
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(2500)
    assert asked == []


def test_while_nothing_happens_nothing_on_the_page_changes(screen, audit):
    page = screen.open(f"/audits/{audit}")
    page.focus("text=Refresh")
    page.evaluate("""() => { window.changes = 0; new MutationObserver((seen) => {
      window.changes += seen.length;
    }).observe(document.getElementById('audit'), { childList: true, subtree: true }); }""")
    page.wait_for_timeout(2500)
    assert page.evaluate("window.changes") == 0
    assert page.evaluate("document.activeElement.textContent") == "Refresh"


def test_without_script_the_page_is_looked_at_again_by_its_link(chromium, site, audit):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/audits/{audit}")
    audit_game(audit, now=timezone.now())
    page.click("text=Refresh")
    assert "nothing was found" in page.inner_text("#audit-lead")
    context.close()
