"""Proven deals for tables with real cards: the next hands of a sheet.

The commitment stands in the log before anybody can see a card; the row of the hand reveals it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from deals.fairness.purpose import Purpose, parse_purpose
from deals.selectors.deals import purpose_of_deal
from deals.services.beacon import fetch_round, is_lost, promised_round, record_round
from deals.services.checkpoints import publish_checkpoint
from deals.services.dealing import commit_deal, mark_dealt, void_deal
from deals.services.effects import note_effect
from deals.services.errors import ContributionsClosed
from deals.services.jobs import JobHint, add_job, finish_job, take_job
from deals.services.log import lock_log
from deals.services.tables import (
    end_table_deal,
    find_table_deal,
    is_waiting,
    open_table_deals,
    settle_table_deal,
    unsettled_table_deals,
)
from games.services.errors import DealStands, InvalidDeal, NotASheet, UnknownGame
from games.services.settling import settle_committed
from games.services.table import Table, lock_table

FETCH: Final = "fetch_table_beacon"
SOURCES: Final = frozenset({"server", "beacon"})
AHEAD: Final = 20
"""Hands for which deals may stand at once: an evening's."""
_LOST: Final = "beacon-lost"
_DIRECTOR: Final = "director"
_AGAIN: Final = timedelta(seconds=10)


def deal_for_table(
    purpose: str, *, deck: str | None, sources: str, now: datetime
) -> tuple[int, tuple[JobHint, ...]]:
    """Commit a deal for a hand of a sheet that is to come; return its number.

    The cards are drawn as soon as the commitment is under a signed checkpoint, or when the round
    of the beacon is out. Raises UnknownGame, NotASheet, InvalidDeal, DealStands, SignerRefuses.
    """
    asked = parse_purpose(purpose)
    publish_checkpoint(now=now)  # A signer that refuses stops all dealing: nothing is begun.
    with transaction.atomic():
        table = lock_table(UUID(asked.owner), now=now)
        _check_terms(table, asked, deck=deck, sources=sources)
        standing = find_table_deal(purpose)
        if standing is not None:
            raise DealStands(standing.number)
        number = commit_deal(
            lock_log(now=table.now),
            purpose,
            deck=table.rules.deck.code,
            sources=sources,
            game=None,
        )
        note_effect()
    return number, settle_table(number, purpose, now=now)


def _check_terms(table: Table, asked: Purpose, *, deck: str | None, sources: str) -> None:
    if table.kind != "sheet" or table.sources != "-":
        raise NotASheet("the cards of this game are dealt by the service")
    if sources not in SOURCES:
        raise InvalidDeal("/sources", "sources is server or beacon: real seats draw no nonces")
    if deck not in {None, table.rules.deck.code}:
        raise InvalidDeal("/deck", f"the rules of the sheet have the deck {table.rules.deck.code}")
    if table.phase == "over":
        raise InvalidDeal("/for", "the sheet is over")
    first = table.number + (table.phase == "closing")
    if not first <= asked.number < first + AHEAD:
        raise InvalidDeal("/for", f"hands {first} to {first + AHEAD - 1} may be dealt now")


def settle_table(number: int, purpose: str, *, now: datetime) -> tuple[JobHint, ...]:
    """Sign what was committed, and draw the cards of a deal, or wait for its round."""
    checkpoint = publish_checkpoint(now=now)
    with transaction.atomic():
        table = lock_table(UUID(parse_purpose(purpose).owner), now=now)
        deal = find_table_deal(purpose)
        if checkpoint is None or deal is None or deal.number != number:
            return ()
        due = settle_table_deal(deal, size=checkpoint.size)
        if not is_waiting(deal):
            return ()
        return (add_job(FETCH, UUID(int=number), now=table.now, due=due),)


def settle_tables(*, now: datetime) -> list[JobHint]:
    """Settle the deals for tables that a crash left between commitment and cards."""
    deals = unsettled_table_deals()
    return [hint for number, purpose in deals for hint in settle_table(number, purpose, now=now)]


def fetch_table_beacon(job_id: UUID, *, now: datetime) -> tuple[JobHint, ...]:
    """Ask for the round that a table's deal waits for, and draw; ask again when nobody has it."""
    job = take_job(job_id, now=now)
    if job is None:
        return ()
    purpose = purpose_of_deal(job.subject.int) or ""
    game = UUID(parse_purpose(purpose).owner)
    with transaction.atomic():
        deal = find_table_deal(purpose)
        number = None if deal is None or not is_waiting(deal) else promised_round(deal)
    fetched = None if number is None else fetch_round(number)  # Outside of any transaction.
    hints: tuple[JobHint, ...] = ()
    with transaction.atomic():
        table = lock_table(game, now=now)
        finish_job(job, now=now)
        deal = find_table_deal(purpose)
        if deal is None or number is None or not is_waiting(deal):
            return ()
        if fetched is not None:
            record_round(deal, fetched)
            mark_dealt(deal)
        elif is_lost(number, now=table.now):
            void_deal(lock_log(now=table.now), deal, reason=_LOST, game=None)
        else:
            hints = (add_job(FETCH, job.subject, now=table.now, due=table.now + _AGAIN),)
    return (*hints, *settle_committed(game, now=now))


def void_table_deal(number: int, *, now: datetime) -> tuple[JobHint, ...]:
    """Void a deal for a table, by who keeps the sheet; another may then be dealt.

    Raises UnknownGame, ContributionsClosed.
    """
    purpose = purpose_of_deal(number)
    if purpose is None:
        raise UnknownGame("no deal has this number")
    game = UUID(parse_purpose(purpose).owner)
    with transaction.atomic():
        table = lock_table(game, now=now)
        for deal in open_table_deals(game):
            if deal.number == number:
                void_deal(lock_log(now=table.now), deal, reason=_DIRECTOR, game=None)
                break
        else:
            raise ContributionsClosed(f"deal {number} is over")
        note_effect()
    return settle_committed(game, now=now)


def reveal_table_deal(table: Table) -> None:
    """End the deal of the hand that a locked sheet now has a row of, if it was dealt here."""
    deal = find_table_deal(f"table/{table.game}/hand/{table.number}")
    if deal is not None:
        end_table_deal(lock_log(now=table.now), deal)
