"""Reading deals: what is public of them, and their proofs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from deals.cards.deck import DECKS
from deals.cards.holding import Holding
from deals.fairness.beacon import committed_round, round_due, round_randomness
from deals.fairness.draw import DrawStatement, draw_index, draw_key, format_draw
from deals.fairness.entries import parse_entry
from deals.fairness.integers import parse_integer
from deals.fairness.numbering import unrank_cards, unrank_deal
from deals.fairness.places import place_sizes
from deals.fairness.proof import DealProof, ProvenContribution, ProvenRound, format_proof
from deals.fairness.purpose import parse_purpose
from deals.fairness.seat_line import SeatLine
from deals.fairness.service_entries import RoundEntry
from deals.fairness.times import format_time
from deals.models import Contribution, Deal, Entry


class EmbargoedProof(Exception):
    """The seed is secret still; `waits_for` names the event that opens it."""

    code = "embargoed"

    def __init__(self, number: int, waits_for: str) -> None:
        super().__init__(f"the proof of deal {number} is public after {waits_for}")
        self.waits_for = waits_for


def game_of_deal(number: int) -> UUID | None:
    """Return the game that a deal is for; None for another purpose or no such deal."""
    purpose = Deal.objects.filter(number=number).values_list("purpose", flat=True).first()
    if purpose is None or not purpose.startswith("game/"):
        return None
    return UUID(purpose.split("/")[1])


def purpose_of_deal(number: int) -> str | None:
    """Return what a deal is for; None when there is no such deal."""
    return Deal.objects.filter(number=number).values_list("purpose", flat=True).first()


def deal_summary(number: int) -> dict[str, object] | None:
    """Return what is public of a deal now."""
    deal = _deal(number)
    if deal is None:
        return None
    return {
        "deal": deal.number,
        "for": deal.purpose,
        "deck": deal.deck,
        "sources": deal.sources,
        "beacon": deal.beacon,
        "commitment": deal.commitment,
        "state": deal.state,
        "reason": deal.reason or None,
        "round": _round(deal),
        "contributions": [_contribution(row) for row in _in_seat_order(deal)],
        "entries": {
            "commit": deal.commit_entry_id,
            "freeze": deal.freeze_entry_id,
            "end": deal.end_entry_id,
        },
        "entry_texts": {
            "commit": deal.commit_entry.text,
            "freeze": _text(deal.freeze_entry),
            "end": _text(deal.end_entry),
        },
    }


def deals_page(
    *, state: str | None, reason: str | None, after: int, limit: int
) -> tuple[list[dict[str, object]], int | None]:
    """Deals by number, in pages; with the number after which the next page goes on, if any."""
    rows = Deal.objects.filter(number__gt=after).order_by("number")
    if state is not None:
        rows = rows.filter(state=state)
    if reason is not None:
        rows = rows.filter(reason=reason)
    found = list(rows[: limit + 1])
    page = found[:limit]
    more = page[-1].number if len(found) > limit else None
    shown: list[dict[str, object]] = [
        {
            "deal": row.number,
            "for": row.purpose,
            "commitment": row.commitment,
            "state": row.state,
            "reason": row.reason or None,
        }
        for row in page
    ]
    return shown, more


def deal_proof(number: int) -> dict[str, object] | None:
    """Return the whole proof of a revealed deal, hearts-deal/1. Raises EmbargoedProof."""
    deal = _deal(number)
    if deal is None:
        return None
    if deal.state != Deal.State.REVEALED:
        raise EmbargoedProof(number, "the reveal entry in the log, at the end of its hand")
    return format_proof(_proof(deal))


def proofs_of_game(game: UUID, *, board: str = "") -> list[DealProof]:
    """Return the proofs of a game's revealed deals, or of its board, by number."""
    rows = Deal.objects.select_related("commit_entry").prefetch_related("contributions")
    rows = rows.filter(state=Deal.State.REVEALED)
    own = rows.filter(purpose=board) if board else rows.filter(purpose__startswith=f"game/{game}/")
    return [_proof(deal) for deal in own.order_by("number")]


def proofs_of_deals(numbers: Sequence[int]) -> list[DealProof]:
    """Return the proofs of these deals that are revealed, by number."""
    rows = Deal.objects.select_related("commit_entry").prefetch_related("contributions")
    revealed = rows.filter(state=Deal.State.REVEALED, number__in=numbers)
    return [_proof(deal) for deal in revealed.order_by("number")]


@dataclass(frozen=True)
class EndedDeal:
    """A deal that is over: its seed in hex; its index and holdings, the kitty last.

    None where the seed was lost, or nothing was drawn before the deal was thrown away.
    """

    seed: str | None
    index: int | None
    holdings: tuple[Holding, ...] | None


def ended_deals(game: UUID, *, board: str = "") -> dict[int, EndedDeal]:
    """Return a game's deals, or its board's, that are revealed or void, by number."""
    rows = Deal.objects.prefetch_related("contributions").filter(
        state__in=[Deal.State.REVEALED, Deal.State.VOID]
    )
    own = rows.filter(purpose=board) if board else rows.filter(purpose__startswith=f"game/{game}/")
    return {row.number: _ended(row) for row in own}


