"""The refusals of score sheets, of choices and of rescoring: a part of the table of refusals."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from api.codes import Code
from api.kind import Kind, kind

SHEET_KINDS: Final[Mapping[Code, Kind]] = MappingProxyType(
    {
        Code.GAME_OVER: kind(
            409,
            "The game is over",
            "Its end rule is met: no further hand can follow.",
            "Correct a row, adjust a total or change a sheet's rules if it should go on.",
        ),
        Code.RULES_PINNED: kind(
            409,
            "The game keeps its rules",
            "A game that is played from deals was begun under its rules, and ends under them.",
            "POST the other rules to `rescore`: it shows what they would give.",
        ),
        Code.NOT_A_SHEET: kind(
            409,
            "The game is no score sheet",
            "Rows are of games that are kept as sheets; this one is played card by card.",
            "Begin a sheet: POST /games with `kind` `sheet`.",
        ),
        Code.BAD_SUM: kind(
            422,
            "The points do not add up",
            "A hand's points always have the same sum under one set of rules.",
            "`sum` is what was sent, `needed` what a hand has; one seat's points are wrong.",
        ),
        Code.IMPOSSIBLE_ROW: kind(
            422,
            "No hand gives this row",
            "No way to take the penalty cards, the bonus card and the tricks gives it.",
            "Look at the queen's points first, then whether every extra agrees with the points.",
        ),
        Code.AMBIGUOUS_ROW: kind(
            422,
            "The row could score in several ways",
            "The points alone do not tell what it costs under these rules.",
            "Send the row again with the extras that `extras` names.",
        ),
        Code.MOON_CHOICE_UNASKED: kind(
            422,
            "Nobody was asked to choose",
            "The row has a `moon_choice`, but no moon, or the rules leave nothing to choose.",
            "Leave `moon_choice` out.",
        ),
        Code.MOON_CHOICE_MISSING: kind(
            422,
            "The shooter's choice is missing",
            "The corrected row is a moon, and the rules let its shooter choose.",
            "Ask the seat `shooter`, and send `moon_choice`: `add` or `subtract`.",
        ),
        Code.ROW_NO_LONGER_FITS: kind(
            422,
            "A row would no longer fit",
            "Under these rules, or after this correction, a row of the sheet has no one answer.",
            "`hand` and `question` name the row and what is open; correct that row first.",
        ),
        Code.OTHER_DECK: kind(
            422,
            "The rules ask for another deck",
            "The hands were dealt from a deck that these rules do not have.",
            "Rescore with the game's own `players` and `spare`.",
        ),
    }
)
