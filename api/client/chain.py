"""A game's chain as one seat has seen it: every head is reckoned here, none is taken over."""

from __future__ import annotations

from dataclasses import dataclass, field

from api.client.errors import ChainChanged, ContributionMissing, ReceiptInvalid
from deals.cards.card import Card
from deals.cards.seat import Seat, next_seat
from deals.fairness.entries import GameEntry, format_entry
from deals.fairness.errors import FairnessError
from deals.fairness.seat_line import SeatLine
from deals.tlog.errors import TlogError
from deals.tlog.note import VerifierKey, check_note, parse_note
from games.events import details as d
from games.events.chain import first_head, next_head
from games.events.errors import EventError
from games.events.event import Event, parse_event
from games.events.receipt import Receipt, parse_receipt


@dataclass
class DealOnChain:
    """What the chain says of one deal: the K's and nonces by seat, and how the hand goes on.

    `head` is the one after the last K, None before; `turn` the seat that plays next, None before
    the first card; `trick` the cards on the table, each with its seat.
    """

    hand: int
    line: d.DealCommitted
    commitments: dict[Seat, d.Contributed] = field(default_factory=dict)
    nonces: dict[Seat, str] = field(default_factory=dict)
    head: str | None = None
    frozen: d.Frozen | None = None
    passed: set[Seat] = field(default_factory=set)
    turn: Seat | None = None
    trick: list[tuple[Card, Seat]] = field(default_factory=list)

    def seat_lines(self) -> tuple[SeatLine, ...]:
        """Return what each seat gave, as the freeze entry has to say it."""
        return tuple(
            SeatLine(seat, given.commitment, self.nonces.get(seat))
            for seat, given in sorted(self.commitments.items())
        )


class GameChain:
    """Header and lines, the head after each, and the receipts that must lie on them."""

    def __init__(self, header: GameEntry, receipt_key: VerifierKey, *, players: int) -> None:
        self.header = header
        self.players = players
        self.heads = [first_head(format_entry(header))]
        self.events: list[Event] = []
        self.lines: list[str] = []
        self.receipts: list[str] = []
        self.deal: DealOnChain | None = None
        self._receipt_key = receipt_key
        self._unreached: list[tuple[Receipt, str]] = []

    @property
    def seq(self) -> int:
        """The seq of the last line, 0 before the first."""
        return len(self.lines)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.events) and isinstance(self.events[-1].detail, d.Ended)

    def append(self, line: str) -> Event:
        """Add the next line. Raises ChainChanged, ContributionMissing, ReceiptInvalid."""
        try:
            event = parse_event(line)
        except EventError as error:
            raise ChainChanged(str(error)) from error
        if event.seq != self.seq + 1:
            raise ChainChanged(f"line {event.seq} follows line {self.seq}")
        self.lines.append(line)
        self.events.append(event)
        self.heads.append(next_head(self.heads[-1], line))
        self._follow(event)
        self._meet_receipts()
        return event

    def keep_receipt(self, note: str, line: str) -> Event:
        """Check what answered an own act, now or when its line is reached; return the event.

        Raises ReceiptInvalid, ChainChanged.
        """
        try:
            signed = parse_note(note)
            check_note(signed, self._receipt_key)
            receipt = parse_receipt(signed.text)
            event = parse_event(line)
        except (TlogError, FairnessError, EventError) as error:
            raise ReceiptInvalid(str(error)) from error
        of_game = (self.header.origin, self.header.game, event.seq, event.time)
        if (receipt.origin, receipt.game, receipt.seq, receipt.time) != of_game:
            raise ReceiptInvalid("the receipt is for another line than the answer's")
        self.receipts.append(note)
        self._unreached.append((receipt, line))
        self._meet_receipts()
        return event

    def _meet_receipts(self) -> None:
        for receipt, line in [one for one in self._unreached if one[0].seq <= self.seq]:
            self._unreached.remove((receipt, line))
            if (self.heads[receipt.seq], self.lines[receipt.seq - 1]) != (receipt.head, line):
                raise ReceiptInvalid(f"the receipt for line {receipt.seq} is not on this chain")

    def _follow(self, event: Event) -> None:
        detail = event.detail
        if isinstance(detail, d.DealCommitted):
            self.deal = DealOnChain(event.hand, detail)
        elif self.deal is not None:
            self._follow_deal(self.deal, event)

    def _follow_deal(self, deal: DealOnChain, event: Event) -> None:
        seat, detail = event.seat, event.detail
        if isinstance(detail, d.Contributed) and seat is not None:
            if seat in deal.commitments or seat >= self.players:
                raise ChainChanged(f"line {event.seq}: no K of seat {seat} is awaited")
            deal.commitments[seat] = detail
            if len(deal.commitments) == self.players:
                deal.head = self.heads[-1]
        elif isinstance(detail, d.NonceOpened) and seat is not None:
            if deal.head is None:
                raise ContributionMissing(f"line {event.seq}: a nonce before the last K")
            deal.nonces[seat] = detail.nonce
        elif isinstance(detail, d.Frozen):
            deal.frozen = detail
        elif seat is not None:
            self._follow_hand(deal, seat, detail)

    def _follow_hand(self, deal: DealOnChain, seat: Seat, detail: d.Detail) -> None:
        if isinstance(detail, d.Passed):
            deal.passed.add(seat)
        elif isinstance(detail, d.Played):
            self._follow_trick(deal, seat, detail.card)

    def _follow_trick(self, deal: DealOnChain, seat: Seat, card: Card) -> None:
        """Note who plays next: the next seat, or who took the trick."""
        deal.trick.append((card, seat))
        deal.turn = next_seat(seat, players=self.players)
        if len(deal.trick) == self.players:
            led = deal.trick[0][0].suit
            _, deal.turn = max(play for play in deal.trick if play[0].suit is led)
            deal.trick.clear()