def _ended(deal: Deal) -> EndedDeal:
    index = parse_integer(deal.index) if deal.index else _index_of_void(deal)
    holdings = None if index is None else unrank_deal(index, DECKS[deal.deck])
    return EndedDeal(deal.seed or None, index, holdings)


def _index_of_void(deal: Deal) -> int | None:
    """Return what a deal with all its sources was drawn to, before it was thrown away."""
    given = _in_seat_order(deal)
    seats = DECKS[deal.deck].seats
    complete = {
        "server": True,
        "seats": len(given) == seats and all(row.nonce for row in given),
        "beacon": bool(deal.signature),
    }
    if not deal.seed or not complete[deal.sources]:
        return None
    lines = tuple(SeatLine(row.seat, row.commitment, row.nonce) for row in given)
    proven = _proven_round(deal)
    beacon = "-" if proven is None else f"{proven.number} {proven.randomness}"
    statement = DrawStatement(deal.commitment, lines or tuple(map(SeatLine, range(seats))), beacon)
    return draw_index(draw_key(deal.seed, format_draw(statement)), DECKS[deal.deck].sizes).index


def proofs_of_table(table: UUID) -> list[DealProof]:
    """Return the proofs of the revealed deals for a table with real cards, by number."""
    rows = Deal.objects.select_related("commit_entry").prefetch_related("contributions")
    of_table = rows.filter(purpose__startswith=f"table/{table}/", state=Deal.State.REVEALED)
    return [_proof(deal) for deal in of_table.order_by("number")]


def void_reasons(purpose: str) -> list[str]:
    """Return why the deals for a purpose were voided, in their order."""
    rows = Deal.objects.filter(purpose=purpose, state=Deal.State.VOID).order_by("number")
    return list(rows.values_list("reason", flat=True))


def last_deal(purpose: str) -> int | None:
    """Return the number of the newest deal for a purpose, void or not."""
    rows = Deal.objects.filter(purpose=purpose).order_by("-number")
    return rows.values_list("number", flat=True).first()


def live_deal(purpose: str) -> int | None:
    """Return the number of the deal that serves a purpose now."""
    rows = Deal.objects.filter(purpose=purpose).exclude(state=Deal.State.VOID)
    return rows.values_list("number", flat=True).first()


def _deal(number: int) -> Deal | None:
    """Return a deal with its contributions and its entries of the log."""
    deals = Deal.objects.select_related("commit_entry", "freeze_entry", "end_entry")
    return deals.prefetch_related("contributions").filter(number=number).first()


def _proof(deal: Deal) -> DealProof:
    index = parse_integer(deal.index)
    if index is None:
        raise AssertionError("a revealed deal has an index")
    return DealProof(
        origin=parse_entry(deal.commit_entry.text).origin,
        deal=deal.number,
        purpose=deal.purpose,
        deck=deal.deck,
        sources=deal.sources,
        beacon=deal.beacon,
        seed=deal.seed,
        commitment=deal.commitment,
        contributions=tuple(
            ProvenContribution(seat=row.seat, commitment=row.commitment, nonce=row.nonce, by=row.by)
            for row in _in_seat_order(deal)
        ),
        round=_proven_round(deal),
        attempts=deal.attempts,
        index=index,
        hands=_hands(deal, index),
    )


def _hands(deal: Deal, index: int) -> tuple[str, ...] | None:
    """Return what each place holds; None for lots before the entry of their round is there."""
    if deal.deck in DECKS:
        return tuple(map(str, unrank_deal(index, DECKS[deal.deck])))
    purpose = parse_purpose(deal.purpose)
    entry = round_entry(UUID(purpose.owner), purpose.number)
    if entry is None:
        return None
    lots = sorted(entrant for table in entry.tables for entrant in table.entrants)
    held = unrank_cards(index, cards=lots, sizes=place_sizes(deal.deck))
    return tuple(lot for (lot,) in held)


def round_entry(league: UUID, number: int) -> RoundEntry | None:
    """Return the log's entry of a round, None before it is seated."""
    rows = Entry.objects.filter(kind=Entry.Kind.ROUND, game=league)
    said = rows.filter(text__contains=f"\nround {number}\n").values_list("text", flat=True).first()
    entry = None if said is None else parse_entry(said)
    return entry if isinstance(entry, RoundEntry) else None


def _round(deal: Deal) -> dict[str, object] | None:
    """Return the beacon's round that a deal is drawn from, signature null while it waits."""
    if deal.beacon == "-":
        return None
    number = committed_round(deal.beacon)
    proven = _proven_round(deal)
    return {
        "number": number,
        "due": format_time(round_due(number)),
        "signature": None if proven is None else proven.signature,
        "randomness": None if proven is None else proven.randomness,
    }


def _proven_round(deal: Deal) -> ProvenRound | None:
    if not deal.signature:
        return None
    return ProvenRound(
        number=committed_round(deal.beacon),
        signature=deal.signature,
        randomness=round_randomness(deal.signature),
    )


def _text(entry: Entry | None) -> str | None:
    return None if entry is None else entry.text


def _in_seat_order(deal: Deal) -> list[Contribution]:
    return sorted(deal.contributions.all(), key=lambda row: row.seat)


def _contribution(row: Contribution) -> dict[str, object]:
    return {
        "seat": row.seat,
        "commitment": row.commitment,
        "nonce": row.nonce or None,
        "by": row.by,
    }
