"""Rows of a score sheet: written, corrected, and counted under other rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import require_director, require_scorer
from api.body import read_body
from api.calls import call
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import Endpoint
from api.v1 import sheet_examples
from api.v1.acts import act_answer
from api.v1.shapes import ActShape
from api.v1.sheet_inputs import CorrectionInput, RowInput, RulesChangeInput, row_of
from games.services.sheets import change_rules, correct_row, write_row

_FAULTS: Final = (
    Code.BAD_SUM,
    Code.IMPOSSIBLE_ROW,
    Code.AMBIGUOUS_ROW,
    Code.MOON_CHOICE_UNASKED,
)
_MORE: Final[Mapping[Code, Mapping[str, object]]] = {
    Code.BAD_SUM: {"sum": 25, "needed": 26},
    Code.AMBIGUOUS_ROW: {"extras": ["jack"]},
    Code.MOON_CHOICE_MISSING: {"shooter": 1},
    Code.WRONG_PHASE: {"phase": "closing"},
    Code.ROW_NO_LONGER_FITS: {
        "hand": 2,
        "question": {
            "code": "moon-choice-missing",
            "detail": "seat 1 shot the moon and has not chosen add or subtract",
            "shooter": 1,
        },
    },
}


class Rows(Endpoint):
    """The rows of a sheet."""

    @described(
        Call(
            id="write_row",
            summary="Write a hand's row",
            answers=[Answer(201, "The row stands.", ActShape, sheet_examples.ROW_WRITTEN)],
            refuses=[
                Code.NOT_FOUND,
                Code.NOT_A_SHEET,
                Code.GAME_OVER,
                Code.WRONG_PHASE,
                *_FAULTS,
                Code.BUSY,
            ],
            takes=RowInput,
            example=sheet_examples.ROW,
            token="scorer",  # noqa: S106 - whose token, no secret
            more=_MORE,
        )
    )
    def post(self, request: Request, game: UUID) -> Response:
        """Write the next hand of a sheet: what each seat took. The rules say what it costs.

        A moon waits for its shooter's choice, where the rules ask and the row does not say it.
        """
        require_scorer(request, game=game)
        row = row_of(read_body(RowInput, request))
        return act_answer(call(write_row, game, row, now=timezone.now()), status=201)


class OneRow(Endpoint):
    """A row of a sheet."""

    @described(
        Call(
            id="correct_row",
            summary="Correct a hand's row",
            answers=[Answer(200, "The correction stands.", ActShape, sheet_examples.ROW_CORRECTED)],
            refuses=[
                Code.NOT_FOUND,
                Code.NOT_A_SHEET,
                Code.WRONG_PHASE,
                *_FAULTS,
                Code.MOON_CHOICE_MISSING,
                Code.ROW_NO_LONGER_FITS,
                Code.BUSY,
            ],
            takes=CorrectionInput,
            example=sheet_examples.CORRECTION,
            token="scorer",  # noqa: S106 - whose token, no secret
            more=_MORE,
        )
    )
    def put(self, request: Request, game: UUID, hand: int) -> Response:
        """Write another row over a hand's. The line before stays; the last correction counts."""
        scorer = require_scorer(request, game=game)
        body = read_body(CorrectionInput, request)
        act = call(
            correct_row,
            game,
            hand,
            row_of(body),
            reason=body["reason"],
            now=timezone.now(),
            director=scorer,
        )
        return act_answer(act, status=200)


class RulesOfSheet(Endpoint):
    """The rules of a sheet."""

    @described(
        Call(
            id="change_rules",
            summary="Change a sheet's rules",
            answers=[Answer(201, "They count now.", ActShape, sheet_examples.RULES_CHANGED)],
            refuses=[
                Code.NOT_FOUND,
                Code.RULES_PINNED,
                Code.WRONG_PHASE,
                Code.INVALID_RULES,
                Code.ROW_NO_LONGER_FITS,
                Code.BUSY,
            ],
            takes=RulesChangeInput,
            example=sheet_examples.RULES_CHANGE,
            token="director",  # noqa: S106 - whose token, no secret
            more={**_MORE, Code.INVALID_RULES: {"setting": "players"}},
        )
    )
    def post(self, request: Request, game: UUID) -> Response:
        """Count all rows, past ones too, under other rules; no row is changed.

        When the game now ends earlier, later rows are set aside but kept; when it no longer ends,
        it is open again. A game of cards keeps its rules: `rescore` shows what others would give.
        """
        director = require_director(request, game=game)
        body = read_body(RulesChangeInput, request)
        act = call(
            change_rules,
            game,
            body["rules"],
            reason=body.get("reason"),
            now=timezone.now(),
            director=director,
        )
        return act_answer(act, status=201)
