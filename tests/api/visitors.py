"""People with a browser without script: they send forms as these stand on the page."""

from __future__ import annotations

import html
import re

from django.test import Client

from tests.api.test_pages import Outline

PASSWORD = "four tables of hearts"


class Visitor:
    """A browser; `page` is the answer that it shows, `answer` what was sent last got."""

    def __init__(self, name=None):
        self.client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        self.name = name
        if name is not None:
            self.open("/account")
            self.send("sign-up", name=name, password=PASSWORD, again=PASSWORD)
            assert self.answer.status_code == 303, self.text

    def open(self, path, status=200):
        self.path = path.partition("#")[0]
        self.page = self.client.get(self.path)
        assert self.page.status_code == status, self.page.content
        return self.whole()

    def whole(self):
        """The page's text, whose tags are closed and whose ids are unique."""
        outline = Outline(self.text)
        assert outline.open == []
        assert len(outline.ids) == len(set(outline.ids))
        return self.text

    @property
    def text(self):
        return self.page.content.decode()

    @property
    def said(self):
        return plain(self.text)

    def form(self, act, about=""):
        """The one form with this button, which holds this text."""
        forms = re.findall("<form .*?</form>", self.text, re.DOTALL)
        (form,) = [one for one in forms if f'value="{act}"' in one and about in one]
        return form

    def hidden(self, act, about=""):
        """The hidden fields of a form."""
        found = re.findall('<input type="hidden" name="(.*?)" value="(.*?)"', self.form(act, about))
        return {name: html.unescape(value) for name, value in found}

    def send(self, act, about="", **fields):
        """Send a form, and follow where it leads."""
        action = re.search(' action="(.*?)"', self.form(act, about))
        path = html.unescape(action[1]) if action else self.path
        return self.post(path, self.hidden(act, about) | {"act": act} | fields)

    def post(self, path, body):
        self.answer = self.page = self.client.post(path, body)
        if self.answer.status_code == 303:
            self.open(self.answer["Location"])
        elif self.answer["Content-Type"].startswith("text/html"):
            self.whole()
        return self.answer

    def sees(self, act):
        """Whether the page has a form with this button."""
        return f'value="{act}"' in self.text

    @property
    def wrong(self):
        """What stands in red: by field, and for the whole page."""
        fields = re.findall('<span class="wrong" id="(.*?)_error">(.*?)</span>', self.text)
        alerts = re.findall('role="alert">(.*?)</(?:p|div)>', self.text, re.DOTALL)
        return {name: plain(said) for name, said in [*fields, ("", " ".join(alerts))]}

    @property
    def done(self):
        return plain(re.search('role="status">(.*?)</p>', self.text)[1])


def plain(text):
    """The words of a page."""
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", text)).split())


def secret(text):
    """What is shown once on a page."""
    return html.unescape(re.search('<code class="secret">(.*?)</code>', text)[1])
