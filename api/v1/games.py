"""Games: making them, listing them, and taking them away as a record or a bundle."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import given_credential, token_needed
from api.body import read_body, read_query
from api.calls import call
from api.codes import Code
from api.describing import Answer, Call, described
from api.embargo import read_by_seat
from api.endpoint import PRIVATE, Endpoint, found
from api.issuing import CreatedWithToken, create_game_with_token, create_sheet_with_token
from api.pagination import parse_place, place_cursor
from api.policy import Credential, may_create
from api.problems import Problem
from api.relations import role_of
from api.v1 import examples
from api.v1.inputs import BundleQuery, GameInput, GamesQuery
from api.v1.shapes import OBJECT, CreatedShape, GameShape, GamesShape
from deals.cards.seat import Seat
from deals.selectors.deals import deal_summary
from games.selectors.bundles import game_bundle, game_record
from games.selectors.embargo import LAST_TABLE
from games.selectors.games import GameFilter, game_summary, games_page
from games.services.creating import Creator
from games.services.errors import InvalidGame
from games.tasks import wake


class Games(Endpoint):
    """All games."""

    @described(
        Call(
            id="list_games",
            summary="List games",
            answers=[Answer(200, "A page of games.", GamesShape, examples.GAMES)],
            query=GamesQuery,
        )
    )
    def get(self, request: Request) -> Response:
        """Return games, the newest first, in pages; only those that fit every filter given."""
        query = read_query(GamesQuery, request)
        only = GameFilter(
            club=query.get("club"),
            league=query.get("league"),
            player=query.get("player"),
            since=query.get("from"),
            before=query.get("to"),
            verdict=query.get("verdict"),
        )
        after = parse_place(query.get("cursor"))
        games, more = games_page(after=after, limit=query["limit"], only=only)
        return Response({"games": games, "next": place_cursor(more)})

    @described(
        Call(
            id="create_game",
            summary="Make a game",
            answers=[Answer(201, "The game, and its secrets.", CreatedShape, examples.CREATED)],
            refuses=[
                Code.TOKEN_NEEDED,
                Code.FORBIDDEN,
                Code.INVALID_RULES,
                Code.INVALID_GAME,
                Code.BUSY,
                Code.DEALING_STOPPED,
            ],
            takes=GameInput,
            shows_once=True,
            example={"rules": {"preset": "standard", "target": 50}, "seats": ["human"] * 4},
            more={Code.INVALID_RULES: {"setting": "moon"}},
        )
    )
    def post(self, request: Request) -> Response:
        """Make a game and commit its first deal; or begin a score sheet, which deals nothing.

        The answer shows the creator's token and an invite for each person's seat, this once. With
        the token of an account, that account directs the game and there is no other token; with a
        club named, its directors do. A club's game is made by its directors, a sheet by its scorers
        too.
        """
        body = read_body(GameInput, request)
        creator = _creator(given_credential(request), body)
        done = _create(body, creator)
        created = done.created
        wake(created.hints)
        answer = {
            "game": game_summary(created.game),
            "deal": None if created.deal is None else deal_summary(created.deal),
            "token": done.token,
            "invites": [
                {"seat": seat, "invite": invite} for seat, invite in created.invites.items()
            ],
        }
        place = {"Location": f"/api/v1/games/{created.game}"}
        return Response(answer, status=201, headers=PRIVATE | place)


class OneGame(Endpoint):
    """A game."""

    asks_embargo = False

    @described(
        Call(
            id="see_game",
            summary="See a game",
            answers=[Answer(200, "The game.", GameShape, examples.GAME_SUMMARY)],
            refuses=[Code.EMBARGOED, Code.NOT_FOUND],
            more={Code.EMBARGOED: {"waits_for": LAST_TABLE}},
        )
    )
    def get(self, request: Request, game: UUID) -> Response:
        """Return a game as everybody may see it; one of a board that is shut, its own seats."""
        return read_by_seat(request, game, lambda seat: _summary(game, seat))


class RecordOfGame(Endpoint):
    """A game's record."""

    @described(
        Call(
            id="see_record",
            summary="Take a game's record",
            answers=[Answer(200, "hearts-record/1.", OBJECT, examples.RECORD)],
            refuses=[Code.EMBARGOED, Code.NOT_FOUND],
            more={Code.EMBARGOED: {"waits_for": LAST_TABLE}},
        )
    )
    def get(self, request: Request, game: UUID) -> Response:  # noqa: ARG002 - a view's face
        """Return the finished hands of a game in the archive's format."""
        return found(game_record(game))


class BundleOfGame(Endpoint):
    """A game with everything that proves it."""

    asks_embargo = False

    @described(
        Call(
            id="see_bundle",
            summary="Take a game with all its proofs",
            answers=[Answer(200, "hearts-bundle/1.", OBJECT, examples.BUNDLE)],
            query=BundleQuery,
            refuses=[Code.EMBARGOED, Code.NOT_FOUND],
            more={Code.EMBARGOED: {"waits_for": LAST_TABLE}},
        )
    )
    def get(self, request: Request, game: UUID) -> Response:
        """Return record, chain, deal proofs and log proofs in one document, to check offline.

        While a hand is on, its cards and its deal's proof are not in it. Of a board that is shut
        its own seats get one.
        """
        size = read_query(BundleQuery, request).get("size")
        return read_by_seat(request, game, lambda seat: _bundle(game, size, seat))


def _summary(game: UUID, seat: Seat | None) -> Response:
    """Answer as a seat of the game, or as everybody. Raises EmbargoedGame."""
    cache = "no-cache" if seat is None else PRIVATE["Cache-Control"]
    return found(game_summary(game, seat=seat), cache=cache)


def _bundle(game: UUID, size: int | None, seat: Seat | None) -> Response:
    """Answer as a seat of the game, or as everybody. Raises EmbargoedGame."""
    cache = "no-cache" if seat is None else PRIVATE["Cache-Control"]
    return found(game_bundle(game, size=size, seat=seat), cache=cache)


def _creator(credential: Credential | None, body: dict[str, Any]) -> Creator:
    """Return in whose name a game is made. Raises Problem (401, 403)."""
    club = body.pop("club", None)
    is_sheet = body["kind"] == "sheet"
    if club is not None and credential is None:
        raise token_needed()
    role = role_of(credential, club)
    if not may_create(credential, club=club, role=role, is_sheet=is_sheet):
        raise Problem(Code.FORBIDDEN, "this token makes no such game, or not for this club")
    return Creator(None if credential is None else credential.account, club)


def _create(body: dict[str, Any], creator: Creator) -> CreatedWithToken:
    """Make what the body asks for. Raises InvalidGame for a field that its kind does not have."""
    kind, now = body.pop("kind"), timezone.now()
    others = {"cards": ("players",), "sheet": ("seats", "sources")}
    for name in others[kind]:
        if name in body:
            raise InvalidGame(f"/{name}", f"a game of the kind {kind} has no {name}")
    if kind == "sheet":
        terms = {"players": ()} | body
        return call(create_sheet_with_token, **terms, now=now, creator=creator)
    terms = {"seats": None, "sources": "seats"} | body
    return call(create_game_with_token, **terms, now=now, creator=creator)
