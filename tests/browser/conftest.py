"""Pages in a real browser: Chromium without a screen, against this site over real HTTP."""

from __future__ import annotations

import os
import shutil
import threading

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.wsgi import get_wsgi_application
from django.db import connections
from django.test.testcases import LiveServerThread
from django.utils import timezone
from playwright.sync_api import sync_playwright

from api.apps import bell
from deals.models import Job
from games.services.moving import move_computers
from hearts_site.celery import app

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# Playwright keeps an event loop in this thread; Django's queries have nothing to do with it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"


class _Server(LiveServerThread):
    """Django's server for tests, which here finds the static files too."""

    def __init__(self):
        super().__init__("127.0.0.1", StaticFilesHandler)

    def _create_server(self, connections_override=None):
        server = super()._create_server(connections_override)
        server.set_app(StaticFilesHandler(get_wsgi_application()))
        return server


@pytest.fixture(autouse=True, scope="session")
def _hints_go_nowhere():
    """Hints are sent to a broker in this process that nobody listens to."""
    app.conf.broker_url = "memory://"
    app.conf.broker_transport_options = {}


@pytest.fixture(scope="session")
def chromium():
    """A browser. Without Debian's chromium on the machine these tests are skipped."""
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        yield browser
        browser.close()


@pytest.fixture
def site(committed_log):
    """The address of this site, with an open log."""
    server = _Server()
    server.daemon = True
    server.start()
    server.is_ready.wait()
    if server.error:
        raise server.error
    yield f"http://127.0.0.1:{server.port}"
    server.terminate()
    bell().close()
    connections.close_all()


class Screen:
    """A page of the site, and what its browser complained about."""

    def __init__(self, page, site):
        self.page, self.site, self.complaints = page, site, []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _heard(self, message):
        if message.type == "error":
            self.complaints.append(message.text)

    def open(self, path):
        self.page.goto(self.site + path)
        return self.page


@pytest.fixture
def screen(chromium, site):
    """A fresh page; any complaint of the browser fails the test."""
    context = chromium.new_context()
    screen = Screen(context.new_page(), site)
    yield screen
    context.close()
    assert screen.complaints == []


@pytest.fixture
def worker(site, settings):
    """Somebody who moves the computer players, at once."""
    settings.HEARTS_COMPUTER_DELAY = 0
    over = threading.Event()
    thread = threading.Thread(target=_work, args=(over,), daemon=True)
    thread.start()
    yield
    over.set()
    thread.join()


def _work(over):
    while not over.wait(0.02):
        waiting = Job.objects.filter(kind="move_computers", state=Job.State.QUEUED)
        for job in waiting.values_list("id", flat=True):
            move_computers(job, now=timezone.now())
    connections.close_all()
