"""What is refused to a browser is told on a page; to a program, as a problem."""

import pytest
from django.db import OperationalError
from django.test import Client

from tests.api.guests import PROBLEM

NOBODYS = "01a22d89-b0df-77ff-9dbf-b6d3d8ec3af4"
HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize("path", ["/nowhere", f"/games/{NOBODYS}", f"/clubs/{NOBODYS}"])
def test_an_address_that_is_none_is_told_on_a_page(log, path):
    shown = Client().get(path, headers=HTML)
    assert (shown.status_code, shown["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert b"What to do" in shown.content
    assert Client().get(path)["Content-Type"] == PROBLEM


def test_a_form_without_its_secret_says_what_to_do(log):
    client = Client(enforce_csrf_checks=True)
    shown = client.post("/account", {"act": "sign-in"}, headers=HTML)
    assert (shown.status_code, shown["Content-Type"]) == (403, "text/html; charset=utf-8")
    assert b"<h1>" in shown.content
    assert shown["Cache-Control"] == "no-store"


def test_what_programs_ask_stays_a_problem_whatever_they_accept(log):
    for path in ("/api/v1/nowhere", "/log/nowhere"):
        assert Client().get(path, headers=HTML)["Content-Type"] == PROBLEM


def test_when_no_page_can_be_made_the_problem_is_sent(log, monkeypatch):
    def away(*_):
        raise OperationalError

    monkeypatch.setattr("api.pages.refusals.page", away)
    assert Client().get("/nowhere", headers=HTML)["Content-Type"] == PROBLEM
