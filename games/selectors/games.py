"""Games as everybody may see them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from deals.fairness.times import format_time
from deals.selectors.deals import live_deal
from games.models import Game
from games.rules.ruleset import parse_rules_line, rules_to_json
from games.selectors.hands import turn_or_asked


@dataclass(frozen=True)
class Place:
    """Where a page of games ended: the last one's time and id."""

    created: datetime
    game: UUID


def game_summary(game: UUID) -> dict[str, object] | None:
    """Return a game with its rules, seats, scores and where it stands; None when there is none."""
    row = (
        Game.objects.select_related("rules", "handstate")
        .prefetch_related("seats", "scores")
        .filter(id=game)
        .first()
    )
    if row is None:
        return None
    rules = parse_rules_line(row.rules.line)
    return {
        **_outline(row),
        "kind": row.kind,
        "rules": rules_to_json(rules),
        "sources": row.sources,
        "wait": row.wait,
        "header": row.header,
        "head": row.head,
        "phase": row.handstate.phase,
        **turn_or_asked(row.handstate),
        "direction": rules.direction(row.hand, totals=row.handstate.before),
        "deal": live_deal(f"game/{game}/hand/{row.hand}"),
        "seats": _seats(row),
        "scores": _scores(row),
    }


def games_page(*, after: Place | None, limit: int) -> tuple[list[dict[str, object]], Place | None]:
    """Return games in pages, the newest first, and where the next page goes on, if there is one."""
    rows = Game.objects.order_by("-created", "-id")
    if after is not None:
        is_older = Q(created__lt=after.created) | Q(created=after.created, id__lt=after.game)
        rows = rows.filter(is_older)
    found = list(rows[: limit + 1])
    page = found[:limit]
    more = Place(page[-1].created, page[-1].id) if len(found) > limit else None
    return [_outline(row) for row in page], more


def _outline(row: Game) -> dict[str, object]:
    return {
        "id": str(row.id),
        "state": row.state,
        "created": format_time(row.created),
        "time": format_time(row.time),
        "seq": row.seq,
        "hand": row.hand,
        "totals": row.totals,
        "winners": row.winners,
    }


def _seats(row: Game) -> list[dict[str, object]]:
    return [
        {
            "seat": holder.seat,
            "kind": holder.kind,
            "taken": holder.seq is not None,
            "player": None if holder.player is None else str(holder.player),
            "name": holder.label or holder.name or None,
        }
        for holder in sorted(row.seats.all(), key=lambda holder: holder.seat)
    ]


def _scores(row: Game) -> list[dict[str, object]]:
    return [
        {
            "hand": score.hand,
            "direction": score.direction,
            "points": score.points,
            "scores": score.scores,
            "totals": score.totals,
        }
        for score in sorted(row.scores.all(), key=lambda score: score.hand)
    ]


def all_games() -> Iterator[UUID]:
    """Return the ids of all games, read in pieces."""
    return Game.objects.order_by("id").values_list("id", flat=True).iterator(chunk_size=2000)


def games_by_age() -> Iterator[UUID]:
    """Return the ids of all games, the oldest first, read in pieces."""
    rows = Game.objects.order_by("created", "id").values_list("id", flat=True)
    return rows.iterator(chunk_size=2000)
