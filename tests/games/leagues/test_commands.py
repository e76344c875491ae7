"""The command that rebuilds leagues, by what it says and does."""

import io
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.leagues.models import Standing
from games.leagues.services.rebuilding import stored_league
from tests.season import Season, with_a_round_played

pytestmark = pytest.mark.usefixtures("log")


def said(*words):
    out = io.StringIO()
    call_command("rebuildleagues", *words, stdout=out)
    return out.getvalue()


@pytest.fixture
def season():
    return with_a_round_played(Season(people=4))


def test_standings_that_were_emptied_come_back_row_for_row(season):
    stored = stored_league(season.id)
    assert said() == "1 leagues rebuilt, 0 of them differed\n"
    assert Standing.objects.filter(league=season.id).delete()[0]
    lines = said(str(season.id)).splitlines()
    assert lines == [
        f"{season.id}: replaced what was stored",
        "1 leagues rebuilt, 1 of them differed",
    ]
    assert stored_league(season.id) == stored


def test_a_league_that_is_not_there_is_named(season):
    missing = str(uuid4())
    with pytest.raises(CommandError, match=missing):
        said(missing)
