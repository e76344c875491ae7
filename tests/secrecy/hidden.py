"""What must not be said at this moment, opened with the service's own keys."""

from __future__ import annotations

import base64
from pathlib import Path

from django.conf import settings

from deals.cards.deck import DECKS
from deals.fairness.draw import DrawStatement, draw_index, draw_key, format_draw
from deals.fairness.seat_line import SeatLine
from deals.models import Contribution, Deal
from deals.services.keys import service_keys
from games.events.details import PassOpened
from games.events.event import parse_event
from games.events.pass_statement import parse_pass
from games.models import Event, SealedPass
from games.selectors.hands import pass_context

FROZEN = {Deal.State.FROZEN, Deal.State.DEALT}


def hidden_keys():
    """The secret halves of all keys, which nobody ever learns."""
    directory = Path(settings.HEARTS_KEYS)
    yield "sealing key", bytes.fromhex((directory / "sealing.key").read_text().split()[1])
    for name in ("log.key", "receipt.key"):
        blob = (directory / name).read_text().split("+", 4)[4]
        yield name, base64.b64decode(blob)[1:]


def hidden_deals():
    """Seeds before their reveal; the index that follows as soon as all nonces are there."""
    for deal in Deal.objects.exclude(sealed_seed=None):
        seed = service_keys().sealer.open(bytes(deal.sealed_seed), context=deal.commitment)
        yield f"seed {deal.number}", seed
        if deal.state in FROZEN:
            yield f"index {deal.number}", str(_index(deal, seed))


def _index(deal, seed):
    given = {row.seat: row for row in deal.contributions.all()}
    lines = tuple(SeatLine(seat, row.commitment, row.nonce) for seat, row in sorted(given.items()))
    statement = DrawStatement(deal.commitment, lines or tuple(map(SeatLine, range(4))), "-")
    return draw_index(draw_key(seed.hex(), format_draw(statement)), DECKS[deal.deck].sizes).index


def hidden_nonces():
    """The nonces that the service drew for its computer players, before they are due."""
    for row in Contribution.objects.exclude(sealed_nonce=None).select_related("deal"):
        context = f"nonce/{row.deal.commitment}/{row.seat}"
        nonce = service_keys().sealer.open(bytes(row.sealed_nonce), context=context)
        yield f"nonce {row.deal_id} {row.seat}", nonce


def hidden_passes(game):
    """Salt and statement of every pass that no `open` line has opened; by its seat."""
    rows = Event.objects.filter(game__id=game).order_by("seq")
    opened = {
        (event.hand, event.seat)
        for event in map(parse_event, rows.values_list("line", flat=True))
        if isinstance(event.detail, PassOpened)
    }
    passes = SealedPass.objects.filter(game=game).order_by("seq")
    for seq, sealed in passes.values_list("seq", "sealed"):
        text = service_keys().sealer.open(bytes(sealed), context=pass_context(game, seq)).decode()
        statement = parse_pass(text)
        if (statement.hand, statement.seat) not in opened:
            yield statement.seat, bytes.fromhex(statement.salt)
