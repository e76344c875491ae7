"""Rounds: their tables, the boards that all tables play, and what is printed for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse

from api.methods import safe_only
from api.pages.leagues.cards import PrintedCard, player_cards, table_cards
from api.pages.leagues.season import heading, known_league
from api.pages.views import page
from deals.cards.seat import Seat
from deals.fairness.integers import parse_integer
from deals.selectors.deals import deal_proof
from games.leagues.selectors.leagues import entrants_of
from games.leagues.selectors.rounds import (
    board_summary,
    names_of,
    round_summary,
    rounds_of,
)
from games.rules.passing import Direction

_CARDS: Final = 24
"""Cards on a page: each is worked out by itself."""
_DIRECTIONS: Final = (Direction.LEFT, Direction.RIGHT, Direction.ACROSS, Direction.HOLD)
_SUITS: Final = (("C", "♣"), ("D", "♦"), ("H", "♥"), ("S", "♠"))


@safe_only
def round_(request: HttpRequest, league: UUID, number: int) -> HttpResponse:
    """Show a round: who sits where, its games and boards as far as they are public."""
    context = _of_round(league, number)
    numbers = [one["round"] for one in rounds_of(league)]
    found = cast("dict[str, Any]", context["round"])
    people = _people(league)
    for table in found["tables"]:
        table["people"] = [seat for seat in table["seats"] if seat["entrant"] in people]
    is_of_cards = cast("Mapping[str, Any]", context["league"])["play"] == "cards"
    more = {
        "is_played_here": is_of_cards and found["state"] == "open",
        "before": number - 1 if number - 1 in numbers else None,
        "after": number + 1 if number + 1 in numbers else None,
    }
    return page(request, "round", context | more)


@safe_only
def slips(request: HttpRequest, league: UUID, number: int) -> HttpResponse:
    """Show a slip for each table to write its results on, to be printed. Raises Http404."""
    context = _of_round(league, number)
    found = cast("dict[str, Any]", context["round"])
    for table in found["tables"]:
        for game in table["games"]:
            game["direction"] = _direction(game["number"]) if context["is_same_deal"] else ""
    return page(request, "round-slips", context)


@safe_only
def board(request: HttpRequest, league: UUID, number: int, board: int) -> HttpResponse:
    """Show a board: its cards once it is open, all results once its round is closed."""
    context = _of_round(league, number)
    found = cast("dict[str, Any]", context["round"])
    shown = cast("dict[str, Any] | None", board_summary(league, number, board))
    if shown is None:
        raise Http404
    is_open = shown["state"] == "open"
    more = {
        "board": shown,
        "direction": _direction(board),
        "hands": list(_hands(shown["deal"])) if is_open else [],
        "results": list(_results(found["tables"], shown)),
        "count": len(found["boards"]),
    }
    return page(request, "board", context | more)


@safe_only
def cards(request: HttpRequest, league: UUID) -> HttpResponse:
    """Show movement cards to print: of all entrants, of all tables, or of one. Raises Http404."""
    found = known_league(league)
    first = parse_integer(request.GET.get("from", "1"))
    if first is None or not 1 <= first < 10**6:
        raise Http404
    of_tables = request.GET.get("of") == "tables"
    if one := request.GET.get("entrant"):
        shown, more = _card_of_one(league, one), False
    elif of_tables:
        shown, more = table_cards(league, first=first, most=_CARDS)
    else:
        shown, more = player_cards(league, first=first, most=_CARDS)
    context = {
        **heading(found),
        "cards": shown,
        "of": "tables" if of_tables else "entrants",
        "next": first + _CARDS if more else None,
        "before": max(1, first - _CARDS) if first > 1 else None,
    }
    return page(request, "movement-cards", context)


def _card_of_one(league: UUID, entrant: str) -> list[PrintedCard]:
    try:
        key = UUID(entrant)
    except ValueError:
        raise Http404 from None
    shown, _ = player_cards(league, first=1, most=1, only=key)
    if not shown:
        raise Http404
    return shown


def _of_round(league: UUID, number: int) -> dict[str, object]:
    found = known_league(league)
    summary = cast("dict[str, Any] | None", round_summary(league, number))
    if summary is None:
        raise Http404
    boards = {one["board"]: one["state"] == "open" for one in summary["boards"]}
    for table in summary["tables"]:
        for game in table["games"]:
            # A game of a shut board is nobody's business but its seats': no link leads there.
            game["is_public"] = boards.get(game["number"], True)
    names = names_of(league)
    return {
        **heading(found),
        "round": summary,
        "sitting": [names[entrant] for entrant in summary["sitting"]],
    }


def _people(league: UUID) -> set[object]:
    """Return the entrants for whom a person plays."""
    return {
        one["entrant"]
        for one in entrants_of(league)
        if one["holder"] != "computer" or one["substitute"] is not None
    }


def _direction(number: int) -> str:
    """Return where a board is passed to: by its number, and round again."""
    return str(_DIRECTIONS[(number - 1) % len(_DIRECTIONS)])


def _results(
    tables: list[dict[str, Any]], compared: Mapping[str, Any]
) -> Iterator[dict[str, object]]:
    """Return what each table made of a board, with who sat there and each seat's score."""
    seats = {table["table"]: table["seats"] for table in tables}
    for result in compared["results"]:
        names = [seat["name"] for seat in seats[result["table"]]]
        cells = zip(names, result["totals"], result["scores"], strict=True)
        yield {
            "table": result["table"],
            "game": result["game"],
            "cells": [
                {"name": name, "points": points, "score": score or ""}
                for name, points, score in cells
            ],
        }


def _hands(deal: int) -> Iterator[dict[str, object]]:
    """Return the four holdings of a revealed deal, suit by suit."""
    proof = cast("Mapping[str, Any] | None", deal_proof(deal))
    if proof is None:
        raise Http404
    for seat, holding in enumerate(proof["hands"]):
        cards = holding.split()
        yield {
            "seat": Seat(seat),
            "suits": [
                {
                    "letter": letter,
                    "symbol": symbol,
                    "ranks": [_rank(card) for card in cards if card[1] == letter],
                }
                for letter, symbol in _SUITS
            ],
        }


def _rank(card: str) -> str:
    return "10" if card[0] == "T" else card[0]
