"""What an event can say, one value for each kind of line.

Hashes, seeds, nonces and salts are lower-case hex; seats count from 0, deals, hands and seqs
from 1; `entry` is an index in the public log.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from deals.cards.card import Card
from deals.cards.holding import Holding
from games.rules.row import Row


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """`seat`, and `substitute` with its reason: who sits there from now on.

    `holder` is human, computer or empty; `name` the player's uuid or the computer player's name.
    """

    holder: str
    name: str | None
    reason: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class DealCommitted:
    """`deal`: the deal for this hand; size and root of a signed checkpoint with its commit."""

    number: int
    commitment: str
    entry: int
    size: int
    root: str


@dataclass(frozen=True, slots=True)
class Contributed:
    """`contribute`: a seat's K, and who drew the nonce behind it (seat or service)."""

    commitment: str
    by: str


@dataclass(frozen=True, slots=True)
class NonceOpened:
    """`nonce`: what the seat's K commits to."""

    nonce: str


@dataclass(frozen=True, slots=True)
class Frozen:
    """`freeze`: the digest of the freeze entry, and where it stands."""

    digest: str
    entry: int


@dataclass(frozen=True, slots=True)
class BeaconRound:
    """`beacon`: the round that the deal waited for."""

    round: int
    signature: str


@dataclass(frozen=True, slots=True)
class Passed:
    """`pass`: the SHA-256 of the seat's pass statement."""

    commitment: str


@dataclass(frozen=True, slots=True)
class Played:
    """`play`: a card on the table."""

    card: Card


@dataclass(frozen=True, slots=True)
class MoonChosen:
    """`moon`: add or subtract; `by` names the director when he answered."""

    choice: str
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Scored:
    """`score`: points and scores of the hand, totals after it, one a seat."""

    points: tuple[int, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PassOpened:
    """`open`: what a pass commitment hid."""

    cards: Holding
    salt: str


@dataclass(frozen=True, slots=True)
class Revealed:
    """`reveal`: the deal's seed and index, and where the reveal entry stands."""

    number: int
    seed: str
    index: int
    entry: int


@dataclass(frozen=True, slots=True)
class RowWritten:
    """`row`: a hand of a sheet, in numbers."""

    row: Row


@dataclass(frozen=True, slots=True)
class RowCorrected:
    """`correct`: another row instead of the one written by line `seq`, with the reason."""

    seq: int
    row: Row
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """`rules`: the canonical line of the rules that all rows of a sheet count under from now on."""

    rules: str
    by: str


@dataclass(frozen=True, slots=True)
class HoldingDealt:
    """`dealt`: what a seat of an imported game held before the pass."""

    cards: Holding


@dataclass(frozen=True, slots=True)
class KittyLaid:
    """`kitty`: the kitty of an imported game's hand."""

    cards: Holding


@dataclass(frozen=True, slots=True)
class CardsGiven:
    """`gave`: what a seat of an imported game passed."""

    cards: Holding


@dataclass(frozen=True, slots=True)
class Started:
    """`start`: the hands of an imported game that are lost, and the totals after them."""

    hands: int
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Adjusted:
    """`adjust`: points added to a seat's total, with the reason."""

    points: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class Voided:
    """`void`: a hand, a deal or the game counts for nothing; `by` is a uuid or service."""

    scope: str
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class Ended:
    """`end`: how the game ended, its totals, its winners."""

    how: str
    totals: tuple[int, ...]
    winners: tuple[int, ...]


Detail: TypeAlias = (
    SeatTaken
    | DealCommitted
    | Contributed
    | NonceOpened
    | Frozen
    | BeaconRound
    | Passed
    | Played
    | MoonChosen
    | Scored
    | PassOpened
    | Revealed
    | RowWritten
    | RowCorrected
    | RulesChanged
    | HoldingDealt
    | KittyLaid
    | CardsGiven
    | Started
    | Adjusted
    | Voided
    | Ended
)
