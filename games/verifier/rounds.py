"""A league's rounds with their draws as one JSON object, hearts-rounds/1: reading its shape."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from deals.fairness.proof import DealProof
from games.records.fields import Node
from games.verifier.bundle import (
    ProvenEntry,
    ProvenSize,
    object_with,
    read_deal,
    read_entry,
    read_items,
    read_number,
    read_size,
)
from games.verifier.seating import Movement, Plan

FORMAT: Final = "hearts-rounds/1"

_KEYS: Final = frozenset(
    {"format", "league", "rounds", "deals", "entries", "consistency", "checkpoint", "seen"}
)
_ROUND: Final = frozenset({"order", "sitting", "movement"})
_MOVEMENT: Final = frozenset({"rounds", "step"})


@dataclass(frozen=True, kw_only=True)
class Rounds:
    """A league's rounds so far: what was settled before each draw, the draws, and the log."""

    league: str
    plans: tuple[Plan, ...]
    deals: tuple[DealProof, ...]
    entries: tuple[ProvenEntry, ...]
    consistency: tuple[ProvenSize, ...]
    checkpoint: str
    seen: tuple[str, ...]


def parse_rounds(value: object) -> Rounds:
    """Return the rounds that a JSON value spells. Raises RecordUnreadable with a JSON pointer."""
    node = object_with(Node(value), _KEYS)
    if node.at("format").value != FORMAT:
        raise node.at("format").unreadable(FORMAT)
    return Rounds(
        league=node.at("league").as_text(),
        plans=read_items(node.at("rounds"), _read_plan),
        deals=read_items(node.at("deals"), read_deal),
        entries=read_items(node.at("entries"), read_entry),
        consistency=read_items(node.at("consistency"), read_size),
        checkpoint=node.at("checkpoint").as_text(),
        seen=node.at("seen").as_texts(),
    )


def _read_plan(node: Node) -> Plan:
    object_with(node, _ROUND)
    movement = node.at("movement")
    return Plan(
        order=node.at("order").as_texts(),
        sitting=node.at("sitting").as_texts(),
        movement=None if movement.value is None else _read_movement(movement),
    )


def _read_movement(node: Node) -> Movement:
    object_with(node, _MOVEMENT)
    rounds = read_items(node.at("rounds"), _read_tables)
    step = read_number(node.at("step"))
    if step >= len(rounds):
        raise node.at("step").unreadable("the number of one of its rounds, from 0")
    return Movement(rounds, step)


def _read_tables(node: Node) -> tuple[tuple[int, ...], ...]:
    return read_items(node, Node.as_numbers)
