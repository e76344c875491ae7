"""Clubs through the API: who founds, sees, joins, leads and leaves them."""

from uuid import uuid4

import pytest

from tests.api.guests import is_problem
from tests.api.people import ROLES, ClubOfPeople, Person


def test_a_club_is_founded_by_an_account_and_seen_by_everybody(anna):
    made = anna.post("/clubs", {"name": "Queen of Spades"})
    club = made.json()
    assert (made.status_code, made["Location"]) == (201, f"/api/v1/clubs/{club['id']}")
    assert anna.get(f"/clubs/{club['id']}", token=None).json() == club
    assert anna.get("/clubs", token=None).json() == {"clubs": [club], "next": None}
    is_problem(anna.post("/clubs", {"name": "x"}, token=None), 401, "token-needed")
    is_problem(anna.post("/clubs", {"name": "x"}, token=anna.only("direct")), 403, "forbidden")
    is_problem(anna.get(f"/clubs/{uuid4()}"), 404, "not-found")


def test_a_seats_token_founds_no_club(table):
    is_problem(table.post("/clubs", {"name": "x"}, table.tokens[0]), 403, "forbidden")


@pytest.mark.parametrize("body", [{}, {"name": 1}, {"name": ""}, {"name": "x", "owner": "y"}])
def test_a_body_that_does_not_fit_is_refused(anna, body):
    is_problem(anna.post("/clubs", body), 422, "invalid-body")


@pytest.mark.parametrize("name", ["  ", "x" * 65, "a\nb"])
def test_a_name_that_can_not_be_read_is_refused(anna, name):
    problem = is_problem(anna.post("/clubs", {"name": name}), 422, "invalid-name")
    assert [place["pointer"] for place in problem["errors"]] == ["/name"]


def test_one_finds_ones_own_clubs_and_nobody_elses(club):
    club.stranger.post("/clubs", {"name": "Other"})
    found = club.player.get(f"/clubs?member={club.player.account}").json()["clubs"]
    assert [each["id"] for each in found] == [club.id]
    is_problem(club.stranger.get(f"/clubs?member={club.player.account}"), 403, "forbidden")
    path = f"/clubs?member={club.player.account}"
    is_problem(club.player.get(path, token=None), 401, "token-needed")
    is_problem(club.player.get("/clubs?member=x"), 400, "invalid-query")


def test_members_are_seen_by_members_only(club):
    for role in ROLES:
        seen = getattr(club, role).get(f"{club.url}/members")
        assert seen["Cache-Control"] == "private, no-store"
        assert {member["role"] for member in seen.json()["members"]} == set(ROLES)
        own = f"{club.url}/members/{club.owner.account}"
        assert getattr(club, role).get(own).json()["name"] == "olga"
        assert club.stranger.account not in seen.content.decode()
    for path in ("/members", f"/members/{club.owner.account}"):
        is_problem(club.stranger.get(club.url + path), 403, "forbidden")
        is_problem(club.stranger.get(club.url + path, token=None), 401, "token-needed")
        is_problem(club.owner.get(f"/clubs/{uuid4()}{path}"), 404, "not-found")
    is_problem(club.owner.get(f"{club.url}/members/{club.stranger.account}"), 404, "not-found")


def test_members_come_in_pages_each_once(club):
    seen, cursor = [], ""
    while cursor is not None:
        page = club.player.get(f"{club.url}/members?limit=1{cursor and f'&cursor={cursor}'}").json()
        seen += [member["role"] for member in page["members"]]
        cursor = page["next"]
    assert sorted(seen) == sorted(ROLES)


OWNERS_ALONE = [
    ("put", "", {"name": "Other"}),
    ("post", "/invitations", {"role": "player"}),
    ("get", "/invitations", None),
    ("put", "/members/{player}", {"role": "scorer"}),
    ("post", "/tokens", {}),
    ("get", "/tokens", None),
]


@pytest.mark.parametrize(("method", "path", "body"), OWNERS_ALONE)
def test_what_owners_alone_may(club, method, path, body):
    path = club.url + path.format(player=club.player.account)
    for person in (club.director, club.scorer, club.player, club.stranger):
        is_problem(person.send(method, path, body), 403, "forbidden")
    is_problem(club.owner.send(method, path, body, token=None), 401, "token-needed")
    weak = club.owner.only("read", "play", "score", "direct")
    is_problem(club.owner.send(method, path, body, token=weak), 403, "forbidden")
    elsewhere = path.replace(club.id, str(uuid4()))
    is_problem(club.owner.send(method, elsewhere, body), 404, "not-found")
    assert club.owner.send(method, path, body).status_code in {200, 201}


def test_an_invitation_is_shown_once_and_used_once(club):
    made = club.owner.post(f"{club.url}/invitations", {"role": "player"})
    secret = made.json()["secret"]
    assert made["Cache-Control"] == "private, no-store"
    assert secret not in club.owner.get(f"{club.url}/invitations").content.decode()
    joined = club.stranger.post(f"{club.url}/members", {"invitation": secret})
    assert (joined.status_code, joined.json()["role"]) == (201, "player")
    again = club.stranger.post(f"{club.url}/members", {"invitation": secret})
    is_problem(again, 403, "wrong-invitation")
    assert club.owner.get(f"{club.url}/invitations").json()["invitations"] == []


