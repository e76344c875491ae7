"""Your own K (--mine): in a deal that was kept, under the head that you sent with your nonce.

A K that stands in the game shows that your nonce went into the deal. That the other K's stood
before the server had your nonce is shown by the chain's head that you sent with it, and by nothing
in a bundle: a server that knows your nonce can draw the others again and write the chain anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from deals.fairness.proof import DealProof
from games.events.details import Contributed
from games.events.event import Event
from games.verifier.evidence import Evidence
from games.verifier.findings import StepFindings
from games.verifier.options import Options
from games.verifier.story import DealStory

_NOT_COMPARED: Final = "the chain's head that you sent with your nonce was not compared"
NO_HEAD: Final = (
    f"{_NOT_COMPARED} (--mine K@HEAD): without it the server could have drawn the other nonces "
    "again once it had yours; keep that head, and your receipts (--receipts FILE)"
)
NO_CHAIN: Final = f"{_NOT_COMPARED}: a deal's proof alone has no chain"


class OwnShare(NamedTuple):
    """A `contribute` line with a K of the caller's, as drawn by a seat, and its deal."""

    story: DealStory
    line: Event
    commitment: str


def check_own_k(
    evidence: Evidence, stories: Sequence[DealStory], step: StepFindings, options: Options
) -> None:
    """Step 4 for the caller: one of his K's stands in a deal that was not thrown away.

    The head that he sent with a nonce is the chain's after the last K of that deal.
    """
    shares = own_shares(stories, options)
    for share in shares:
        _check_heads(evidence, share, step, options)
    if options.mine and not shares:
        step.add("none of the K's that you gave stands in this game as drawn by a seat")
    elif shares and all(share.story.void is not None for share in shares):
        line = shares[0].line
        step.add(
            "your K stands only in a deal that was thrown away",
            hand=line.hand,
            seat=line.seat,
            seq=line.seq,
        )


def own_shares(stories: Sequence[DealStory], options: Options) -> tuple[OwnShare, ...]:
    """Return where the caller's K's stand."""
    return tuple(
        OwnShare(story, line, detail.commitment)
        for story in stories
        for line, detail in story.said(Contributed)
        if detail.commitment in options.mine and detail.by == "seat"
    )


def own_k_notes(stories: Sequence[DealStory], options: Options) -> Iterator[str]:
    """Yield where the caller's K's stand, in words, and what of them was not compared."""
    with_head = {commitment for commitment, _ in options.heads}
    is_compared = True
    for story, line, commitment in own_shares(stories, options):
        place = f"your K stands in hand {line.hand}, seat {line.seat}"
        if story.void is not None:
            place += ", in a deal that was thrown away"
        elif story.reveal is None:
            place += ", in a deal that is not revealed yet"
        if commitment in with_head:
            place += ", under the head that you sent with its nonce"
        elif story.void is None:
            is_compared = False
        yield place
    if not is_compared:
        yield NO_HEAD


def own_k_of_proof(proof: DealProof, options: Options) -> tuple[str, ...]:
    """Return where the caller's K's stand in a deal proof alone, in words."""
    found = [
        given
        for given in proof.contributions
        if given.commitment in options.mine and given.by == "seat"
    ]
    places = [f"your K stands at seat {given.seat}" for given in found]
    kept = {commitment for commitment, _ in options.heads}
    if any(given.commitment in kept for given in found):
        places.append(NO_CHAIN)
    return tuple(places)


def _check_heads(evidence: Evidence, share: OwnShare, step: StepFindings, options: Options) -> None:
    story, line, commitment = share
    last = max(event.seq for event, _ in story.said(Contributed))
    found = evidence.head_after(last)
    for _, head in sorted(pair for pair in options.heads if pair[0] == commitment):
        if head != found:
            step.add(
                f"two chains were shown: you sent your nonce for {head}, "
                f"after the last K the chain has {found}",
                hand=line.hand,
                seat=line.seat,
                seq=last,
            )
