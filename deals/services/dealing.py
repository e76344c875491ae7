"""The acts of one deal, in their order: commit, freeze, draw, reveal, void.

Every function runs inside the caller's transaction; those that write to the log take its writer.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from deals.cards.deck import DECKS
from deals.cards.holding import Holding
from deals.fairness.beacon import committed_round, round_randomness
from deals.fairness.commitment import Opening, check_opening, commitment_of
from deals.fairness.draw import Drawn, DrawStatement, draw_index, draw_key, format_draw
from deals.fairness.entries import (
    CommitEntry,
    FreezeEntry,
    RevealEntry,
    VoidEntry,
    parse_entry,
)
from deals.fairness.integers import format_integer, parse_integer
from deals.fairness.numbering import unrank_cards, unrank_deal
from deals.fairness.places import place_sizes, seat_count
from deals.fairness.seat_line import SeatLine
from deals.models import Deal
from deals.sealing import SealBroken
from deals.services.beacon import promise_round
from deals.services.deal_rows import insert_deal, mark_deal, reveal_row
from deals.services.errors import SeedLost
from deals.services.keys import service_keys
from deals.services.locked import LockedDeal
from deals.services.log import Logged, LogWriter

NO_BEACON: Final = "-"
RESTORED: Final = "restored"
SEED_LOST: Final = "seed-lost"


def commit_deal(
    writer: LogWriter, purpose: str, *, deck: str, sources: str, game: UUID | None
) -> int:
    """Put the commitment to a fresh seed into the log; return the new deal's number."""
    opening = Opening(
        origin=writer.origin,
        deal=writer.head.deals + 1,
        purpose=purpose,
        deck=deck,
        sources=sources,
        beacon=promise_round(writer.now) if sources == "beacon" else NO_BEACON,
        seed=secrets.token_hex(32),
    )
    commitment = commitment_of(opening)
    entry = writer.append(
        CommitEntry(
            origin=opening.origin,
            deal=opening.deal,
            purpose=purpose,
            deck=deck,
            sources=sources,
            beacon=opening.beacon,
            commitment=commitment,
            time=writer.time,
        ),
        game=game,
    )
    seed = bytes.fromhex(opening.seed)
    insert_deal(
        opening,
        commitment=commitment,
        sealed_seed=service_keys().sealer.seal(seed, context=commitment),
        entry=entry.index,
        created=writer.now,
    )
    return opening.deal


def freeze_deal(writer: LogWriter, deal: LockedDeal, *, game: UUID, seq: int, head: str) -> Logged:
    """Log what the draw is made from; `seq` and `head` are the chain's after the last nonce."""
    entry = writer.append(
        FreezeEntry(
            origin=writer.origin,
            deal=deal.number,
            commitment=deal.commitment,
            seats=_seat_lines(deal.row),
            game=str(game),
            head=f"{seq} {head}",
            time=writer.time,
        ),
        game=game,
    )
    deal.row.freeze_entry_id = entry.index
    _set_state(deal.row, Deal.State.FROZEN, "freeze_entry")
    return entry


def mark_dealt(deal: LockedDeal) -> None:
    """Note that the cards are in the players' hands."""
    mark_deal(deal.row, Deal.State.DEALT)


def dealt_holdings(deal: LockedDeal) -> tuple[Holding, ...]:
    """Return the cards of a deal with all its sources: the seats' holdings, then the kitty."""
    return _holdings(deal.row)


def holdings_of_deal(number: int, *, game: UUID, board: str = "") -> tuple[Holding, ...] | None:
    """Return the cards of a deal of a game, or of its board; None for another's or a void one."""
    rows = Deal.objects.filter(number=number)
    own = rows.filter(purpose=board) if board else rows.filter(purpose__startswith=f"game/{game}/")
    deal = own.exclude(state=Deal.State.VOID).first()
    return None if deal is None else _holdings(deal)


@dataclass(frozen=True)
class RevealedSeed:
    """A deal's seed (hex) and index, and where its reveal entry stands."""

    seed: str
    index: int
    entry: int


