"""Rules and specifications, shown from the files that stand beside their code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

import deals
import games
from api.methods import safe_only
from api.pages.views import page

_DEALS: Final = Path(str(deals.__file__)).parent
_GAMES: Final = Path(str(games.__file__)).parent
DOCUMENTS: Final[Mapping[str, Path]] = MappingProxyType(
    {
        "fair-deal": _DEALS / "fairness" / "SPEC.md",
        "public-log": _DEALS / "tlog" / "SPEC.md",
        "event-chain": _GAMES / "events" / "SPEC.md",
        "record": _GAMES / "records" / "SPEC.md",
        "leagues": _GAMES / "leagues" / "LEAGUES.md",
    }
)
_RULES: Final = _GAMES / "rules" / "RULES.md"
_SETTING: Final = re.compile(r"<p><strong>([a-z_]+)</strong>\.")
_HEADING: Final = re.compile(r"<h2>(.*?)</h2>")


@dataclass(frozen=True)
class Document:
    """A document as HTML, without its title, and the ids of its chapters by their titles."""

    title: str
    html: SafeString
    chapters: tuple[tuple[str, str], ...]


@safe_only
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules with every setting."""
    return page(request, "document", {"here": "rules", "document": _document(_RULES)})


@safe_only
def document(request: HttpRequest, name: str) -> HttpResponse:
    """Show a specification. Raises Http404."""
    if name not in DOCUMENTS:
        raise Http404
    return page(request, "document", {"here": "fairness", "document": _document(DOCUMENTS[name])})


@cache
def _document(path: Path) -> Document:
    title, _, text = path.read_text(encoding="utf-8").partition("\n")
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    html = html.replace("<table>", '<div class="wide"><table>').replace(
        "</table>", "</table></div>"
    )
    html = html.replace("<pre>", '<pre tabindex="0">')
    html = _SETTING.sub(r'<p id="\1"><strong>\1</strong>.', html)
    chapters: list[tuple[str, str]] = []

    def with_id(found: re.Match[str]) -> str:
        chapters.append((f"part-{len(chapters) + 1}", re.sub("<[^>]+>", "", found[1])))
        return f'<h2 id="{chapters[-1][0]}">{found[1]}</h2>'

    html = _HEADING.sub(with_id, html)
    # The files are this project's own, and raw HTML in them is shown as text.
    safe = mark_safe(html)  # noqa: S308
    return Document(title.removeprefix("# "), safe, tuple(chapters))
