"""The shapes of the answers about archives and real tables."""

from __future__ import annotations

from rest_framework import serializers

from api.v1.archive_inputs import RESULTS
from api.v1.shapes import Fields

_STATES = ["queued", "running", "done", "failed"]


def _count(meaning: str) -> serializers.IntegerField:
    return serializers.IntegerField(help_text=meaning)


def _text(meaning: str = "", *, null: bool = False) -> serializers.CharField:
    return serializers.CharField(help_text=meaning, allow_null=null)


class LinePlaceShape(Fields):
    """What was wrong with a line, and where."""

    line = serializers.IntegerField(allow_null=True, help_text="of a sheet, from 1")
    column = serializers.IntegerField(allow_null=True, help_text="from 1; in a sheet, its cells")
    pointer = _text("a JSON pointer into the line", null=True)
    expected = _text()


class ImportedLineShape(Fields):
    """A line of an imported file."""

    line = _count("its number, from 1")
    result = serializers.ChoiceField(RESULTS)
    game = serializers.UUIDField(
        allow_null=True, help_text="what it became, or is a duplicate of, or has the id of"
    )
    verdict = _text("of an imported game: ok, incomplete or false", null=True)
    code = _text("of a rejected line: `unreadable`, or `id-taken`", null=True)
    place = LinePlaceShape(allow_null=True)


class ImportShape(Fields):
    """A file on its way into games; in the end lines = imported + duplicates + rejected."""

    id = serializers.UUIDField()
    name = _text("the file's")
    form = serializers.ChoiceField(["records", "sheet"])
    time = _text("when it was sent; of all lines of its games")
    state = serializers.ChoiceField(_STATES)
    lines = _count("that are not empty")
    done = _count("lines that were taken in")
    imported = _count("lines that became games")
    duplicates = _count("lines whose game was here already, as it would be exported")
    rejected = _count("unreadable ones, and others with the id of a game that is here")
    verdicts = serializers.DictField(
        child=serializers.IntegerField(), help_text="of the imported games"
    )
    rejects = ImportedLineShape(many=True, help_text="the first hundred")
    rejects_after = serializers.IntegerField(
        allow_null=True, help_text="more follow after this line: see `lines`"
    )


class ImportedLinesShape(Fields):
    """Lines of an import."""

    lines = ImportedLineShape(many=True)
    next = serializers.IntegerField(allow_null=True, help_text="`after` of the next page, if any")


class LeftOutShape(Fields):
    """A game that is not in an archive."""

    game = serializers.UUIDField()
    reason = _text("`not-finished`")


class ExportShape(Fields):
    """An archive, or one that is being written."""

    id = serializers.UUIDField()
    state = serializers.ChoiceField(_STATES)
    created = _text()
    asked = _count("games that were asked for; asked = included + left_out, once it is done")
    included = _count("games in the archive")
    left_out = LeftOutShape(many=True)
    file = _text("where to fetch it, once it is done", null=True)
    size = serializers.IntegerField(allow_null=True, help_text="bytes")
    sha256 = _text("of the file, in hex", null=True)
    expires = _text("when it is swept away: a week after it was written", null=True)


class SlipShape(Fields):
    """The cards of one place at a real table."""

    deal = _count("the deal's number")
    place = _count("the seat; the number after the last one is the kitty")
    name = _text("of who sits there, or Kitty")
    cards = serializers.ListField(child=serializers.CharField(), help_text="in deck order")
    hand = _count("for which it is")
    table = serializers.UUIDField(help_text="the sheet")
    commitment = _text("in the public log since before the deal")
    commit_entry = _count("where it stands there")
