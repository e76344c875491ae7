"""Steps 3, 4, 6 and 7 over the deals of a game: proofs, log and chain against one another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deals.cards.deck import DECKS
from deals.cards.holding import Holding, parse_holding
from deals.fairness.beacon import round_randomness
from deals.fairness.commitment import Opening, check_opening
from deals.fairness.contribution import Contribution, check_contribution
from deals.fairness.draw import DrawStatement, draw_index, draw_key, format_draw
from deals.fairness.entries import CommitEntry, VoidEntry
from deals.fairness.numbering import unrank_deal
from deals.fairness.proof import DealProof
from games.events import details as d
from games.verifier.evidence import Evidence
from games.verifier.findings import StepFindings
from games.verifier.proof_steps import (
    NO_NONCE,
    check_cards,
    check_commitment,
    check_index,
)
from games.verifier.story import DealStory


def check_commitments(evidence: Evidence, stories: Sequence[DealStory], step: StepFindings) -> None:
    """Step 3: the opening of every deal that has ended hashes to what was committed."""
    numbers = [proof.deal for proof in evidence.bundle.deals]
    if numbers != sorted(set(numbers)):
        step.add(f"the proofs are not one a deal, by number: {numbers}")
    for story in stories:
        commit = story.commit
        if commit is None:
            step.add(f"deal {story.number} has no commit entry")
        elif story.reveal is not None:
            _check_revealed(story, commit.entry, step)
        elif story.proof is not None:
            step.add(f"deal {story.number} has a proof, but no reveal entry", hand=story.hand)
        elif story.void is not None:
            _check_thrown_away(story, commit.entry, story.void.entry, step)


def _check_revealed(story: DealStory, commit: CommitEntry, step: StepFindings) -> None:
    proof, reveal = story.proof, story.reveal
    if proof is None or reveal is None:
        step.add(f"deal {story.number} is revealed, but has no proof", hand=story.hand)
        return
    step.compare(
        f"the terms of deal {story.number}", terms_of(proof), terms_of(commit), hand=story.hand
    )
    step.compare("the revealed seed", reveal.entry.seed, proof.seed, hand=story.hand)
    check_commitment(proof, step, hand=story.hand)


def _check_thrown_away(
    story: DealStory, commit: CommitEntry, void: VoidEntry, step: StepFindings
) -> None:
    """Check the seed that a void shows; once all nonces are in, none may be lost.

    Nonces count whether the freeze is logged or not: what they gave was to be drawn from.
    """
    if void.seed != "-":
        with step.catching(f"deal {story.number}", hand=story.hand):
            check_opening(_opening(commit, void.seed), commit.commitment)
    elif story.freeze is not None:
        step.add(f"deal {story.number} was frozen, and its seed is lost", hand=story.hand)
    elif all(line.nonce is not None for line in void.seats):
        step.add(f"deal {story.number} had all its nonces, and its seed is lost", hand=story.hand)


def terms_of(of: DealProof | CommitEntry) -> tuple[object, ...]:
    """Return what is public of a deal from the start."""
    return (of.origin, of.deal, of.purpose, of.deck, of.sources, of.beacon, of.commitment)


def _opening(commit: CommitEntry, seed: str) -> Opening:
    return Opening(
        origin=commit.origin,
        deal=commit.deal,
        purpose=commit.purpose,
        deck=commit.deck,
        sources=commit.sources,
        beacon=commit.beacon,
        seed=seed,
    )


def check_contributions(
    evidence: Evidence, stories: Sequence[DealStory], step: StepFindings
) -> None:
    """Step 4: each nonce opens its K, after all K's, and is used once in the whole game."""
    used = {NO_NONCE}
    for story in stories:
        _check_order(story, step)
        _check_contributed(story, evidence.rules.players, step)
        for line, detail in story.said(d.NonceOpened):
            if detail.nonce in used:
                step.add(
                    "a nonce that was used before, or zero",
                    hand=line.hand,
                    seat=line.seat,
                    seq=line.seq,
                )
            used.add(detail.nonce)


def _check_order(story: DealStory, step: StepFindings) -> None:
    nonces = [line.seq for line, _ in story.said(d.NonceOpened)]
    for line, _ in story.said(d.Contributed):
        if nonces and line.seq > nonces[0]:
            step.add("a K after the first nonce", hand=line.hand, seat=line.seat, seq=line.seq)


def _check_contributed(story: DealStory, players: int, step: StepFindings) -> None:
    """Check that the chain's K's and nonces are those of proof and void entry, and open."""
    lines = story.seat_lines(players)
    if story.void is not None:
        step.compare(
            "what the seats had given to the void deal",
            [*map(str, story.void.entry.seats)],
            [*map(str, lines)],
            hand=story.hand,
        )
    opened = [line for line in lines if line.commitment is not None and line.nonce is not None]
    if story.proof is not None:
        # Who drew a nonce is the chain's to say: nothing in a proof binds it.
        step.compare(
            "the contributions",
            [f"{one.seat} {one.commitment} {one.nonce}" for one in story.proof.contributions],
            [*map(str, opened)],
            hand=story.hand,
        )
    for line in opened:
        with step.catching(f"seat {line.seat}", hand=story.hand):
            nonce = Contribution(story.commitment, line.seat, line.nonce or "")
            check_contribution(nonce, line.commitment or "")


def check_indexes(stories: Sequence[DealStory], step: StepFindings) -> dict[int, int]:
    """Step 6: the index of every revealed deal, by number, as proof, log and chain say it."""
    indexes: dict[int, int] = {}
    for story in stories:
        if story.opened is None:
            continue
        proof, reveal = story.opened
        drawn = check_index(proof, step, hand=story.hand)
        indexes[story.number] = drawn.index
        step.compare("the revealed index", reveal.index, drawn.index, hand=story.hand)
        step.compare("the revealed attempts", reveal.attempts, drawn.attempts, hand=story.hand)
    return indexes


def check_deals(
    stories: Sequence[DealStory], indexes: Mapping[int, int], step: StepFindings
) -> dict[int, tuple[Holding, ...]]:
    """Step 7: the cards of every deal, by number; those of void deals that were ready too."""
    cards: dict[int, tuple[Holding, ...]] = {}
    for story in stories:
        if story.proof is not None:
            index = indexes[story.number]
            hands = check_cards(story.proof, index, step, hand=story.hand)
            if story.proof.deck in DECKS:
                cards[story.number] = tuple(map(parse_holding, hands or ()))
        elif story.commit is not None and story.void is not None:
            with step.catching(f"deal {story.number}", hand=story.hand):
                cards |= _void_cards(story, story.commit.entry, story.void.entry)
    return cards


def _void_cards(
    story: DealStory, commit: CommitEntry, void: VoidEntry
) -> dict[int, tuple[Holding, ...]]:
    """Return the cards of a deal that was thrown away, if its sources had been complete."""
    shown = [
        f"{detail.round} {round_randomness(detail.signature)}"
        for _, detail in story.said(d.BeaconRound)
    ]
    complete = {
        "seats": all(line.nonce is not None for line in void.seats),
        "beacon": bool(shown),
    }.get(commit.sources, True)
    if void.seed == "-" or commit.deck not in DECKS or not complete:
        return {}
    beacon = shown[0] if commit.sources == "beacon" else "-"
    draw = DrawStatement(commit.commitment, void.seats, beacon)
    deck = DECKS[commit.deck]
    drawn = draw_index(draw_key(void.seed, format_draw(draw)), deck.sizes)
    return {void.deal: unrank_deal(drawn.index, deck)}
