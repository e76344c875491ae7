"""A seat as its own software knows it: the chain it follows, the deals it takes part in.

Whoever fetches hands the answers in: lines, receipts, log entries with their proofs. Nothing is
believed that does not follow from the pinned key; what differs raises ServerBrokeItsWord.
"""

from __future__ import annotations

from deals.cards.seat import Seat
from deals.fairness.entries import CommitEntry, FreezeEntry
from deals.fairness.proof import DealProof
from deals.tlog.note import VerifierKey
from games.events import details as d
from games.events.event import Event
from games.replay.followed import FollowedChain
from games.verifier.own_deal import OwnDeal
from games.verifier.promise import promised
from games.verifier.shown import Claim, open_entry


class OwnSeat:
    """A seat that somebody took, as `holder` says; `proven` are its deals checked to their end.

    `deal` is there from the first `deal` line on.
    """

    deal: OwnDeal

    def __init__(
        self, chain: FollowedChain, seat: Seat, holder: d.SeatTaken, *, key: VerifierKey
    ) -> None:
        self.chain = chain
        self.seat = seat
        self.proven: list[OwnDeal] = []
        self._holder = holder
        self._key = key

    @property
    def is_substituted(self) -> bool:
        """Whether somebody else holds the seat now."""
        return self.chain.table.seats[self.seat] not in {None, self._holder}

    @property
    def may_owe(self) -> bool:
        """Whether the table may wait for this seat; never again once it is substituted."""
        return not self.is_substituted and self.chain.may_owe(self.seat)

    def take_line(self, line: str) -> Event:
        """Add the next line of the chain."""
        with promised(8):
            event = self.chain.append(line)
        if isinstance(event.detail, d.Frozen):
            self.deal.freeze(event.detail, self.chain.table)
        return event

    def keep_receipt(self, note: str, line: str, did: d.Detail) -> None:
        """Keep the receipt for what this seat did; the line with it has to say that."""
        with promised(8):
            self.chain.keep_receipt(note, line, seat=self.seat, detail=did)
        if isinstance(did, d.NonceOpened):
            self.deal.has_contributed = True

    def begin_deal(self, hand: int, line: d.DealCommitted, claim: Claim, *, nonce: str) -> None:
        """Take part in a deal with this nonce, once its commit is proven and for this hand."""
        commit, checkpoint = open_entry(claim, CommitEntry, key=self._key)
        header = self.chain.header
        self.deal = OwnDeal(header, hand, line, commit, self.seat, nonce, checkpoint)
        self.deal.check_terms()

    def end_deal(self, reveal: d.Revealed, proof: DealProof, freeze: Claim | None) -> None:
        """Check a deal to its end; `freeze` is asked for where the chain has a freeze line."""
        entry = freeze and open_entry(freeze, FreezeEntry, key=self._key)[0]
        self.deal.check_outcome(proof, reveal, freeze=entry)
        self.proven.append(self.deal)
