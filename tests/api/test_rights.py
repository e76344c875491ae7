"""What web and worker do with these rows, they may do as the application."""

import pytest
from django.utils import timezone

from api.forgetting import forget_old
from tests import applications
from tests.api.people import ClubOfPeople, GameOf


@pytest.fixture
def as_application(log):
    """What follows runs with the application's rights."""
    with applications.as_application():
        yield


def test_the_applications_rights_are_enough_for_clubs_tokens_and_repeats(as_application):
    club = ClubOfPeople()
    made = club.owner.post("/tokens", {}, key="one").json()
    assert club.owner.delete(f"/tokens/{made['id']}").status_code == 200
    assert club.owner.put(club.url, {"name": "Black Maria"}).status_code == 200
    assert club.owner.delete(f"{club.url}/members/{club.player.account}").status_code == 200
    game = GameOf(club.director, club=club.id)
    voided = club.owner.post(f"{game.url}/void", {"scope": "game"}, key="two")
    assert voided.status_code == 201
    again = club.owner.post(f"{game.url}/void", {"scope": "game"}, key="two")
    assert again.json() == voided.json()
    assert forget_old(now=timezone.now()) == 0
