"""What the calls about archives and real tables take."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from api.body import Input, QueryNumber, Text
from api.v1.inputs import Pattern

MOST_GAMES: Final = 1000
MOST_LINES: Final = 1000
RESULTS: Final = ("waiting", "imported", "duplicate", "rejected")
_UUID: Final = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"


class ImportQuery(Input):
    """What a file does not say itself."""

    name = Text(
        required=False,
        max_length=200,
        help_text="the file's; games of OpenSpiel and sheets get their id from it",
    )
    rules = Text(
        default="scoresheet",
        max_length=2000,
        help_text="of a sheet: a preset's name, or a rules object in JSON",
    )


class LinesQuery(Input):
    """Which lines of an import."""

    result = serializers.ChoiceField(
        RESULTS, required=False, help_text="only those that became this"
    )
    after = QueryNumber(default=0, help_text="the number of the line after which to begin")
    limit = QueryNumber(
        most=MOST_LINES, default=200, help_text=f"200 unless said, at most {MOST_LINES}"
    )


class ExportInput(Input):
    """The games of an archive: those named, a league's, or a club's."""

    games = serializers.ListField(
        child=Pattern(f"^{_UUID}\\Z", help_text="a game's id"),
        required=False,
        min_length=1,
        max_length=MOST_GAMES,
        help_text=f"at most {MOST_GAMES}; who runs the service may export more at once",
    )
    league = Pattern(f"^{_UUID}\\Z", required=False, help_text="all games of this league")
    club = Pattern(f"^{_UUID}\\Z", required=False, help_text="all games of this club")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Take one of games, league and club."""
        if len(attrs) != 1:
            detail = "name games, or a league, or a club: one of them"
            raise serializers.ValidationError({"games": detail})
        return attrs


class TableDealInput(Input):
    """A deal for a table with real cards."""

    vars()["for"] = Pattern(
        f"^table/{_UUID}/hand/[1-9][0-9]{{0,3}}\\Z",
        help_text="`table/<uuid of the sheet>/hand/<n>`: the next hand, or one of those after it",
    )
    deck = Text(
        required=False, max_length=8, help_text="the deck of the sheet's rules, if it is said"
    )
    sources = serializers.ChoiceField(
        ["server", "beacon"],
        default="server",
        help_text="where randomness beside the server's seed comes from: `beacon` is drand's "
        "quicknet, a round that is yet to come",
    )
