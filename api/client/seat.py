"""A seat at a table: does all that fair-deal asks of a seat's software, and plays by a strategy.

For each deal, numbered as in SPEC.md 2: (1) commit entry, proof and checkpoint under the pinned
key, for this game's terms; (2) 32 fresh bytes; (3) K, then the K's of all seats on a chain whose
heads are reckoned here; (4) nonce and head; (5) after the hand the freeze entry, and from the seed
to the own cards.
"""

from __future__ import annotations

import secrets
from typing import Final

from api.client.http import Api, ApiProblem
from deals.fairness.proof import parse_proof
from games.coach.strategy import Strategy
from games.events import details as d
from games.records.fields import Node
from games.records.seat_view import parse_question, parse_seat_view
from games.rules.hand import Phase
from games.verifier.own_seat import OwnSeat
from games.verifier.shown import Claim

WAIT: Final = 25
"""Seconds of a long poll."""
MOVED_ON: Final = frozenset(
    {"stale", "wrong-phase", "not-your-turn", "contributions-closed", "seat-substituted"}
)
"""Refusals because the table went on meanwhile: there is more to read, then to decide again."""


class SeatClient:
    """A seat that was taken: `chain` has lines and receipts, `own.proven` the deals checked."""

    def __init__(self, api: Api, own: OwnSeat) -> None:
        self.own, self.chain = own, own.chain
        self._api, self._path = api, f"games/{own.chain.header.game}"
        self._refused_at = -1

    def play_game(self, strategy: Strategy) -> None:
        """Take part until the game is over; read on and check when substituted. See `advance`."""
        while self.chain.table.phase != "over":
            self.advance(strategy)

    def advance(self, strategy: Strategy, *, wait: int = WAIT) -> None:
        """Read what follows in the chain, waiting at most so many seconds, and do what is due.

        Raises ServerBrokeItsWord as soon as something promised is not so; ApiProblem;
        RecordUnreadable, ProofUnreadable; OSError, http.client.HTTPException.
        """
        for line in self._lines(wait):
            self._take(line)
        seq = -1
        # An own act may be followed by another. Without a new line there is more to read first.
        while self.own.may_owe and seq < self.chain.seq:
            seq = self.chain.seq
            try:
                self._move(strategy)
            except ApiProblem as problem:
                if problem.code not in MOVED_ON or self._refused_at == seq:
                    raise
                self._refused_at = seq

    def _lines(self, wait: int) -> list[str]:
        """Return what follows in the chain; where too many wait already, what is there now."""
        path = f"{self._path}/events?after={self.chain.seq}&limit=200&wait={wait}"
        try:
            events = self._api.call("GET", path).at("events")
        except ApiProblem as problem:
            if problem.code != "too-many-waiters" or not wait:
                raise
            return self._lines(0)
        return [event.at("line").as_text() for event in events.as_list()]

    def _take(self, line: str) -> None:
        event = self.own.take_line(line)
        match event.detail:
            case d.DealCommitted() as deal:
                claim = self._claim(deal.number, "commit", deal.entry)  # (1), (2)
                self.own.begin_deal(event.hand, deal, claim, nonce=secrets.token_hex(32))
            case d.Revealed() as reveal:
                frozen = self.own.deal.frozen
                freeze = (
                    self._claim(reveal.number, "freeze", frozen.entry) if frozen else None
                )  # (5)
                proof = self._api.call("GET", f"deals/{reveal.number}/proof").value
                self.own.end_deal(reveal, parse_proof(proof), freeze)
            case _:
                pass

    def _claim(self, deal: int, kind: str, place: int) -> Claim:
        text = self._api.call("GET", f"deals/{deal}").at("entry_texts").at(kind).as_text()
        return Claim(place, text, self._api.log_text(f"proof/{place}"))

    def _move(self, strategy: Strategy) -> None:
        deal, table, seat = self.own.deal, self.chain.table, self.own.seat
        path = f"deals/{deal.number}/contributions"
        if table.phase == "contributing":
            body: dict[str, object] = {"seat": seat, "commitment": deal.commitment}
            contributed = d.Contributed(deal.commitment, "seat")
            self.keep(self._api.call("POST", path, body), contributed)  # (3)
        elif table.phase == "opening":
            deal.check_contributed(table.commitments)
            deal.head = self.chain.commitments_head
            body = {"nonce": deal.nonce, "head": deal.head}
            answer = self._api.call("PUT", f"{path}/{seat}", body)  # (4)
            self.keep(answer, d.NonceOpened(deal.nonce))
        else:
            self._decide(strategy, self._api.call("GET", f"{self._path}/seats/{seat}"))

    def _decide(self, strategy: Strategy, shown: Node) -> None:
        """Look at what the seat is shown; pass, play or choose when that is due."""
        view, question = parse_seat_view(shown, self.chain.rules), parse_question(shown)
        if view is None:
            return
        self.own.deal.see(view.dealt)
        if question is not None:
            choice = strategy.choose_moon(question, totals=view.totals)
            answer = self._api.call("POST", f"{self._path}/moon-choice", {"choice": choice})
            self.keep(answer, d.MoonChosen(choice))
        elif view.phase is Phase.PASSING and self.own.seat not in view.passed:
            cards = strategy.choose_pass(view)
            answer = self._api.call("POST", f"{self._path}/passes", {"cards": [*map(str, cards)]})
            self.keep(answer, self.own.deal.passed(cards, answer.at("opening").as_text()))
        elif view.phase is Phase.PLAYING and view.turn == self.own.seat:
            card = strategy.choose_play(view)
            body = {"card": str(card), "expected_seq": self.chain.seq}
            self.keep(self._api.call("POST", f"{self._path}/plays", body), d.Played(card))

    def keep(self, answer: Node, did: d.Detail) -> None:
        """Keep the receipt for what was done; the line that came with it has to say that."""
        line, receipt = answer.at("event").at("line"), answer.at("receipt")
        self.own.keep_receipt(receipt.as_text(), line.as_text(), did)
