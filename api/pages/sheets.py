"""Score sheets: of any game, an empty one to print, and one to keep at a table with real cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse

from api.methods import safe_only
from api.pages.chart import Chart, totals_chart
from api.pages.replay import seat_names
from api.pages.views import page
from games.rules.errors import InvalidRules
from games.rules.presets import PRESETS
from games.rules.ruleset import RuleSet, parse_rules
from games.selectors.games import game_summary
from games.selectors.sheets import scoresheet

HANDS: Final = 16
"""Hands on a printed page, as on the sheets that shops sell."""


@safe_only
def sheet(request: HttpRequest, game: UUID) -> HttpResponse:
    """Show a game's score sheet. Raises Http404, EmbargoedGame."""
    # The summary first: it is refused for a game that is not public yet.
    summary = game_summary(game)
    found = None if summary is None else scoresheet(game)
    if summary is None or found is None:
        raise Http404
    found["players"] = seat_names(summary)  # as the replay calls them
    lines = cast("list[dict[str, object]]", found["lines"])
    hands = [line for line in lines if line["kind"] == "hand"]
    for line in lines:
        line["cells"] = _cells(line)
    context = {"here": "sheet", "sheet": found, "chart": _chart(found, hands), "hands": len(hands)}
    return page(request, "sheet", context)


@safe_only
def empty_sheet(request: HttpRequest) -> HttpResponse:
    """Show an empty sheet of sixteen hands to print, for any preset and number of players."""
    rules, refused = _asked_rules(request)
    directions = [str(rules.direction(number)) for number in range(1, HANDS + 1)]
    context = {
        "here": "sheet",
        "presets": PRESETS,
        "preset": request.GET.get("preset", "scoresheet"),
        "players": range(rules.players),
        "counts": range(3, 7),
        "count": rules.players,
        "names": request.GET.getlist("name")[: rules.players],
        "directions": enumerate(directions, start=1),
        "rules": rules,
        "refused": refused,
    }
    return page(request, "empty-sheet", context)


@safe_only
def keep_sheet(request: HttpRequest) -> HttpResponse:
    """Show the page that keeps a sheet while a table plays; what it does, it does over the API."""
    return page(request, "keep-sheet", {"here": "sheet", "presets": PRESETS})


def _cells(line: dict[str, object]) -> list[dict[str, int]]:
    """Return total and score of each player in a line of the sheet."""
    scores = cast("Sequence[int]", line.get("scores", line.get("points", ())))
    totals = cast("Sequence[int]", line["totals"])
    return [{"total": total, "score": score} for total, score in zip(totals, scores, strict=False)]


def _asked_rules(request: HttpRequest) -> tuple[RuleSet, str]:
    """Return the rules that the address asks for; else the sheet's own, and why."""
    preset, players = request.GET.get("preset", "scoresheet"), request.GET.get("players", "4")
    try:
        number = int(players) if players.isascii() and players.isdigit() else players
        return parse_rules({"preset": preset, "players": number}), ""
    except InvalidRules as error:
        return parse_rules({"preset": "scoresheet"}), str(error)


def _chart(found: dict[str, object], hands: Sequence[dict[str, object]]) -> Chart | None:
    """Return the chart of running totals; None before there is a line to draw."""
    if len(hands) < 2:
        return None
    totals = [cast("Sequence[int]", line["totals"]) for line in hands]
    return totals_chart(totals, names=cast("Sequence[str]", found["players"]))
