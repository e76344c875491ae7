"""The lines of a chain in words, for the log beside the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch
from typing import Final

from deals.cards.card import Card
from games.events import details as d
from games.events.event import Event

_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_AS_TEXT: Final = "\N{VARIATION SELECTOR-15}"
"""Or some systems draw hearts as a coloured picture."""
QUIET: Final = (d.Contributed, d.NonceOpened, d.SeatTaken, d.PassOpened)
"""What a reader steps over: it changes no card on the table."""


def sign(code: str) -> str:
    """Return a card as people write it: 10♥, Q♠; of a hidden one nothing."""
    rank, suit = code[0], code[1]
    if suit not in _SIGNS:
        return ""
    return f"{'10' if rank == 'T' else rank}{_SIGNS[suit]}{_AS_TEXT}"


def tell(event: Event, names: Sequence[str]) -> str:
    """Return one line of a chain in words; `names` are those of the seats."""
    said = _said(event.detail)
    return said if event.seat is None else f"{names[event.seat]} {said}"


@singledispatch
def _said(detail: d.Detail) -> str:
    return f"{type(detail).__name__}"


@_said.register
def _(detail: d.SeatTaken) -> str:
    who = {"human": "a person", "computer": f"{detail.name}, a computer player"}
    taken = f"is {who.get(detail.holder, 'nobody')}"
    return taken if detail.reason is None else f"{taken} from now on ({detail.reason})"


@_said.register
def _(detail: d.DealCommitted) -> str:
    return f"Deal {detail.number} is fixed, and committed in the public log"


@_said.register
def _(detail: d.Contributed) -> str:
    return "commits to a nonce" if detail.by == "seat" else "has the service draw a nonce"


@_said.register
def _(_: d.NonceOpened) -> str:
    return "opens the nonce"


@_said.register
def _(_: d.Frozen) -> str:
    return "Nonces frozen in the public log: the cards are dealt"


@_said.register
def _(detail: d.BeaconRound) -> str:
    return f"Round {detail.round} of the beacon: the cards are dealt"


@_said.register
def _(_: d.Passed) -> str:
    return "passes"


@_said.register
def _(detail: d.Played) -> str:
    return f"plays {_cards([detail.card])}"


@_said.register
def _(detail: d.MoonChosen) -> str:
    others = "the others add" if detail.choice == "add" else "its own total falls"
    return f"shot the moon and says: {others}"


@_said.register
def _(detail: d.Scored) -> str:
    return f"The hand scores {_numbers(detail.scores)}; totals {_numbers(detail.totals)}"


@_said.register
def _(detail: d.PassOpened) -> str:
    return f"had passed {_cards(detail.cards)}"


@_said.register
def _(detail: d.Revealed) -> str:
    return f"Deal {detail.number} is revealed: seed and index are public"


@_said.register
def _(detail: d.HoldingDealt) -> str:
    return f"was dealt {_cards(detail.cards)}"


@_said.register
def _(detail: d.KittyLaid) -> str:
    return f"The kitty: {_cards(detail.cards)}"


@_said.register
def _(detail: d.CardsGiven) -> str:
    return f"passes {_cards(detail.cards)}"


@_said.register
def _(detail: d.Started) -> str:
    return f"The record begins after {detail.hands} hands, with {_numbers(detail.totals)}"


@_said.register
def _(detail: d.Adjusted) -> str:
    return f"is adjusted by {detail.points:+} ({detail.reason})"


@_said.register
def _(detail: d.Voided) -> str:
    return f"The {detail.scope} is void ({detail.reason})"


@_said.register
def _(detail: d.Ended) -> str:
    return f"The game is {detail.how}; totals {_numbers(detail.totals)}"


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(sign(str(card)) for card in cards)


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
