"""One seat's part in one deal: what it checks before it contributes, and after the hand."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from hashlib import sha256

from api.client.chain import DealOnChain
from api.client.errors import (
    ContributionMissing,
    FreezeDiffers,
    OtherCards,
    OtherIndex,
    OtherTerms,
    SeedDoesNotOpen,
)
from deals.cards.deck import Deck
from deals.cards.holding import Holding
from deals.cards.seat import Seat
from deals.fairness.commitment import Opening, check_opening
from deals.fairness.contribution import Contribution, contribution_commitment
from deals.fairness.draw import Drawn, DrawStatement, draw_index, draw_key, format_draw
from deals.fairness.entries import CommitEntry, FreezeEntry, GameEntry, format_entry
from deals.fairness.errors import CommitmentMismatch
from deals.fairness.numbering import unrank_deal
from games.events.details import Revealed


@dataclass(frozen=True)
class ProvenHand:
    """A hand whose deal this seat has checked to its end."""

    hand: int
    deal: int
    commitment: str
    index: int
    own_commitment: str


@dataclass
class OwnDeal:
    """A deal that this seat takes part in: proven commit entry, own nonce, own cards once seen."""

    commit: CommitEntry
    seat: Seat
    nonce: str = field(default_factory=lambda: secrets.token_hex(32), repr=False)
    dealt: Holding | None = None

    @property
    def own_commitment(self) -> str:
        """K, the hash of this seat's contribution."""
        given = Contribution(self.commit.commitment, self.seat, self.nonce)
        return contribution_commitment(given)

    def check_terms(self, header: GameEntry, deck: Deck, deal: DealOnChain) -> None:
        """Check that the deal was committed for this hand and nothing else. Raises OtherTerms."""
        found, line = self.commit, deal.line
        said = (found.origin, found.purpose, found.deck, found.sources, found.beacon)
        purpose = f"game/{header.game}/hand/{deal.hand}"
        wanted = (header.origin, purpose, deck.code, header.sources, "-")
        if said != wanted:
            raise OtherTerms(f"committed was {said}, this hand is {wanted}")
        if (found.deal, found.commitment) != (line.number, line.commitment):
            raise OtherTerms(f"the chain names another deal than entry {line.entry}")
        if line.entry >= line.size:
            raise OtherTerms(f"the checkpoint of {line.size} entries lacks entry {line.entry}")

    def check_own_commitment(self, deal: DealOnChain) -> None:
        """Check that the chain has this seat's K, as its own. Raises ContributionMissing."""
        given = deal.commitments.get(self.seat)
        if given is None or (given.commitment, given.by) != (self.own_commitment, "seat"):
            raise ContributionMissing(f"the chain has {given} for this seat's K")

    def check_freeze(self, freeze: FreezeEntry, game: str, deal: DealOnChain) -> None:
        """Check that the deal is drawn from what the chain shows. Raises FreezeDiffers."""
        digest = sha256(format_entry(freeze).encode()).hexdigest()
        if deal.frozen is None or digest != deal.frozen.digest:
            raise FreezeDiffers("the chain has the digest of another freeze entry")
        terms = (self.commit.origin, self.commit.deal, self.commit.commitment, game)
        if (freeze.origin, freeze.deal, freeze.commitment, freeze.game) != terms:
            raise FreezeDiffers("the freeze entry is of another deal")
        if freeze.seats != deal.seat_lines():
            raise FreezeDiffers("the freeze entry has other K's or nonces than the chain")
        if freeze.seats[self.seat].nonce != self.nonce:
            raise FreezeDiffers("the freeze entry lacks this seat's nonce")

    def check_reveal(self, freeze: FreezeEntry, reveal: Revealed, deck: Deck) -> None:
        """Check that seed and index give the cards this seat has seen (steps 3, 6 and 7).

        Raises SeedDoesNotOpen, OtherIndex, OtherCards.
        """
        commit = self.commit
        opening = Opening(
            origin=commit.origin,
            deal=commit.deal,
            purpose=commit.purpose,
            deck=commit.deck,
            sources=commit.sources,
            beacon=commit.beacon,
            seed=reveal.seed,
        )
        try:
            check_opening(opening, commit.commitment)
        except CommitmentMismatch as error:
            raise SeedDoesNotOpen(str(error)) from error
        statement = format_draw(DrawStatement(commit.commitment, freeze.seats, "-"))
        drawn: Drawn = draw_index(draw_key(reveal.seed, statement), deck.sizes)
        if drawn.index != reveal.index:
            raise OtherIndex(f"the draw gives {drawn.index}, revealed was {reveal.index}")
        cards = unrank_deal(drawn.index, deck)[self.seat]
        if cards != self.dealt:
            raise OtherCards(f"the deal gives {cards}, this seat was shown {self.dealt}")
