"""Leagues, their entrants and their events, as everybody may see them."""

from __future__ import annotations

from uuid import UUID

from deals.fairness.times import format_time
from games.leagues.models import Entrant, League, LeagueEvent, Round
from games.leagues.movements.meetings import check_balance
from games.leagues.movements.stored import MOVEMENTS
from games.rules.ruleset import parse_rules_line, rules_to_json
from games.selectors.pages import Place, page_of

Shown = dict[str, object]


def leagues_page(
    *, club: UUID | None, after: Place | None, limit: int
) -> tuple[list[Shown], Place | None]:
    """Return leagues in pages, the newest first; with `club` only those of a club."""
    rows = League.objects.all() if club is None else League.objects.filter(club=club)
    page, more = page_of(rows, after=after, limit=limit)
    return list(map(_outline, page)), more


def all_leagues() -> list[UUID]:
    """Return all leagues, the oldest first."""
    return list(League.objects.order_by("created", "id").values_list("id", flat=True))


def club_of_league(league: UUID) -> UUID | None:
    """Return the club that a league belongs to; None when there is no such league."""
    return League.objects.filter(id=league).values_list("club", flat=True).first()


def league_summary(league: UUID) -> Shown | None:
    """Return a league with its terms and where it stands; None when there is none."""
    row = League.objects.filter(id=league).first()
    if row is None:
        return None
    last = Round.objects.filter(league=row).order_by("-number").first()
    active = Entrant.objects.filter(league=row, left=False).count()
    return {
        **_outline(row),
        "play": row.play,
        "rules": [rules_to_json(parse_rules_line(line)) for line in row.rules],
        "sources": row.sources,
        "lots": row.lots,
        "wait": row.wait,
        "games": row.games,
        "entrants": active,
        "round": None if last is None else {"number": last.number, "state": last.state},
        "movement": _movement(row, active),
    }


def _outline(row: League) -> Shown:
    return {
        "id": str(row.id),
        "club": str(row.club_id),
        "name": row.name,
        "kind": row.kind,
        "created": format_time(row.created),
        "time": format_time(row.time),
        "seq": row.seq,
    }


def _movement(row: League, active: int) -> Shown | None:
    """Return the movement for so many entrants, and how even it is; None where the fill is used."""
    is_four = [parse_rules_line(line).players for line in row.rules] == [4]
    if row.kind == League.Kind.SWISS or not is_four or active not in MOVEMENTS:
        return None
    movement = MOVEMENTS[active]
    return {
        "players": active,
        "rounds": len(movement.rounds),
        "balance": list(map(str, check_balance(movement))),
    }


def entrants_of(league: UUID) -> list[Shown]:
    """Return the entrants of a league, in the order of entry."""
    rows = Entrant.objects.filter(league=league).order_by("number")
    return list(map(_entrant, rows))


def entrant_summary(entrant: UUID) -> Shown:
    """Return an entrant that is there."""
    return _entrant(Entrant.objects.get(id=entrant))


def _entrant(row: Entrant) -> Shown:
    return {
        "entrant": str(row.id),
        "number": row.number,
        "name": row.name,
        "holder": row.holder,
        "account": None if row.account_id is None else str(row.account_id),
        "substitute": None if row.substitute_id is None else str(row.substitute_id),
        "left": row.left,
        "sat_out": row.sat,
    }


def league_events(league: UUID, *, after: int, limit: int) -> list[Shown]:
    """Return the events of a league after a seq, at most so many."""
    rows = LeagueEvent.objects.filter(league=league, seq__gt=after).order_by("seq")[:limit]
    return [
        {
            "seq": row.seq,
            "time": format_time(row.time),
            "kind": row.kind,
            "detail": row.detail,
            "reason": row.reason or None,
            "by": None if row.by is None else str(row.by),
        }
        for row in rows
    ]


def last_seq(league: UUID) -> int | None:
    """Return the seq of a league's last event; None when there is no such league."""
    return League.objects.filter(id=league).values_list("seq", flat=True).first()
