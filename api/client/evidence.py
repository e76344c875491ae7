"""Reading the public log: nothing counts that is not under a checkpoint of the pinned key."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from api.client.errors import NotInLog
from api.client.http import Api
from deals.fairness.entries import Entry, GameEntry, KeyEntry, parse_entry
from deals.fairness.errors import FairnessError
from deals.tlog.base64_text import parse_base64
from deals.tlog.checkpoint import Checkpoint, open_checkpoint
from deals.tlog.errors import TlogError
from deals.tlog.inclusion_note import parse_tlog_proof
from deals.tlog.note import VerifierKey, parse_vkey
from deals.tlog.proof import check_inclusion
from deals.tlog.tree import leaf_hash
from games.records.fields import Node

E = TypeVar("E", bound=Entry)


@dataclass(frozen=True)
class Claim:
    """An entry as the server shows it, and the hashes that should prove it."""

    index: int
    text: str
    hashes: tuple[bytes, ...]


@dataclass(frozen=True)
class Foundations:
    """What everything of a game rests on: its header, and the key that signs its receipts."""

    header: GameEntry
    receipt_key: VerifierKey


class LogReader:
    """The log of one service, seen by somebody who knows its key."""

    def __init__(self, api: Api, key: VerifierKey) -> None:
        self._api = api
        self.key = key

    def entry(self, index: int, text: str, kind: type[E]) -> E:
        """Return an entry whose text the server said, once it is proven. Raises NotInLog."""
        try:
            proof = parse_tlog_proof(self._api.log_text(f"proof/{index}"))
            checkpoint = open_checkpoint(proof.checkpoint, self.key)
        except TlogError as error:
            raise NotInLog(f"entry {index}: {error}") from error
        if proof.index != index:
            raise NotInLog(f"the proof is of entry {proof.index}, not of {index}")
        return _only(kind, [_proven(Claim(index, text, proof.hashes), checkpoint)])

    def foundations(self, game: str) -> Foundations:
        """Return header and receipt key of a game, both proven. Raises NotInLog."""
        note, claims = self._api.call("GET", f"games/{game}/bundle", _read_claims)
        try:
            checkpoint = open_checkpoint(note, self.key)
        except TlogError as error:
            raise NotInLog(f"the checkpoint: {error}") from error
        entries = [_proven(claim, checkpoint) for claim in claims]
        header = _only(
            GameEntry, [one for one in entries if isinstance(one, GameEntry) and one.game == game]
        )
        key = _only(
            KeyEntry,
            [one for one in entries if isinstance(one, KeyEntry) and one.role == "receipt"],
        )
        return Foundations(header, parse_vkey(key.vkey))


def _read_claims(node: Node) -> tuple[str, list[Claim]]:
    return node.at("checkpoint").as_text(), [
        Claim(
            entry.at("index").as_number(),
            entry.at("entry").as_text(),
            tuple(parse_base64(text) or b"" for text in entry.at("hashes").as_texts()),
        )
        for entry in node.at("entries").as_list()
    ]


def _proven(claim: Claim, checkpoint: Checkpoint) -> Entry:
    """Return an entry that stands in the log. Raises NotInLog."""
    try:
        leaf = leaf_hash(claim.text.encode())
        check_inclusion(
            claim.hashes,
            index=claim.index,
            size=checkpoint.size,
            root=checkpoint.root,
            leaf=leaf,
        )
        return parse_entry(claim.text)
    except (TlogError, FairnessError) as error:
        raise NotInLog(f"entry {claim.index}: {error}") from error


def _only(kind: type[E], entries: Iterable[Entry]) -> E:
    """Return the one entry there is, of the kind that was wanted. Raises NotInLog."""
    found = list(entries)
    if len(found) == 1 and isinstance(found[0], kind):
        return found[0]
    raise NotInLog(f"expected one {kind.__name__}, found {len(found)}")
