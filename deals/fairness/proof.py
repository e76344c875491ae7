"""A deal with all that proves it, as one JSON object: hearts-deal/1 (SPEC.md 7).

Reading asks for the object's shape. Whether its values make canonical statements is found when the
statements are written: that is the first step of checking, not of reading.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from deals.fairness.commitment import Opening
from deals.fairness.contribution import Contribution
from deals.fairness.draw import DrawStatement, check_draw
from deals.fairness.integers import format_integer
from deals.fairness.json_value import JsonValue
from deals.fairness.places import seat_count
from deals.fairness.seat_line import SeatLine

T = TypeVar("T")

FORMAT: Final = "hearts-deal/1"


@dataclass(frozen=True, kw_only=True)
class ProvenContribution:
    """A seat's K and nonce, hex, and who drew the nonce: `seat` or `service`."""

    seat: int
    commitment: str
    nonce: str
    by: str


@dataclass(frozen=True, kw_only=True)
class ProvenRound:
    """The beacon's round that was used: its number, signature and randomness, hex."""

    number: int
    signature: str
    randomness: str


@dataclass(frozen=True, kw_only=True)
class DealProof:
    """One deal: its opening, commitment, contributions, round, and what follows from them.

    `attempts`, `index` and `hands` are None where the proof does not say them. `hands` are the
    holdings as text, the kitty last; for lots, the uuid at each place.
    """

    origin: str
    deal: int
    purpose: str
    deck: str
    sources: str
    beacon: str
    seed: str
    commitment: str
    contributions: tuple[ProvenContribution, ...] = ()
    round: ProvenRound | None = None
    attempts: int | None = None
    index: int | None = None
    hands: tuple[str, ...] | None = None


def opening_of(proof: DealProof) -> Opening:
    """Return the opening that a proof's commitment should be the hash of.

    Raises StatementMalformed when its lines contradict one another.
    """
    return Opening(
        origin=proof.origin,
        deal=proof.deal,
        purpose=proof.purpose,
        deck=proof.deck,
        sources=proof.sources,
        beacon=proof.beacon,
        seed=proof.seed,
    )


def contributions_of(proof: DealProof) -> tuple[tuple[Contribution, str], ...]:
    """Return each contribution of a proof with the K that it should open."""
    return tuple(
        (Contribution(proof.commitment, given.seat, given.nonce), given.commitment)
        for given in proof.contributions
    )


def draw_statement_of(proof: DealProof) -> DrawStatement:
    """Return the draw statement of a proof: its contributions, or a bare line for every seat.

    Raises UnknownDeck, StatementMalformed, DrawMismatch when it isn't as the opening asks.
    """
    bare = map(SeatLine, range(seat_count(proof.deck)))
    given = (SeatLine(one.seat, one.commitment, one.nonce) for one in proof.contributions)
    draw = DrawStatement(
        proof.commitment,
        tuple(given if proof.contributions else bare),
        f"{proof.round.number} {proof.round.randomness}" if proof.round else "-",
    )
    check_draw(draw, opening_of(proof))
    return draw


def format_proof(proof: DealProof) -> dict[str, object]:
    """Return the JSON object of a proof, keys in their order; unsaid keys are left out."""
    written: dict[str, object] = {
        "format": FORMAT,
        "origin": proof.origin,
        "deal": proof.deal,
        "for": proof.purpose,
        "deck": proof.deck,
        "sources": proof.sources,
        "beacon": proof.beacon,
        "seed": proof.seed,
        "commitment": proof.commitment,
        "contributions": [
            {"seat": one.seat, "commitment": one.commitment, "nonce": one.nonce, "by": one.by}
            for one in proof.contributions
        ],
        "round": proof.round
        and {
            "number": proof.round.number,
            "signature": proof.round.signature,
            "randomness": proof.round.randomness,
        },
    }
    if proof.attempts is not None:
        written["attempts"] = proof.attempts
    if proof.index is not None:
        written["index"] = format_integer(proof.index)
    if proof.hands is not None:
        written["hands"] = list(proof.hands)
    return written


def parse_proof(obj: object) -> DealProof:
    """Return the proof that a JSON value, as `json.loads` gives it, spells.

    Keys that no proof has are refused. Raises ProofUnreadable.
    """
    value = JsonValue(obj)
    keys = value.object(
        "format origin deal for deck sources beacon seed commitment contributions round",
        optional="attempts index hands",
    )
    if keys["format"].text() != FORMAT:
        raise keys["format"].unreadable(FORMAT)
    return DealProof(
        origin=keys["origin"].text(),
        deal=keys["deal"].number(),
        purpose=keys["for"].text(),
        deck=keys["deck"].text(),
        sources=keys["sources"].text(),
        beacon=keys["beacon"].text(),
        seed=keys["seed"].text(),
        commitment=keys["commitment"].text(),
        contributions=keys["contributions"].items(_parse_contribution),
        round=keys["round"].nullable(_parse_round),
        attempts=_said(keys, "attempts", JsonValue.number),
        index=_said(keys, "index", JsonValue.index),
        hands=_said(keys, "hands", lambda hands: hands.items(JsonValue.text)),
    )


def _said(keys: Mapping[str, JsonValue], key: str, parse: Callable[[JsonValue], T]) -> T | None:
    return parse(keys[key]) if key in keys else None


def _parse_contribution(value: JsonValue) -> ProvenContribution:
    keys = value.object("seat commitment nonce by")
    if keys["by"].text() not in {"seat", "service"}:
        raise keys["by"].unreadable("seat or service")
    return ProvenContribution(
        seat=keys["seat"].number(),
        commitment=keys["commitment"].text(),
        nonce=keys["nonce"].text(),
        by=keys["by"].text(),
    )


def _parse_round(value: JsonValue) -> ProvenRound:
    keys = value.object("number signature randomness")
    return ProvenRound(
        number=keys["number"].number(),
        signature=keys["signature"].text(),
        randomness=keys["randomness"].text(),
    )