def reveal_deal(writer: LogWriter, deal: LockedDeal, *, game: UUID | None) -> RevealedSeed:
    """Put seed and index into the log and into the row; `game` is what the entry speaks of."""
    row = deal.row
    seed = _open_seed(row)
    drawn = _draw(row, seed)
    entry = writer.append(
        RevealEntry(
            origin=writer.origin,
            deal=deal.number,
            seed=seed,
            beacon=_shown_round(row),
            attempts=drawn.attempts,
            index=drawn.index,
            time=writer.time,
        ),
        game=game,
    )
    index = format_integer(drawn.index)
    reveal_row(row, seed=seed, index=index, attempts=drawn.attempts, entry=entry.index)
    return RevealedSeed(seed, drawn.index, entry.index)


def draw_lots(
    writer: LogWriter, deal: LockedDeal, lots: Sequence[str], *, league: UUID
) -> list[str]:
    """Draw and reveal a deal of lots; return who drew each place. `lots` are uuids, ascending.

    One that is revealed, in a log that was made whole, is drawn as it was.
    """
    drawn = parse_integer(deal.row.index) if deal.row.index else None
    index = reveal_deal(writer, deal, game=league).index if drawn is None else drawn
    held = unrank_cards(index, cards=lots, sizes=place_sizes(deal.row.deck))
    return [lot for (lot,) in held]


def void_deal(writer: LogWriter, deal: LockedDeal, *, reason: str, game: UUID | None) -> str:
    """End a deal without play: its seed and what the seats gave become public.

    Return the reason that stands in the log: seed-lost where the seed can't be shown any more
    (and restored, where that was asked).
    """
    row = deal.row
    try:
        seed = _open_seed(row)
    except SeedLost:
        seed, reason = "-", reason if reason == RESTORED else SEED_LOST
    entry = writer.append(
        VoidEntry(
            origin=writer.origin,
            deal=deal.number,
            reason=reason,
            seed=seed,
            seats=_seat_lines(row),
            time=writer.time,
        ),
        game=game,
    )
    row.seed, row.end_entry_id, row.reason = seed.removeprefix("-"), entry.index, reason
    row.sealed_seed = None
    _set_state(row, Deal.State.VOID, "seed", "end_entry", "reason", "sealed_seed")
    return reason


def seed_opens(deal: LockedDeal) -> bool:
    """Whether a deal's seed can be shown."""
    try:
        _open_seed(deal.row)
    except SeedLost:
        return False
    return True


def _set_state(row: Deal, state: Deal.State, *changed: str) -> None:
    row.state = state
    row.save(update_fields=["state", *changed])


def _seat_lines(row: Deal) -> tuple[SeatLine, ...]:
    """Return what each seat gave so far, as freeze, draw and void statements have it."""
    shares = row.contributions.all() if row.sources == "seats" else ()
    given = {share.seat: share for share in shares}
    return tuple(
        SeatLine(seat, given[seat].commitment, given[seat].nonce or None)
        if seat in given
        else SeatLine(seat)
        for seat in range(seat_count(row.deck))
    )


def _holdings(row: Deal) -> tuple[Holding, ...]:
    return unrank_deal(_draw(row, _open_seed(row)).index, DECKS[row.deck])


def _draw(row: Deal, seed: str) -> Drawn:
    beacon = NO_BEACON
    if row.signature:
        beacon = f"{committed_round(row.beacon)} {round_randomness(row.signature)}"
    statement = DrawStatement(row.commitment, _seat_lines(row), beacon)
    return draw_index(draw_key(seed, format_draw(statement)), place_sizes(row.deck))


def _shown_round(row: Deal) -> str:
    return f"{committed_round(row.beacon)} {row.signature}" if row.signature else NO_BEACON


def _open_seed(row: Deal) -> str:
    """Return the seed in hex, checked against the commitment after it was decrypted.

    Raises SeedLost.
    """
    if row.seed:
        return row.seed
    try:
        opened = service_keys().sealer.open(bytes(row.sealed_seed or b""), context=row.commitment)
    except SealBroken as error:
        raise SeedLost(f"the seed of deal {row.number} is lost: {error}") from None
    seed = opened.hex()
    check_opening(
        Opening(
            origin=parse_entry(row.commit_entry.text).origin,
            deal=row.number,
            purpose=row.purpose,
            deck=row.deck,
            sources=row.sources,
            beacon=row.beacon,
            seed=seed,
        ),
        row.commitment,
    )
    return seed
