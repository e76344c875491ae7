"""What lies on the desk: who may be chosen, which games are open, which acts fit now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast
from uuid import UUID

from django.http import HttpRequest

from api.pages.leagues.desk_acts import ACTS, AVERAGE, CLOSE, CORRECT, DRAW, Act
from api.pages.leagues.desk_forms import Choices, Room
from api.policy import Credential, may_see_members
from api.relations import role_of
from deals.fairness.integers import parse_integer
from games.leagues.selectors.leagues import club_of_league, entrants_of
from games.leagues.selectors.rounds import round_summary, rounds_of
from games.selectors.clubs import members_page

_MEMBERS: Final = 200


def desk_room(request: HttpRequest, league: UUID, credential: Credential) -> Room:
    """Return what may be chosen.

    Games to correct are of the round that `?round=` names, else of the last one that has any.
    """
    entrants = entrants_of(league)
    number, games = _games_to_correct(request, league)
    return Room(
        active=[_entrant(one) for one in entrants if not one["left"]],
        left=[_entrant(one) for one in entrants if one["left"]],
        members=list(_members(league, credential)),
        games=games,
        round=_last_round(league),
        counted_round=number,
    )


def acts_of(found: Mapping[str, object]) -> Iterator[tuple[str, Act]]:
    """Return the acts that fit where a league stands: a round is drawn, or closed."""
    last = cast("Mapping[str, Any] | None", found["round"])
    state = None if last is None else last["state"]
    for name, act in ACTS.items():
        if name == DRAW and state not in {None, "closed"}:
            continue
        if name == CLOSE and state != "open":
            continue
        if name == AVERAGE and found["kind"] != "same-deal":
            continue
        yield name, act


def is_offered(name: str, room: Room) -> bool:
    """Whether there is anything to choose for an act."""
    needed: dict[str, Choices] = {
        "withdraw": room.active,
        "return": room.left,
        "substitute": room.entrants,
        "penalty": room.entrants,
        AVERAGE: room.entrants,
        CORRECT: room.games,
    }
    return name not in needed or bool(needed[name])


def open_games(league: UUID) -> list[dict[str, object]]:
    """Return the games of the open round without a result that counts, by table."""
    number = _last_round(league)
    found = None if number is None else _round(league, number)
    if found is None or found["state"] != "open":
        return []
    shut = {one["board"] for one in found["boards"] if one["state"] == "shut"}
    return [
        {
            "table": table["table"],
            "number": game["number"],
            "game": game["game"],
            "names": [seat["name"] for seat in table["seats"]],
            "is_public": game["number"] not in shut,
        }
        for table in found["tables"]
        for game in table["games"]
        if not game["counted"]
    ]


def _entrant(one: Mapping[str, object]) -> tuple[str, str]:
    return str(one["entrant"]), f"{one['number']} {one['name']}"


def _members(league: UUID, credential: Credential) -> Iterator[tuple[str, str]]:
    """Return all members of the club, for those who may see them."""
    club = club_of_league(league)
    if club is None or not may_see_members(credential, club=club, role=role_of(credential, club)):
        return
    after = None
    while True:
        members, after = members_page(club, after=after, limit=_MEMBERS)
        yield from ((str(one["account"]), str(one["name"])) for one in members)
        if after is None:
            return


def _counted(league: UUID, number: int | None) -> Iterator[tuple[str, str]]:
    """Return the games of a round that count, with who sits there."""
    found = None if number is None else _round(league, number)
    for table in [] if found is None else found["tables"]:
        names = ", ".join(seat["name"] for seat in table["seats"])
        for game in table["games"]:
            if game["counted"]:
                came = "no result" if game["totals"] is None else " ".join(map(str, game["totals"]))
                where = f"Round {number}, table {table['table']}, {game['number']}"
                yield game["game"], f"{where}: {came} ({names})"


def _games_to_correct(request: HttpRequest, league: UUID) -> tuple[int | None, Choices]:
    asked = parse_integer(request.GET.get("round", ""))
    if asked is not None and 1 <= asked < 10**5:
        return asked, list(_counted(league, asked))
    last = _last_round(league)
    for number in [] if last is None else range(last, 0, -1):
        if games := list(_counted(league, number)):
            return number, games
    return last, []


def _last_round(league: UUID) -> int | None:
    numbers = [cast("int", one["round"]) for one in rounds_of(league)]
    return numbers[-1] if numbers else None


def _round(league: UUID, number: int) -> dict[str, Any] | None:
    return cast("dict[str, Any] | None", round_summary(league, number))
