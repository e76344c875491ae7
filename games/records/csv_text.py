"""Text in a CSV cell: quoted where a spreadsheet would take it for a formula, or trim it."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

_BEGINS_FORMULA: Final = tuple("=+-@\t\r'")


def quote_text(text: str, *, reserved: Container[str] = ()) -> str:
    """Give the text of a cell, with an apostrophe before what is not safe as it stands.

    That is what looks like a formula, has spaces at an end, or is one of the `reserved` texts.

    >>> quote_text("=1+1"), quote_text("Note", reserved=["Note"]), quote_text("Anna")
    ("'=1+1", "'Note", 'Anna')
    """
    return f"'{text}" if _is_unsafe(text, reserved) else text


def unquote_text(cell: str, *, reserved: Container[str] = ()) -> str:
    """Give the text that `quote_text` made a cell of."""
    return cell[1:] if cell[:1] == "'" and _is_unsafe(cell[1:], reserved) else cell


def trim_cell(cell: str) -> str:
    """Give a cell without the spaces around it, which are part of a quoted text."""
    return cell if cell.startswith("'") else cell.strip(" ")


def _is_unsafe(text: str, reserved: Container[str]) -> bool:
    return text.startswith(_BEGINS_FORMULA) or text != text.strip(" ") or text in reserved
