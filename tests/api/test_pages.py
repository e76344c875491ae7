"""The pages: readable, whole, and loading nothing from elsewhere."""

import html
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from api.codes import Code
from api.document import parsed_document
from api.pages import verify
from api.pages.marked import marked, paragraphs
from deals.fairness.entries import parse_entry
from deals.models import Checkpoint
from games.services.voiding import void_hand
from tests.api.guests import is_problem
from tests.unguarded import forget_checkpoints

VECTORS = Path(__file__).parents[1] / "vectors"
PEOPLE = [
    "/",
    "/play",
    "/games",
    "/leagues",
    "/fairness",
    "/rules",
    "/public-log",
    "/verify",
    "/sheet",
]
PAGES = [*PEOPLE, "/api/v1/docs/", "/errors/", *(f"/errors/{code}" for code in Code)]
VOID = {"meta", "link", "br", "wbr", "hr", "img", "input"}
OWN = ("data:", "/static/pages/")


class Outline(HTMLParser):
    """What tags stand open, which ids there are, and what is linked."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.loads, self.headings = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given["href"]] if tag == "a" and "href" in given else []
        self.loads += [given[name] for name in ("src",) if name in given]
        self.loads += [given["href"]] if tag == "link" else []
        self.headings += [tag] if re.fullmatch("h[1-6]", tag) else []
        assert tag != "script" or given.get("src") or given.get("type") == "application/json"

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_whole_and_loads_nothing(log, client, path):
    answer = client.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/html; charset=utf-8")
    text = answer.content.decode()
    outline = Outline(text)
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    assert all(address.startswith(OWN) for address in outline.loads)
    assert "<style" not in text
    assert "script-src 'self'; style-src 'self'" in answer["Content-Security-Policy"]
    assert outline.headings[0] == "h1"
    assert outline.headings.count("h1") == 1
    for link in outline.links:
        assert link.startswith(("/", "#"))
        if link.startswith("#"):
            assert link[1:] in outline.ids


def test_every_link_of_the_pages_leads_somewhere(guests):
    links = {
        link.partition("#")[0]
        for path in (*PEOPLE, "/errors/", "/api/v1/docs/", f"/games/{guests.game}")
        for link in Outline(guests.client.get(path).content.decode()).links
        if link.startswith("/")
    }
    for link in links:
        assert guests.client.get(link).status_code == 200, link


def test_the_page_of_the_log_shows_the_newest_size_and_root(guests):
    newest = Checkpoint.objects.order_by("-size").first()
    text = guests.client.get("/public-log").content.decode()
    assert f"<dd>{newest.size}</dd>" in text
    assert bytes(newest.root).hex() in text


def test_before_the_first_checkpoint_the_page_of_the_log_says_so(log, client):
    forget_checkpoints()
    assert "has no checkpoint yet" in client.get("/public-log").content.decode()


def test_the_documentation_has_a_page_for_every_call(log, client):
    text = client.get("/api/v1/docs/").content.decode()
    for path, item in parsed_document()["paths"].items():
        for operation in item.values():
            name = operation["operationId"]
            assert f'id="{name}"' in text
            assert f'href="/api/v1/docs/{name}"' in text
            shown = client.get(f"/api/v1/docs/{name}").content.decode()
            assert path in shown
            assert operation["summary"] in html.unescape(shown)
            outline = Outline(shown)
            assert outline.open == []
            assert outline.headings.count("h1") == 1
            for status, answer in operation["responses"].items():
                if status != "default":
                    assert_examples(answer, shown)
            assert_examples(operation.get("requestBody", {}), shown)
    assert client.get("/api/v1/docs/nothing").status_code == 404


def assert_examples(body, shown):
    """Every example of a body stands on the page; of a refusal its code."""
    for kind, content in body.get("content", {}).items():
        for example in content.get("examples", {}).values():
            value = example["value"]
            if "problem" in kind:
                assert f"/errors/{value['code']}" in shown
            elif isinstance(value, str):
                assert value in html.unescape(shown)
            else:
                text = json.dumps(value, indent=2, ensure_ascii=False)
                assert text in html.unescape(shown)


def test_words_between_backticks_are_code_and_nothing_is_markup(log, client):
    text = client.get("/errors/token-needed").content.decode()
    assert "<code>Authorization: Bearer &lt;token&gt;</code>" in text
    assert marked("a `<b>` <i>") == "a <code>&lt;b&gt;</code> &lt;i&gt;"
    assert paragraphs("a\n\n`b`") == "<p>a</p>\n<p><code>b</code></p>"


def test_pages_answer_get_alone(log, client):
    for path in ("/", "/api/v1/docs/", "/errors/", "/errors/stale"):
        is_problem(client.post(path), 405, "method-not-allowed")


def test_the_verify_page_takes_a_file_and_says_what_is_no_key(log, client):
    vector = (VECTORS / "chain" / "bundle.json").read_bytes()
    key = parse_entry((VECTORS / "chain" / "entry-0-key.txt").read_text()).vkey
    upload = {"file": SimpleUploadedFile("bundle.json", vector), "key": key}
    assert "shared" in client.post("/verify", upload).content.decode()
    assert "unproven" in client.post("/verify", {"text": vector.decode()}).content.decode()
    assert "unreadable" in client.post("/verify", {"text": "<b>"}).content.decode()
    assert "This is no key" in client.post("/verify", {"text": "{}", "key": "x"}).content.decode()


def test_the_verify_page_refuses_what_is_too_large_or_no_form(log, client, monkeypatch):
    monkeypatch.setattr(verify, "LARGEST", 3)
    large = {"file": SimpleUploadedFile("bundle.json", b"{    }")}
    is_problem(client.post("/verify", large), 413, "too-large")
    is_problem(client.put("/verify"), 405, "method-not-allowed")


def test_a_deal_has_a_page_from_its_commitment_to_its_reveal(party, client):
    number = party.summary["deal"]
    page = client.get(f"/deals/{number}").content.decode()
    assert "secret until its hand is over" in page
    assert "/verify?deal" not in page
    party.play_hand()
    assert f"/verify?deal={number}" in client.get(f"/deals/{number}").content.decode()
    assert client.get("/deals/999").status_code == 404


def test_the_page_of_a_voided_deal_says_why(party, client):
    number = party.summary["deal"]
    void_hand(party.game, deal=number, now=party.clock())
    assert "thrown away (director)" in client.get(f"/deals/{number}").content.decode()


def test_the_verify_page_says_how_to_do_without_it(guests, settings, tmp_path):
    settings.HEARTS_VERIFIER = tmp_path / "hearts-verify.pyz"
    text = guests.client.get(f"/verify?game={guests.game}").content.decode()
    assert f"/api/v1/games/{guests.game}/bundle" in text
    assert "python3 -S -m games.verifier" in text
    assert "hearts-verify.pyz" not in text
    settings.HEARTS_VERIFIER.write_bytes(b"PK")
    text = guests.client.get("/verify?game=%3Cb%3E").content.decode()
    assert "/api/v1/games/GAME/bundle" in text
    assert "sha256sum hearts-verify.pyz" in text
