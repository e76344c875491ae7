"""Links by which guests play: a token of the seat stands in each, and is shown once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from rest_framework.request import Request

from api.calls import call
from api.issuing import issue_guests_token
from api.league_rights import require_league_director
from api.pages.leagues.season import heading
from api.pages.people.forms import AGAIN, OnceForm, Refusal, attempt, once, private
from api.pages.seat_links import seat_link
from api.pages.views import page
from api.policy import Credential, may_seat_guests
from api.relations import relation_to
from games.leagues.selectors.leagues import entrants_of
from games.leagues.selectors.rounds import round_summary

LINKS: Final = "guest-links"
_ALL: Final = "all"


@dataclass(frozen=True)
class GuestsSeat:
    """A guest's seat of a game that is on: where, and as whom the guest is known."""

    game: UUID
    seat: int
    name: str
    round: int
    table: int
    number: int

    @property
    def key(self) -> str:
        """What a form calls it."""
        return f"{self.game}/{self.seat}"


class LinksForm(OnceForm):
    """For whom a link is made."""

    guest = forms.ChoiceField(label="For")

    def __init__(self, seats: list[GuestsSeat], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, name=LINKS)
        single = [(one.key, f"{one.name}: table {one.table}, {one.number}") for one in seats]
        choices = [(_ALL, "all guests of this round"), *single]
        cast("forms.ChoiceField", self.fields["guest"]).choices = choices


def guests_seats(found: Mapping[str, Any]) -> list[GuestsSeat]:
    """Return the seats of guests in the games of the open round; none at real tables."""
    last = found["round"]
    if found["play"] != "cards" or last is None or last["state"] != "open":
        return []
    return list(_seats(UUID(found["id"]), last["number"]))


def _seats(league: UUID, number: int) -> Iterator[GuestsSeat]:
    guests = {
        one["entrant"]
        for one in entrants_of(league)
        if one["holder"] == "guest" and one["substitute"] is None
    }
    summary = cast("dict[str, Any]", round_summary(league, number))
    for table in summary["tables"]:
        for seat in table["seats"]:
            if seat["entrant"] in guests:
                for game in table["games"]:
                    yield GuestsSeat(
                        UUID(game["game"]),
                        seat["seat"],
                        seat["name"],
                        number,
                        table["table"],
                        game["number"],
                    )


def plays_itself(seats: list[GuestsSeat], credential: Credential) -> bool:
    """Whether its bearer plays in the round: then it acts for no guest there."""
    games = {one.game for one in seats}
    return not all(may_seat_guests(relation_to(game, credential)) for game in games)


def guest_links(request: HttpRequest, asked: Request, found: Mapping[str, Any]) -> HttpResponse:
    """Make links for one guest or for all, and show them this once. Raises Problem."""
    league = UUID(found["id"])
    require_league_director(asked, league=league)
    seats = guests_seats(found)
    form = LinksForm(seats, request.POST)
    if plays_itself(seats, cast("Credential", asked.auth)):
        return _to_desk(league)

    def work() -> HttpResponse:
        guest = form.cleaned_data["guest"]
        wanted = [one for one in seats if guest in {_ALL, one.key}]
        links = [_link(request, league, one) for one in wanted]
        return private(page(request, "desk-links", heading(found) | {"links": links}))

    done = attempt(form, lambda: once(request, asked, form, work))
    if not isinstance(done, Refusal):
        return done
    again = done.problem is not None and done.problem.code in AGAIN
    return _to_desk(league, shown=again)


def _link(request: HttpRequest, league: UUID, one: GuestsSeat) -> dict[str, object]:
    token = call(issue_guests_token, league, one.game, one.seat, now=timezone.now())
    path = seat_link(one.game, one.seat, str(token), league=league, number=one.round)
    return {**vars(one), "link": request.build_absolute_uri(path)}


def _to_desk(league: UUID, *, shown: bool = False) -> HttpResponse:
    answer = HttpResponseRedirect(f"/desk/{league}{'?links=shown' if shown else ''}#{LINKS}")
    answer.status_code = 303
    return private(answer)
