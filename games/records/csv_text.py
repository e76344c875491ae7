"""Text in a CSV cell: quoted where a spreadsheet would take it for a formula."""

from __future__ import annotations

from typing import Final

_BEGINS_FORMULA: Final = tuple("=+-@\t\r'")


def quote_text(text: str) -> str:
    """Give the text of a cell with an apostrophe before what looks like a formula.

    >>> quote_text("=1+1"), quote_text("Anna")
    ("'=1+1", 'Anna')
    """
    return f"'{text}" if text.startswith(_BEGINS_FORMULA) else text


def unquote_text(cell: str) -> str:
    """Give the text that `quote_text` made a cell of."""
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(_BEGINS_FORMULA) else cell
