"""A game's chain as one reader has followed it: every head is reckoned, none is taken over.

Receipts are held to it, those that come before their line as soon as it is reached: one that is
not on the chain proves that two were shown (games/events/SPEC.md).
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from deals.cards.seat import Seat, next_seat
from deals.fairness.entries import GameEntry, format_entry
from deals.fairness.errors import FairnessError
from deals.tlog.errors import TlogError
from deals.tlog.note import VerifierKey, check_note, parse_note, signatures_by
from games.events import details as d
from games.events.chain import first_head, next_head
from games.events.errors import EventError
from games.events.event import Event, parse_event
from games.events.receipt import Receipt, parse_receipt
from games.replay.table_fold import TableFold
from games.replay.table_line import LineRefused
from games.rules.ruleset import Moon, parse_rules_line


class FollowedChain:
    """Header and lines, the head after each (`heads` begins with head 0), the receipts given.

    `table` is what the lines have come to without hidden cards; `last_seat` played the last card;
    `commitments_head` is the head after the newest K.
    Raises InvalidRules when the header's rules line is none.
    """

    def __init__(self, header: GameEntry, receipt_keys: Sequence[VerifierKey]) -> None:
        self.header = header
        self.rules = parse_rules_line(header.rules)
        self.heads = [first_head(format_entry(header))]
        self.lines: list[str] = []
        self.receipts: list[str] = []
        self.last_seat: Seat | None = None
        self.commitments_head = ""
        self._keys = receipt_keys
        self._unreached: dict[str, Receipt] = {}
        self._fold = TableFold(header, self.rules, lambda _: None)
        self.table = self._fold.state()

    @property
    def seq(self) -> int:
        """The seq of the last line, 0 before the first."""
        return len(self.lines)

    @property
    def is_behind(self) -> bool:
        """Whether a receipt was given for a line that this chain has not reached yet."""
        return bool(self._unreached)

    def may_owe(self, seat: Seat) -> bool:
        """Whether the table waits for a seat, as far as its lines tell: in doubt it does.

        They don't tell who took a trick, who holds the lowest club, or who shot the moon.
        """
        table, players = self.table, self.rules.players
        given: Mapping[str, Container[Seat]] = {
            "contributing": table.commitments,
            "opening": table.nonces,
            "passing": table.passed,
        }
        if self.is_behind:
            return False
        if table.phase in given:
            return seat not in given[table.phase]
        if table.phase == "playing" and table.plays % players and self.last_seat is not None:
            return seat == next_seat(self.last_seat, players=players)
        asks = table.phase == "closing" and self.rules.moon is Moon.CHOICE
        return table.phase == "playing" or asks

    def append(self, line: str) -> Event:
        """Add the next line. Raises LineRefused."""
        event = _read_line(line)
        self._fold.take(event)
        self.table = self._fold.state()
        self.lines.append(line)
        self.heads.append(next_head(self.heads[-1], line))
        if isinstance(event.detail, d.Played):
            self.last_seat = event.seat
        elif isinstance(event.detail, d.Contributed):
            self.commitments_head = self.heads[-1]
        self._meet_receipts()
        return event

    def keep_receipt(self, note: str, line: str, *, seat: Seat, detail: d.Detail) -> None:
        """Keep the receipt for what a seat did, once it and the line that came with it say so.

        A line that comes next is added. Raises LineRefused.
        """
        event = _read_line(line)
        if (event.seat, event.detail) != (seat, detail):
            raise LineRefused(f"line {event.seq} is not what seat {seat} did")
        receipt = self._open(note)
        found = (receipt.origin, receipt.game, receipt.seq, receipt.time)
        if found != (self.header.origin, self.header.game, event.seq, event.time):
            raise LineRefused(f"a receipt for line {receipt.seq} came with line {event.seq}")
        self.receipts.append(note)
        self._unreached[line] = receipt
        if event.seq == self.seq + 1:
            self.append(line)
        else:
            self._meet_receipts()

    def _open(self, note: str) -> Receipt:
        try:
            signed = parse_note(note)
            signers = [key for key in self._keys if signatures_by(signed, key)]
            check_note(signed, signers[0] if signers else self._keys[-1])
            return parse_receipt(signed.text)
        except (TlogError, FairnessError) as error:
            raise LineRefused(f"a receipt: {error}") from error

    def _meet_receipts(self) -> None:
        reached = {line: said for line, said in self._unreached.items() if said.seq <= self.seq}
        for line, said in reached.items():
            del self._unreached[line]
            if (self.heads[said.seq], self.lines[said.seq - 1]) != (said.head, line):
                raise LineRefused(f"the receipt for line {said.seq} is not on this chain")


def _read_line(line: str) -> Event:
    try:
        return parse_event(line)
    except EventError as error:
        raise LineRefused(str(error)) from error
