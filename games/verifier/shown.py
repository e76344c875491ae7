"""What a seat's software takes from a server: only what is proven under the pinned key."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from deals.fairness.entries import Entry, GameEntry, KeyEntry, parse_entry
from deals.tlog.checkpoint import open_checkpoint
from deals.tlog.inclusion_note import parse_tlog_proof
from deals.tlog.note import VerifierKey, parse_vkey
from deals.tlog.proof import check_inclusion
from deals.tlog.tree import leaf_hash
from games.replay.followed import FollowedChain
from games.verifier.bundle import Bundle
from games.verifier.options import Options
from games.verifier.promise import ServerBrokeItsWord, demand, demand_not_false, promised
from games.verifier.steps import BundleSteps

E = TypeVar("E", bound=Entry)


class Claim(NamedTuple):
    """A log entry as a server says it: its place, its text, and a C2SP tlog-proof."""

    place: int
    text: str
    proof: str


def open_entry(claim: Claim, kind: type[E], *, key: VerifierKey) -> tuple[E, str]:
    """Return an entry that stands in the log, and the signed checkpoint that proves it.

    Raises ServerBrokeItsWord (step 2).
    """
    with promised(2):
        proof = parse_tlog_proof(claim.proof)
        demand(2, "the proof is of entry", proof.index, claim.place)
        checkpoint = open_checkpoint(proof.checkpoint, key)
        check_inclusion(
            proof.hashes,
            index=claim.place,
            size=checkpoint.size,
            root=checkpoint.root,
            leaf=leaf_hash(claim.text.encode()),
        )
        entry = parse_entry(claim.text)
    if not isinstance(entry, kind):
        raise ServerBrokeItsWord(2, f"entry {claim.place} is no {kind.__name__}")
    return entry, proof.checkpoint


def open_game(bundle: Bundle, *, game: str, sources: str, key: VerifierKey) -> FollowedChain:
    """Return the beginning of a game's chain, once all that its bundle says is verified.

    Its header is of this log and game, with these sources; the keys that may sign its receipts
    stand in the log. Raises ServerBrokeItsWord.
    """
    demand_not_false(BundleSteps(bundle, Options(key=key)).run())
    entries = [parse_entry(proven.text) for proven in bundle.entries]
    keys = [parse_vkey(one.vkey) for one in entries if isinstance(one, KeyEntry)]
    (header,) = (one for one in entries if isinstance(one, GameEntry))
    terms = (header.origin, header.game, header.sources)
    demand(2, "the game", terms, (key.name, game, sources))
    return FollowedChain(header, keys)