def test_an_invitation_that_does_not_fit_is_refused(club):
    for body, pointer in [
        ({}, "/role"),
        ({"role": "king"}, "/role"),
        ({"role": "player", "expires": "2020-01-01"}, "/expires"),
        ({"role": "player", "expires": "2999-01-01"}, "/expires"),
    ]:
        problem = is_problem(club.owner.post(f"{club.url}/invitations", body), 422, "invalid-body")
        assert [place["pointer"] for place in problem["errors"]] == [pointer]


def test_who_is_not_invited_does_not_join(club):
    path = f"{club.url}/members"
    other = club.stranger.post("/clubs", {"name": "Other"}).json()["id"]
    elsewhere = club.stranger.post(f"/clubs/{other}/invitations", {"role": "owner"}).json()
    for secret in ("x", elsewhere["secret"], "\u20ac"):
        refused = club.stranger.post(path, {"invitation": secret})
        is_problem(refused, 403, "wrong-invitation")
    is_problem(club.stranger.post(path, {"invitation": 1}), 422, "invalid-body")
    is_problem(club.stranger.post(path, {"invitation": "x"}, token=None), 401, "token-needed")
    made = club.owner.post(f"{club.url}/invitations", {"role": "owner"}).json()
    is_problem(club.player.post(path, {"invitation": made["secret"]}), 409, "already-member")


def test_an_invitation_is_withdrawn(club):
    made = club.owner.post(f"{club.url}/invitations", {"role": "player"}).json()
    path = f"{club.url}/invitations/{made['id']}"
    is_problem(club.director.delete(path), 403, "forbidden")
    assert club.owner.delete(path).json()["id"] == made["id"]
    is_problem(club.owner.delete(path), 404, "not-found")
    refused = club.stranger.post(f"{club.url}/members", {"invitation": made["secret"]})
    is_problem(refused, 403, "wrong-invitation")


def test_a_role_is_changed_and_counts_at_once(club):
    path = f"{club.url}/members/{club.player.account}"
    assert club.owner.put(path, {"role": "owner"}).json()["role"] == "owner"
    assert club.player.put(club.url, {"name": "Black Maria"}).json()["name"] == "Black Maria"
    is_problem(club.owner.put(path, {"role": "king"}), 422, "invalid-body")
    nobody = f"{club.url}/members/{club.stranger.account}"
    is_problem(club.owner.put(nobody, {"role": "player"}), 404, "not-found")


def test_the_last_owner_does_not_leave(club):
    path = f"{club.url}/members/{club.owner.account}"
    is_problem(club.owner.delete(path), 409, "last-owner")
    is_problem(club.owner.put(path, {"role": "player"}), 409, "last-owner")
    club.owner.put(f"{club.url}/members/{club.director.account}", {"role": "owner"})
    assert club.owner.delete(path).json()["role"] == "owner"
    is_problem(club.owner.get(f"{club.url}/members"), 403, "forbidden")


def test_members_leave_by_themselves_and_are_removed_by_owners(club):
    path = f"{club.url}/members/"
    is_problem(club.director.delete(path + club.player.account), 403, "forbidden")
    is_problem(club.stranger.delete(path + club.stranger.account), 404, "not-found")
    assert club.player.delete(path + club.player.account).status_code == 200
    assert club.owner.delete(path + club.scorer.account).status_code == 200
    is_problem(club.owner.delete(path + club.scorer.account), 404, "not-found")
    weak = club.director.only("direct")
    is_problem(club.director.delete(path + club.director.account, token=weak), 403, "forbidden")


def test_of_two_owners_who_leave_at_once_one_stays(committed_log, threads):
    club = ClubOfPeople()
    club.owner.put(f"{club.url}/members/{club.director.account}", {"role": "owner"})

    def leave(person):
        return lambda: person.delete(f"{club.url}/members/{person.account}").status_code

    assert sorted(threads([leave(club.owner), leave(club.director)])) == [200, 409]


def test_of_five_who_use_one_invitation_at_once_one_joins(committed_log, threads):
    club = ClubOfPeople()
    made = club.owner.post(f"{club.url}/invitations", {"role": "player"}).json()
    people = [Person(f"person-{number}") for number in range(5)]

    def join(person):
        body = {"invitation": made["secret"]}
        return lambda: person.post(f"{club.url}/members", body).status_code

    assert sorted(threads([join(person) for person in people])) == [201] + [403] * 4


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/clubs", "GET, POST, HEAD, OPTIONS"),
        ("/clubs/{club}", "GET, PUT, HEAD, OPTIONS"),
        ("/clubs/{club}/members", "GET, POST, HEAD, OPTIONS"),
        ("/clubs/{club}/members/{account}", "GET, PUT, DELETE, HEAD, OPTIONS"),
        ("/clubs/{club}/invitations", "GET, POST, HEAD, OPTIONS"),
        ("/clubs/{club}/invitations/{account}", "DELETE, OPTIONS"),
        ("/clubs/{club}/tokens", "GET, POST, HEAD, OPTIONS"),
        ("/tokens", "GET, POST, HEAD, OPTIONS"),
        ("/tokens/{account}", "DELETE, OPTIONS"),
    ],
)
def test_every_address_says_which_methods_it_answers(club, path, allowed):
    path = path.format(club=club.id, account=club.owner.account)
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - set(allowed.split(", ")):
        refused = club.owner.send(method, path, {})
        is_problem(refused, 405, "method-not-allowed")
        assert set(refused["Allow"].split(", ")) == set(allowed.split(", "))


def test_a_club_stays(club):
    refused = club.owner.delete(club.url)
    assert "stays" in is_problem(refused, 405, "method-not-allowed")["detail"]
