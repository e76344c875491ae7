"""Steps 3 to 7 for one deal's proof: what follows from it alone, with or without a log.

Each step notes what is wrong in the StepFindings it is given; steps 6 and 7 answer what they found.
"""

from __future__ import annotations

from typing import Final

from deals.cards.deck import DECKS
from deals.fairness.beacon import check_round as open_round
from deals.fairness.commitment import check_opening
from deals.fairness.contribution import check_contribution
from deals.fairness.draw import Drawn, check_round, draw_index, draw_key, format_draw
from deals.fairness.integers import format_integer
from deals.fairness.numbering import unrank_cards, unrank_deal
from deals.fairness.places import lots_count, place_sizes
from deals.fairness.proof import DealProof, contributions_of, draw_statement_of, opening_of
from games.verifier.findings import StepFindings

NO_NONCE: Final = "0" * 64
"""A nonce that nobody drew."""


def check_commitment(proof: DealProof, step: StepFindings, *, hand: int | None = None) -> None:
    """Step 3: the opening hashes to the commitment."""
    with step.catching(hand=hand):
        check_opening(opening_of(proof), proof.commitment)


def check_nonces(proof: DealProof, step: StepFindings, *, hand: int | None = None) -> None:
    """Step 4: each nonce opens its K, is no other seat's, and not zero."""
    seen = {NO_NONCE}
    for contribution, commitment in contributions_of(proof):
        with step.catching(f"seat {contribution.seat}", hand=hand):
            check_contribution(contribution, commitment)
        if contribution.nonce in seen:
            step.add("a nonce that was used before, or zero", hand=hand, seat=contribution.seat)
        seen.add(contribution.nonce)


def check_beacon(proof: DealProof, step: StepFindings, *, hand: int | None = None) -> None:
    """Step 5: the committed round, its signature by the chain, its randomness from that."""
    if proof.round is None:
        return
    with step.catching(hand=hand):
        check_round(proof.beacon, str(proof.round.number))
    with step.catching(hand=hand):
        randomness = open_round(proof.round.number, proof.round.signature)
        step.compare("the round's randomness", proof.round.randomness, randomness, hand=hand)


def check_index(proof: DealProof, step: StepFindings, *, hand: int | None = None) -> Drawn:
    """Step 6: the index that follows from seed and draw statement, with its attempts."""
    statement = format_draw(draw_statement_of(proof))
    drawn = draw_index(draw_key(proof.seed, statement), place_sizes(proof.deck))
    if proof.index is not None:
        said, follows = format_integer(proof.index), format_integer(drawn.index)
        step.compare("the index", said, follows, hand=hand)
    if proof.attempts is not None:
        step.compare("the attempts", proof.attempts, drawn.attempts, hand=hand)
    return drawn


def check_cards(
    proof: DealProof, index: int, step: StepFindings, *, hand: int | None = None
) -> tuple[str, ...] | None:
    """Step 7: the holdings of an index, the kitty last; for lots, who is at each place.

    None for lots where the proof doesn't say who is seated.
    """
    hands = _dealt(proof, index, step, hand=hand)
    if hands is not None and proof.hands is not None:
        for place, (said, follows) in enumerate(zip(proof.hands, hands, strict=False)):
            step.compare(f"the cards of place {place}", said, follows, hand=hand)
        step.compare("the number of places", len(proof.hands), len(hands), hand=hand)
    return hands


def _dealt(
    proof: DealProof, index: int, step: StepFindings, *, hand: int | None
) -> tuple[str, ...] | None:
    if lots_count(proof.deck) is None:
        return tuple(map(str, unrank_deal(index, DECKS[proof.deck])))
    if proof.hands is None:
        return None
    with step.catching(hand=hand):
        seated = sorted(set(proof.hands))
        held = unrank_cards(index, cards=seated, sizes=place_sizes(proof.deck))
        return tuple(who for (who,) in held)
    return None
