"""A seat at a table: does all that fair-deal asks of a seat's software, and plays by a strategy.

For each deal, numbered as in SPEC.md 2: (1) commit entry, proof and checkpoint under the pinned
key, for this game's terms; (2) 32 fresh bytes; (3) K, then the K's of all seats on a chain whose
heads are reckoned here; (4) nonce and head; (5) after the hand the freeze entry, and from the seed
to the own cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol

from api.client.chain import DealOnChain, GameChain
from api.client.errors import ApiProblem, ChainChanged, OtherCards
from api.client.evidence import Foundations, LogReader
from api.client.hand import OwnDeal, ProvenHand
from api.client.http import Api
from api.client.view import read_view
from deals.cards.card import Card
from deals.cards.holding import Holding
from deals.cards.seat import Seat
from deals.fairness.entries import CommitEntry, FreezeEntry
from deals.fairness.errors import FairnessError
from games.events import details as d
from games.events.event import Event
from games.events.pass_statement import parse_pass, pass_commitment
from games.records.fields import Node
from games.rules.hand import Phase
from games.rules.ruleset import parse_rules_line
from games.rules.view import SeatView

WAIT: Final = 25
"""Seconds of a long poll."""


class Strategy(Protocol):
    """Who decides: a person, or a module such as games.coach.thumb."""

    def choose_pass(self, view: SeatView, /) -> Holding:
        """Return the cards to give."""
        ...

    def choose_play(self, view: SeatView, /) -> Card:
        """Return one of the legal cards."""
        ...


class SeatClient:
    """A seat that was taken. `proven` are the hands whose deals it has checked to their end."""

    def __init__(
        self, api: Api, log: LogReader, *, foundations: Foundations, seat: Seat, token: str
    ) -> None:
        self.seat = seat
        self.game = foundations.header.game
        self.rules = parse_rules_line(foundations.header.rules)
        self.chain = GameChain(
            foundations.header, foundations.receipt_key, players=self.rules.players
        )
        self.proven: list[ProvenHand] = []
        self._api, self._log, self._token = api, log, token
        self._own: OwnDeal | None = None

    def play_game(self, strategy: Strategy) -> None:
        """Take part until the game is over. Raises as `advance` does."""
        while not self.chain.is_over:
            self.advance(strategy)

    def advance(self, strategy: Strategy, *, wait: int = WAIT) -> None:
        """Read what follows in the chain, waiting at most so many seconds, and do what is due.

        Raises ServerBrokeItsWord as soon as something promised is not so; ApiProblem,
        AnswerUnreadable, OSError, http.client.HTTPException.
        """
        lines = self._lines(wait=wait)
        for line in lines:
            self._take(line)
        if not lines or self._may_be_on_turn():
            self._move(strategy)
            seq = -1
            # An own card took the trick. Without a new line there is more to read first.
            while self._is_on_turn() and seq < self.chain.seq:
                seq = self.chain.seq
                self._move(strategy)

    def _lines(self, *, wait: int) -> tuple[str, ...]:
        """Return what follows in the chain; where too many wait already, what is there now."""
        path = f"games/{self.game}/events?after={self.chain.seq}&limit=200&wait="
        try:
            return self._api.call("GET", f"{path}{wait}", _read_lines, token=self._token)
        except ApiProblem as problem:
            if problem.code != "too-many-waiters":
                raise
        return self._api.call("GET", f"{path}0", _read_lines, token=self._token)

    def _take(self, line: str) -> None:
        """Add a line to the chain, and do what the protocol asks after it."""
        self._answer(self.chain.append(line), self.chain.deal)

    def _answer(self, event: Event, deal: DealOnChain | None) -> None:
        """Do what the protocol asks after a line."""
        if deal is None:
            return
        if isinstance(event.detail, d.DealCommitted):
            self._contribute(deal)
        elif isinstance(event.detail, d.Contributed) and deal.head is not None:
            self._open(deal, deal.head)
        elif isinstance(event.detail, d.Revealed):
            self._check_hand(deal, event.detail)

    def _contribute(self, deal: DealOnChain) -> None:
        number, index = deal.line.number, deal.line.entry
        text = self._api.call("GET", f"deals/{number}", _commit_text, token=self._token)
        own = OwnDeal(self._log.entry(index, text, CommitEntry), self.seat)  # (1), (2)
        own.check_terms(self.chain.header, self.rules.deck, deal)
        self._own = own
        body = {"seat": self.seat, "commitment": own.own_commitment}
        act = self._act("POST", f"deals/{number}/contributions", body)  # (3)
        self._expect(act, d.Contributed(own.own_commitment, "seat"))

    def _open(self, deal: DealOnChain, head: str) -> None:
        own = self._own_deal()
        own.check_own_commitment(deal)
        path = f"deals/{deal.line.number}/contributions/{self.seat}"
        act = self._act("PUT", path, {"nonce": own.nonce, "head": head})  # (4)
        self._expect(act, d.NonceOpened(own.nonce))

    def _check_hand(self, deal: DealOnChain, reveal: d.Revealed) -> None:
        own, number = self._own_deal(), deal.line.number
        index = deal.frozen.entry if deal.frozen else -1
        text = self._api.call("GET", f"deals/{number}", _freeze_text, token=self._token)
        freeze = self._log.entry(index, text, FreezeEntry)  # (5)
        own.check_freeze(freeze, self.game, deal)
        own.check_reveal(freeze, reveal, self.rules.deck)
        self.proven.append(
            ProvenHand(deal.hand, number, own.commit.commitment, reveal.index, own.own_commitment)
        )

    def _is_on_turn(self) -> bool:
        """Whether the last line is a card, and this seat plays the next one."""
        deal, events = self.chain.deal, self.chain.events
        return (
            deal is not None and deal.turn == self.seat and isinstance(events[-1].detail, d.Played)
        )

    def _may_be_on_turn(self) -> bool:
        """Whether it is worth looking: only after the deal and the pass the chain does not tell."""
        deal, last = self.chain.deal, self.chain.events[-1].detail
        if isinstance(last, d.Passed) and deal is not None:
            return self.seat not in deal.passed or len(deal.passed) == self.chain.players
        return isinstance(last, d.Frozen) or self._is_on_turn()

    def _move(self, strategy: Strategy) -> None:
        path = f"games/{self.game}/seats/{self.seat}"
        seq, view = self._api.call(
            "GET", path, lambda node: read_view(node, self.rules), token=self._token
        )
        if view is None:
            return
        self._see(view)
        if view.phase is Phase.PASSING and self.seat not in view.passed:
            self._pass(strategy.choose_pass(view), view.number)
        elif view.phase is Phase.PLAYING and view.turn == self.seat:
            self._play(strategy.choose_play(view), seq)

    def _see(self, view: SeatView) -> None:
        """Hold the server to the cards it has shown. Raises OtherCards."""
        own = self._own_deal()
        if own.dealt is not None and own.dealt != view.dealt:
            raise OtherCards(f"this seat was dealt {own.dealt}, and now {view.dealt}")
        own.dealt = view.dealt

    def _pass(self, cards: Holding, hand: int) -> None:
        body = {"cards": list(map(str, cards))}
        act = self._act("POST", f"games/{self.game}/passes", body)
        try:
            statement = parse_pass(act.opening)
        except FairnessError as error:
            raise ChainChanged(f"the opening of the pass: {error}") from error
        said = (statement.game, statement.hand, statement.seat, statement.cards)
        if said != (self.game, hand, self.seat, cards):
            raise ChainChanged(f"the opening is of another pass: {said}")
        self._expect(act, d.Passed(pass_commitment(statement)))

    def _play(self, card: Card, seq: int) -> None:
        body = {"card": str(card), "expected_seq": seq}
        try:
            act = self._act("POST", f"games/{self.game}/plays", body)
        except ApiProblem as problem:
            if problem.code == "stale":  # Something happened meanwhile: look, and decide again.
                return
            raise
        self._expect(act, d.Played(card))

    def _act(self, method: str, path: str, body: Mapping[str, object]) -> Act:
        """Do something; its receipt is checked and kept.

        When the line comes next in the chain it is taken at once: nobody needs to ask for it.
        """
        line, receipt, opening = self._api.call(
            method, path, read_act, body=body, token=self._token
        )
        act = Act(self.chain.keep_receipt(receipt, line), opening)
        if act.event.seq == self.chain.seq + 1:
            self._take(line)
        return act

    def _expect(self, act: Act, detail: d.Detail) -> None:
        """Check that the line is what this seat did. Raises ChainChanged."""
        if (act.event.seat, act.event.detail) != (self.seat, detail):
            raise ChainChanged(f"line {act.event.seq} is not what seat {self.seat} did")

    def _own_deal(self) -> OwnDeal:
        """Return the deal that is on. Raises ChainChanged when the chain shows none."""
        if self._own is None:
            raise ChainChanged("cards without a deal that this seat has contributed to")
        return self._own


class Act(NamedTuple):
    """An accepted act: its event, and what opens it where something does."""

    event: Event
    opening: str


def read_act(node: Node) -> tuple[str, str, str]:
    """Return line, receipt and opening of an answer. Raises RecordUnreadable."""
    opening = node.find("opening")
    return (
        node.at("event").at("line").as_text(),
        node.at("receipt").as_text(),
        opening.as_text() if opening else "",
    )


def _read_lines(node: Node) -> tuple[str, ...]:
    return tuple(event.at("line").as_text() for event in node.at("events").as_list())


def _commit_text(node: Node) -> str:
    return node.at("entry_texts").at("commit").as_text()


def _freeze_text(node: Node) -> str:
    return node.at("entry_texts").at("freeze").as_text()
