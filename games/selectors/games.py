"""Games as everybody may see them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from deals.cards.seat import Seat
from deals.fairness.times import format_time
from deals.selectors.deals import live_deal
from games.models import Audit, Game
from games.rules.ruleset import parse_rules_line, rules_to_json
from games.selectors.embargo import check_open
from games.selectors.hands import turn_or_asked
from games.selectors.pages import Place, page_of


@dataclass(frozen=True)
class GameFilter:
    """Games of a club or a league, with a player, made in [since, before), by verdict.

    The verdict is the newest audit's. What is None does not matter.
    """

    club: UUID | None = None
    league: UUID | None = None
    player: UUID | None = None
    since: datetime | None = None
    before: datetime | None = None
    verdict: str | None = None


ALL: Final = GameFilter()


def game_summary(game: UUID, *, seat: Seat | None = None) -> dict[str, object] | None:
    """Return a game with its rules, seats, scores and where it stands; None when there is none.

    `seat` is one of its own that asks. Raises EmbargoedGame.
    """
    row = (
        Game.objects.select_related("rules", "handstate")
        .prefetch_related("seats", "scores")
        .filter(id=game)
        .first()
    )
    if row is None:
        return None
    check_open(row, seat)
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
        "deal": live_deal(row.board or f"game/{game}/hand/{row.hand}"),
        "seats": _seats(row),
        "scores": _scores(row),
    }


def games_page(
    *, after: Place | None, limit: int, only: GameFilter = ALL
) -> tuple[list[dict[str, object]], Place | None]:
    """Return games in pages, the newest first, and where the next page goes on, if there is one.

    Those of boards that are shut are left out.
    """
    page, more = page_of(_filtered(only), after=after, limit=limit)
    return [_outline(row) for row in page], more


def _filtered(only: GameFilter) -> QuerySet[Game]:
    rows = Game.objects.filter(shut=False)
    if only.league is not None:
        rows = rows.filter(table_of_league__table__round__league=only.league)
    if only.club is not None:
        rows = rows.filter(club=only.club)
    if only.player is not None:
        rows = rows.filter(seats__player=only.player)
    if only.since is not None:
        rows = rows.filter(created__gte=only.since)
    if only.before is not None:
        rows = rows.filter(created__lt=only.before)
    if only.verdict is not None:
        audits = Audit.objects.filter(game=OuterRef("pk")).order_by("-seq")
        rows = rows.alias(verdict=Subquery(audits.values("verdict")[:1])).filter(
            verdict=only.verdict
        )
    return rows


def _outline(row: Game) -> dict[str, object]:
    return {
        "id": str(row.id),
        "club": None if row.club_id is None else str(row.club_id),
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
    """Return the ids of all games, the oldest first, read in pieces.

    Those of boards that are shut are left out: what an audit finds of a game is public.
    """
    rows = Game.objects.filter(shut=False).order_by("created", "id").values_list("id", flat=True)
    return rows.iterator(chunk_size=2000)
