"""A game with all its proofs as one JSON object, hearts-bundle/1: reading its shape.

Whether its texts are statements, notes and lines is the first step of checking, not of reading.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from deals.fairness.errors import ProofUnreadable
from deals.fairness.proof import DealProof, parse_proof
from deals.tlog.base64_text import parse_base64
from games.records.errors import RecordUnreadable
from games.records.fields import Node
from games.records.record import Record, read_record

T = TypeVar("T")

FORMAT: Final = "hearts-bundle/1"

_KEYS: Final = frozenset(
    {
        "format",
        "record",
        "header",
        "events",
        "deals",
        "entries",
        "consistency",
        "checkpoint",
        "seen",
        "receipts",
    }
)


@dataclass(frozen=True)
class ProvenEntry:
    """An entry of the log, its index there, and the hashes that prove it."""

    index: int
    text: str
    hashes: tuple[bytes, ...]


@dataclass(frozen=True)
class ProvenSize:
    """An earlier size of the log, its root in hex, and the hashes that prove it a beginning."""

    size: int
    root: str
    hashes: tuple[bytes, ...]


@dataclass(frozen=True, kw_only=True)
class Bundle:
    """What a bundle holds: texts as they were hashed and signed, proofs for one checkpoint.

    `seen` are earlier checkpoints with cosignatures; `receipts` those that the caller was given.
    """

    record: Record
    header: str
    events: tuple[str, ...]
    deals: tuple[DealProof, ...]
    entries: tuple[ProvenEntry, ...]
    consistency: tuple[ProvenSize, ...]
    checkpoint: str
    seen: tuple[str, ...]
    receipts: tuple[str, ...]


def parse_bundle(value: object) -> Bundle:
    """Return the bundle that a JSON value spells; keys that no bundle has are refused.

    Raises RecordUnreadable with a JSON pointer.
    """
    node = object_with(Node(value), _KEYS)
    if node.at("format").value != FORMAT:
        raise node.at("format").unreadable(FORMAT)
    return Bundle(
        record=read_record(node.at("record").value, pointer="/record"),
        header=node.at("header").as_text(),
        events=node.at("events").as_texts(),
        deals=read_items(node.at("deals"), read_deal),
        entries=read_items(node.at("entries"), read_entry),
        consistency=read_items(node.at("consistency"), read_size),
        checkpoint=node.at("checkpoint").as_text(),
        seen=node.at("seen").as_texts(),
        receipts=node.at("receipts").as_texts(),
    )


def read_items(node: Node, read: Callable[[Node], T]) -> tuple[T, ...]:
    """Return the items of a list, each read. Raises RecordUnreadable."""
    return tuple([read(item) for item in node.as_list()])


def object_with(node: Node, keys: frozenset[str]) -> Node:
    """Return an object that has these keys and no other. Raises RecordUnreadable."""
    if node.as_object().keys() != keys:
        raise node.unreadable(f"an object with the keys {', '.join(sorted(keys))} and no other")
    return node


def read_deal(node: Node) -> DealProof:
    """Return the proof of a deal. Raises RecordUnreadable."""
    try:
        return parse_proof(node.value)
    except ProofUnreadable as error:
        pointer = node.pointer + error.pointer
        raise RecordUnreadable(error.expected, pointer=pointer) from None


def read_entry(node: Node) -> ProvenEntry:
    """Return an entry with its proof. Raises RecordUnreadable."""
    object_with(node, frozenset({"index", "entry", "hashes"}))
    return ProvenEntry(
        read_number(node.at("index")),
        node.at("entry").as_text(),
        read_items(node.at("hashes"), _read_hash),
    )


def read_size(node: Node) -> ProvenSize:
    """Return an earlier size with its proof. Raises RecordUnreadable."""
    object_with(node, frozenset({"size", "root", "hashes"}))
    return ProvenSize(
        read_number(node.at("size")),
        node.at("root").as_text(),
        read_items(node.at("hashes"), _read_hash),
    )


def read_number(node: Node) -> int:
    """Return a whole number from 0. Raises RecordUnreadable."""
    number = node.as_number()
    if number < 0:
        raise node.unreadable("a whole number, not below 0")
    return number


def _read_hash(node: Node) -> bytes:
    data = parse_base64(node.as_text())
    if data is None:
        raise node.unreadable("a hash in base64")
    return data
