"""Movement cards as rows: where an entrant sits round by round, or who comes to a table."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Final
from uuid import UUID

from games.leagues.selectors.leagues import entrants_of
from games.leagues.selectors.rounds import card_of_entrant, card_of_table

_GAP: Final = "   "
"""Between the columns of a card's text; names stand last."""
_COLUMNS_OF_ENTRANT: Final = 4
_COLUMNS_OF_TABLE: Final = 2


@dataclass(frozen=True)
class PrintedCard:
    """A card: its title, and a row for each round."""

    title: str
    rows: tuple[tuple[str, ...], ...]


def player_cards(
    league: UUID, *, first: int, most: int, only: UUID | None = None
) -> tuple[list[PrintedCard], bool]:
    """Return cards of entrants that are in, from the first-th on; whether there are more.

    With `only` the card of one entrant, who may have left; none when there is no such entrant.
    """
    if only is not None:
        text = card_of_entrant(league, only)
        return ([] if text is None else [_card(text, _COLUMNS_OF_ENTRANT)]), False
    keys = [UUID(str(one["entrant"])) for one in entrants_of(league) if not one["left"]]
    texts = (card_of_entrant(league, key) for key in keys[first - 1 : first - 1 + most])
    shown = [_card(text, _COLUMNS_OF_ENTRANT) for text in texts if text is not None]
    return shown, len(keys) > first - 1 + most


def table_cards(league: UUID, *, first: int, most: int) -> tuple[list[PrintedCard], bool]:
    """Return the cards of tables, from the first-th on; whether there are more."""
    shown: list[PrintedCard] = []
    for table in count(first):
        text = card_of_table(league, table)
        if text is None:
            return shown, False
        if len(shown) == most:
            return shown, True
        shown.append(_card(text, _COLUMNS_OF_TABLE))
    raise AssertionError("tables end")


def _card(text: str, columns: int) -> PrintedCard:
    title, *lines = text.splitlines()
    rows = tuple(tuple(line.split(_GAP, columns - 1)) for line in lines)
    return PrintedCard(title, rows)
