"""Texts with `code` between backticks, and paragraphs parted by a blank line, as HTML."""

from __future__ import annotations

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString


def marked(text: str) -> SafeString:
    """Return one paragraph's text as HTML; every second part of it is code."""
    parts = enumerate(text.split("`"))
    return format_html_join("", "{}", ((_part(part, is_code=at % 2 == 1),) for at, part in parts))


def paragraphs(text: str) -> SafeString:
    """Return a text as HTML paragraphs."""
    return format_html_join("\n", "<p>{}</p>", ((marked(part),) for part in text.split("\n\n")))


def _part(text: str, *, is_code: bool) -> str | SafeString:
    return format_html("<code>{}</code>", text) if is_code else text
