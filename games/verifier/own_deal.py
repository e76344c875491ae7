"""What a seat's own software checks of a deal that it takes part in (deals/fairness/SPEC.md 2).

Before it contributes: the deal was committed for this hand and nothing else. After the hand: what
was drawn from is what the chain has shown, its own nonce in it, and the cards follow (steps 3 to
7). That the entries given stand in the log is checked where they are fetched.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from hashlib import sha256
from typing import Final

from deals.cards.holding import Holding
from deals.cards.seat import Seat
from deals.fairness.beacon import check_notice, committed_round
from deals.fairness.commitment import Terms
from deals.fairness.contribution import Contribution, contribution_commitment
from deals.fairness.entries import CommitEntry, FreezeEntry, GameEntry, format_entry
from deals.fairness.integers import format_integer
from deals.fairness.proof import DealProof
from deals.fairness.purpose import Purpose
from deals.fairness.seat_line import SeatLine
from deals.fairness.times import parse_time
from games.events.details import DealCommitted, Frozen, Passed, Revealed
from games.events.pass_statement import PassStatement, parse_pass, pass_commitment
from games.replay.table_state import TableState
from games.rules.ruleset import parse_rules_line
from games.verifier.bare_proof import report_proof
from games.verifier.options import Options
from games.verifier.promise import ServerBrokeItsWord, demand, demand_not_false, promised

_TERMS: Final = (*(one.name for one in fields(Terms)), "commitment")


@dataclass
class OwnDeal:
    """A deal as one seat knows it: its `deal` line, the proven commit entry, the nonce it drew.

    `checkpoint` is the signed note that proved the commit: an eye that has seen it in time.
    `head` is the chain's after the last K, for which the nonce was sent: whoever keeps it can show
    later that no other nonce was drawn again (`--mine K@HEAD`).
    `given` and `frozen` come with the `freeze` line, `dealt` with the first look at the own cards;
    `has_contributed` is whether the nonce is in: not without seats as a source, and not when
    somebody else held the seat then. All checks raise ServerBrokeItsWord.
    """

    header: GameEntry
    hand: int
    line: DealCommitted
    commit: CommitEntry
    seat: Seat
    nonce: str = field(repr=False)
    checkpoint: str = ""
    head: str = ""
    frozen: Frozen | None = None
    given: tuple[SeatLine, ...] = ()
    dealt: Holding | None = None
    has_contributed: bool = False
    index: int | None = None

    @property
    def number(self) -> int:
        """The deal's number."""
        return self.line.number

    @property
    def commitment(self) -> str:
        """K, the hash of this seat's contribution, hex."""
        return contribution_commitment(Contribution(self.commit.commitment, self.seat, self.nonce))

    def check_terms(self) -> None:
        """Check, before anything is given, that it was committed for this hand (steps 2 and 5)."""
        commit, line, header = self.commit, self.line, self.header
        deck = parse_rules_line(header.rules).deck.code
        purpose = str(Purpose("game", header.game, self.hand))
        for what, found, expected in (
            ("the commit entry's origin", commit.origin, header.origin),
            ("its purpose", commit.purpose, purpose),
            ("its deck", commit.deck, deck),
            ("its sources", commit.sources, header.sources),
            ("its deal", commit.deal, line.number),
            ("its commitment", commit.commitment, line.commitment),
        ):
            demand(2, what, found, expected)
        if line.entry >= line.size:
            raise ServerBrokeItsWord(2, f"size {line.size} can't hold the commit entry")
        if commit.sources == "beacon":
            with promised(5):
                check_notice(committed_round(commit.beacon), parse_time(commit.time))

    def check_contributed(self, commitments: Mapping[Seat, str]) -> None:
        """Check, before the nonce is opened, that the chain has this seat's K (step 4)."""
        demand(4, "this seat's K", commitments.get(self.seat), self.commitment)

    def freeze(self, frozen: Frozen, table: TableState) -> None:
        """Note what the seats have given when the chain says that it is frozen."""
        self.frozen = frozen
        self.given = tuple(
            SeatLine(seat, commitment, table.nonces.get(seat))
            for seat, commitment in sorted(table.commitments.items())
        )

    def see(self, dealt: Holding) -> None:
        """Hold the server to the cards it has shown (step 7)."""
        self.dealt = dealt if self.dealt is None else self.dealt
        demand(7, "the cards that were dealt to this seat", dealt, self.dealt)

    def passed(self, cards: Holding, opening: str) -> Passed:
        """Return what the chain has to say of a pass of these cards, with the opening's salt."""
        with promised(8):
            salt = parse_pass(opening).salt
        given = PassStatement(self.header.game, self.hand, self.seat, cards, salt)
        return Passed(pass_commitment(given))

    def check_outcome(
        self, proof: DealProof, reveal: Revealed, *, freeze: FreezeEntry | None
    ) -> None:
        """Check, after the hand, that it was drawn and dealt as was promised (steps 3 to 7)."""
        demand(3, "the terms", _terms(proof), _terms(self.commit))
        demand(3, "the revealed seed", reveal.seed, proof.seed)
        self._check_given(proof, freeze)
        mine = frozenset({self.commitment} if self.has_contributed else ())
        report = report_proof(proof, Options(mine=mine))
        demand_not_false(report)
        demand(6, "the index", format_integer(reveal.index), report.index)
        if self.dealt is not None and report.cards is not None:
            shown = str(self.dealt)
            demand(7, "the cards that this seat was shown", shown, report.cards[self.seat])
        self.index = reveal.index

    def _check_given(self, proof: DealProof, freeze: FreezeEntry | None) -> None:
        """Check step 5 for the nonces: chain, freeze entry and proof have the same, and the own."""
        commit = self.commit
        if self.frozen is not None and freeze is not None:
            digest = sha256(format_entry(freeze).encode()).hexdigest()
            found = (freeze.origin, freeze.deal, freeze.commitment, freeze.game)
            expected = (commit.origin, commit.deal, commit.commitment, self.header.game)
            demand(5, "the freeze entry is of", found, expected)
            demand(5, "its seat lines", freeze.seats, self.given)
            demand(5, "the freeze entry's digest", digest, self.frozen.digest)
        drawn = tuple(SeatLine(one.seat, one.commitment, one.nonce) for one in proof.contributions)
        demand(5, "the seat lines of the proof", drawn, self.given)
        own = SeatLine(self.seat, self.commitment, self.nonce)
        if self.has_contributed and own not in self.given:
            raise ServerBrokeItsWord(5, "this seat's nonce is not among them")


def _terms(of: DealProof | CommitEntry) -> tuple[object, ...]:
    """Return what is public of a deal from the start."""
    return tuple(getattr(of, name) for name in _TERMS)
