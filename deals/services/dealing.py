"""The acts of one deal, in their order: commit, freeze, draw, reveal, void.

Every function runs inside the caller's transaction; those that write to the log take its writer.
"""

from __future__ import annotations

import secrets
from typing import Final
from uuid import UUID

from deals.cards.deck import DECKS, Deck
from deals.cards.holding import Holding
from deals.fairness.commitment import Opening, check_opening, commitment_of
from deals.fairness.draw import Drawn, DrawStatement, draw_index, draw_key, format_draw
from deals.fairness.entries import CommitEntry, FreezeEntry, RevealEntry, VoidEntry
from deals.fairness.numbering import unrank_deal
from deals.fairness.seat_line import SeatLine
from deals.models import Deal, Entry
from deals.services.keys import service_keys
from deals.services.log import LogWriter

NO_BEACON: Final = "-"


def commit_deal(
    writer: LogWriter, purpose: str, *, deck: str, sources: str, game: UUID | None
) -> Deal:
    """Draw a fresh seed and put its commitment into the log, under the next deal number."""
    opening = Opening(
        origin=writer.origin,
        deal=writer.head.deals + 1,
        purpose=purpose,
        deck=deck,
        sources=sources,
        beacon=NO_BEACON,
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
            beacon=NO_BEACON,
            commitment=commitment,
            time=writer.time,
        ),
        game=game,
    )
    seed = bytes.fromhex(opening.seed)
    return Deal.objects.create(
        number=opening.deal,
        purpose=purpose,
        deck=deck,
        sources=sources,
        commitment=commitment,
        sealed_seed=service_keys().sealer.seal(seed, context=commitment),
        commit_entry=entry,
        created=writer.now,
    )


def lock_deal(purpose: str) -> Deal:
    """Return the live deal of a purpose, locked. Raises Deal.DoesNotExist."""
    deals = Deal.objects.select_for_update(no_key=True, of=("self",))
    return deals.exclude(state=Deal.State.VOID).get(purpose=purpose)


def freeze_deal(writer: LogWriter, deal: Deal, *, game: UUID, seq: int, head: str) -> Entry:
    """Log what the draw is made from; `seq` and `head` are the chain's after the last nonce."""
    entry = writer.append(
        FreezeEntry(
            origin=writer.origin,
            deal=deal.number,
            commitment=deal.commitment,
            seats=seat_lines(deal),
            game=str(game),
            head=f"{seq} {head}",
            time=writer.time,
        ),
        game=game,
    )
    deal.freeze_entry = entry
    deal.state = Deal.State.FROZEN
    deal.save(update_fields=["freeze_entry", "state"])
    return entry


def seat_lines(deal: Deal) -> tuple[SeatLine, ...]:
    """Return what each seat gave so far, as freeze, draw and void statements have it."""
    given = {row.seat: row for row in deal.contributions.all()}
    return tuple(
        SeatLine(seat, given[seat].commitment, given[seat].nonce or None)
        if seat in given
        else SeatLine(seat)
        for seat in range(DECKS[deal.deck].seats)
    )


def mark_dealt(deal: Deal) -> None:
    """Note that the cards are in the players' hands."""
    deal.state = Deal.State.DEALT
    deal.save(update_fields=["state"])


def dealt_holdings(deal: Deal) -> tuple[Holding, ...]:
    """Return the cards of a deal with all its sources: the seats' holdings, then the kitty."""
    return unrank_deal(_draw(deal, _open_seed(deal)).index, _deck(deal))


def reveal_deal(writer: LogWriter, deal: Deal, *, game: UUID) -> Deal:
    """Put seed and index into the log and into the row."""
    seed = _open_seed(deal)
    drawn = _draw(deal, seed)
    deal.end_entry = writer.append(
        RevealEntry(
            origin=writer.origin,
            deal=deal.number,
            seed=seed,
            beacon=NO_BEACON,
            attempts=drawn.attempts,
            index=drawn.index,
            time=writer.time,
        ),
        game=game,
    )
    deal.seed, deal.index, deal.attempts = seed, str(drawn.index), drawn.attempts
    deal.state, deal.sealed_seed = Deal.State.REVEALED, None
    deal.save(update_fields=["end_entry", "seed", "index", "attempts", "state", "sealed_seed"])
    return deal


def void_deal(writer: LogWriter, deal: Deal, *, reason: str, game: UUID | None) -> Deal:
    """End a deal without play: its seed and what the seats gave become public."""
    seed = _open_seed(deal)
    deal.end_entry = writer.append(
        VoidEntry(
            origin=writer.origin,
            deal=deal.number,
            reason=reason,
            seed=seed,
            seats=seat_lines(deal),
            time=writer.time,
        ),
        game=game,
    )
    deal.seed, deal.state, deal.sealed_seed = seed, Deal.State.VOID, None
    deal.save(update_fields=["end_entry", "seed", "state", "sealed_seed"])
    return deal


def _open_seed(deal: Deal) -> str:
    """Return the seed in hex, checked against the commitment after it was decrypted."""
    if deal.sealed_seed is None:
        return deal.seed
    sealed = bytes(deal.sealed_seed)
    seed = service_keys().sealer.open(sealed, context=deal.commitment).hex()
    commit = deal.commit_entry
    origin = commit.text.split("\n", 2)[1].removeprefix("origin ")
    check_opening(
        Opening(
            origin=origin,
            deal=deal.number,
            purpose=deal.purpose,
            deck=deal.deck,
            sources=deal.sources,
            beacon=deal.beacon,
            seed=seed,
        ),
        deal.commitment,
    )
    return seed


def _draw(deal: Deal, seed: str) -> Drawn:
    statement = DrawStatement(deal.commitment, seat_lines(deal), NO_BEACON)
    return draw_index(draw_key(seed, format_draw(statement)), _deck(deal).sizes)


def _deck(deal: Deal) -> Deck:
    return DECKS[deal.deck]
