"""The pages of clubs: founding, inviting, joining, roles, leaving; and who may see what."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client

from api.apps import guesses, new_accounts
from api.models import Token
from api.pages.people.session import COOKIE
from games.models import Account, Club, Invitation, Member
from tests.api.visitors import PASSWORD, Visitor, secret

pytestmark = pytest.mark.usefixtures("log")
ROLES = ("owner", "director", "scorer", "player")


@pytest.fixture
def anna():
    """Somebody who has founded a club, and looks at it."""
    anna = Visitor("anna")
    anna.open("/clubs")
    anna.send("found", name="Queen of Spades")
    assert anna.answer.status_code == 303, anna.text
    return anna


def invited(owner, role="player"):
    """The path and secret of a new invitation's link."""
    owner.open(club_path())
    owner.send("invite", role=role, days="7")
    assert owner.answer.status_code == 200
    link = urlsplit(secret(owner.text))
    return link.path, link.fragment.removeprefix("invitation=")


def member(owner, name, role="player"):
    """A new member, who looks at the club."""
    path, invitation = invited(owner, role)
    browser = Visitor()
    browser.open(path)
    browser.send("sign-up", invitation=invitation, name=name, password=PASSWORD, again=PASSWORD)
    assert browser.answer.status_code == 303, browser.text
    return browser


def club_path():
    return f"/clubs/{Club.objects.get().id}"


def roles():
    return dict(Member.objects.values_list("account__username", "role"))


def test_a_club_is_founded_and_has_its_page(anna):
    assert anna.path == club_path()
    assert "<h1>Queen of Spades</h1>" in anna.text
    assert "You are its owner" in anna.said
    assert roles() == {"anna": "owner"}
    anna.open("/account")
    assert "Queen of Spades , owner" in anna.said
    for name in ("", " ", "\u200e", "n" * 65):
        anna.open("/clubs")
        anna.send("found", name=name)
        assert (anna.answer.status_code, bool(anna.wrong["found-name"])) == (422, True)
    assert Club.objects.count() == 1


def test_a_club_that_is_sent_twice_is_founded_once(anna):
    anna.open("/clubs")
    body = anna.hidden("found") | {"act": "found", "name": "Another"}
    for _ in range(3):
        assert anna.client.post("/clubs", body).status_code == 303
    assert Club.objects.count() == 2


def test_who_is_not_signed_in_sees_clubs_and_no_form_or_cookie(anna):
    browser = Visitor()
    for path in ("/clubs", club_path()):
        browser.open(path)
        assert "Queen of Spades" in browser.text
        assert "<form" not in browser.text
        assert not browser.client.cookies
        assert "anna" not in browser.text
        assert "Cookie" in browser.page["Vary"]
    for path in (club_path(), "/clubs"):
        answer = browser.client.post(path, {"act": "found", "name": "X"})
        assert (answer.status_code, answer.json()["code"]) == (403, "csrf-failed")
    assert Club.objects.count() == 1
    browser.open("/clubs/00000000-0000-4000-8000-000000000000", status=404)


def test_an_invitation_makes_a_member_once(anna):
    path, invitation = invited(anna, "scorer")
    assert path == f"{club_path()}/join"
    assert anna.page["Cache-Control"] == "private, no-store"
    anna.open(club_path())
    assert invitation not in anna.text
    assert "scorer, until" in anna.said
    ben, carl = Visitor("ben"), Visitor("carl")
    for browser in (ben, carl):
        browser.open(path)
        browser.send("join", invitation=invitation)
    assert ben.answer.status_code == 303
    assert "You are a member now" in ben.done
    assert carl.answer.status_code == 403
    assert "The invitation was used. Ask an owner" in carl.wrong["join-invitation"]
    assert roles() == {"anna": "owner", "ben": "scorer"}
    ben.open(path)
    ben.send("join", invitation="x")
    assert ben.answer.status_code == 403
    path, invitation = invited(anna)
    ben.open(path)
    ben.send("join", invitation=invitation)
    assert (ben.answer.status_code, "is a member" in ben.wrong[""]) == (409, True)


def test_one_joins_by_a_new_account_or_by_signing_in(anna):
    path, invitation = invited(anna)
    dora = Visitor()
    dora.open(path)
    assert not dora.sees("join")
    given = {"name": "dora", "password": PASSWORD, "again": PASSWORD}
    dora.send("sign-up", invitation="x", **given)
    assert "Ask an owner" in dora.wrong["sign-up-invitation"]
    assert (Account.objects.count(), Token.objects.count()) == (1, 1), "all or nothing"
    dora.send("sign-up", invitation=invitation, **(given | {"name": "anna"}))
    assert "Choose another name" in dora.wrong["sign-up-name"]
    assert f'value="{invitation}"' in dora.text
    dora.send("sign-up", invitation=invitation, **given)
    assert dora.path.startswith(club_path())
    assert "dora" in dora.text
    ben = Visitor("ben")
    ben.open("/account")
    ben.send("sign-out")
    path, invitation = invited(anna, "director")
    ben.open(path)
    ben.send("sign-in", invitation=invitation, name="ben", password="x")
    assert "No account has this name" in ben.wrong[""]
    ben.send("sign-in", invitation=invitation, name="ben", password=PASSWORD)
    assert roles() == {"anna": "owner", "dora": "player", "ben": "director"}
    assert ben.client.cookies[COOKIE].value


def test_who_comes_by_an_invitation_counts_for_the_caps_too(anna):
    path, _ = invited(anna)
    new_accounts().__init__(rate=0.001, burst=1, name="accounts")
    guesses().__init__(rate=0.001, burst=1, name="guesses")
    ben = Visitor()
    ben.open(path)
    given = {"name": "ben", "password": PASSWORD}
    for act, fields in (("sign-up", {"again": PASSWORD}), ("sign-in", {})):
        for status in (403, 429):
            ben.send(act, invitation="x", **given, **fields)
            assert ben.answer.status_code == status
        assert "then try again" in ben.wrong[""]
    assert roles() == {"anna": "owner"}


def test_an_invitation_is_shown_once_however_often_it_is_sent(anna):
    body = anna.hidden("invite") | {"act": "invite", "role": "player", "days": "7"}
    first = anna.post(club_path(), body)
    again = anna.post(club_path(), body)
    assert (first.status_code, again.status_code) == (200, 303)
    assert "its link was shown" in anna.done
    assert Invitation.objects.count() == 1


@pytest.mark.parametrize(
    "fields", [{"days": "0"}, {"days": "91"}, {"days": ""}, {"role": "king"}, {"role": ""}]
)
def test_an_invitation_that_can_t_be_made_is_told_at_its_field(anna, fields):
    anna.send("invite", **({"role": "player", "days": "7"} | fields))
    assert anna.answer.status_code == 422
    assert anna.wrong[f"invite-{next(iter(fields))}"]
    assert not Invitation.objects.exists()


def test_an_invitation_lasts_as_long_as_was_said_and_is_withdrawn(anna):
    path, invitation = invited(anna)
    row = Invitation.objects.get()
    assert row.expires - row.created == timedelta(days=7)
    anna.open(club_path())
    anna.send("withdraw")
    assert "withdrawn" in anna.done
    ben = Visitor("ben")
    ben.open(path)
    ben.send("join", invitation=invitation)
    assert ben.answer.status_code == 403
    assert roles() == {"anna": "owner"}


def test_roles_are_given_and_a_club_keeps_an_owner(anna):
    member(anna, "ben")
    account = str(Account.objects.get(username="ben").id)
    own = str(Account.objects.get(username="anna").id)
    for role in ("director", "owner", "scorer"):
        anna.open(club_path())
        anna.send("change-role", about=account, role=role)
        assert anna.done == "The role is changed."
        assert roles()["ben"] == role
    for act, fields in (("change-role", {"role": "player"}), ("remove", {})):
        anna.open(club_path())
        anna.send(act, about=own, **fields)
        assert anna.answer.status_code == 409
        assert anna.wrong[""] == "A club keeps an owner: make another member owner first."
    assert roles()["anna"] == "owner"
    anna.send("change-role", about=account, role="king")
    assert anna.answer.status_code == 404


def test_members_leave_and_are_removed(anna):
    ben, carl = member(anna, "ben"), member(anna, "carl")
    own = str(Account.objects.get(username="ben").id)
    ben.open(club_path())
    ben.send("remove", about=own)
    assert "The membership has ended." in ben.done
    assert "Members" not in ben.said
    anna.open(club_path())
    anna.send("remove", about=str(Account.objects.get(username="carl").id))
    assert roles() == {"anna": "owner"}
    assert "Members" not in plain_of(carl)


def plain_of(browser):
    browser.open(club_path())
    return browser.said


def test_a_club_gets_another_name(anna):
    anna.send("rename", name="\u200e")
    assert "Choose a name" in anna.wrong["rename-name"]
    anna.send("rename", name="Jack of Diamonds")
    assert "<h1>Jack of Diamonds</h1>" in anna.text


def test_what_each_role_sees_and_may(anna):
    people = {role: member(anna, role, role) for role in ROLES[1:]} | {"owner": anna}
    people["stranger"] = Visitor("stranger")
    acts = ("invite", "rename", "change-role")
    for role, browser in people.items():
        browser.open(club_path())
        assert all(browser.sees(act) == (role == "owner") for act in acts), role
        assert ("Members" in browser.said) == (role != "stranger"), role
        assert ("Make a league" in browser.said) == (role in {"owner", "director"}), role
        assert "access-control" not in str(browser.page.headers).lower()
    _, invitation = invited(anna)
    offer = Invitation.objects.get(used=None)
    target = str(Account.objects.get(username="director").id)
    before = roles()
    for role, browser in people.items():
        if role == "owner":
            continue
        browser.open("/account")
        body = browser.hidden("sign-out")
        for fields in (
            {"act": "invite", "role": "owner", "days": "7"},
            {"act": "withdraw", "id": str(offer.id)},
            {"act": "rename", "name": "X"},
            {"act": "change-role", "id": target, "role": "player"},
            {"act": "remove", "id": target},
        ):
            if (role, fields["act"]) == ("director", "remove"):
                continue  # his own membership
            answer = browser.client.post(club_path(), body | fields)
            assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), (role, fields)
    assert (roles(), Club.objects.get().name) == (before, "Queen of Spades")
    assert Invitation.objects.filter(id=offer.id, used=None).exists()
    assert invitation not in anna.open(club_path())


def test_a_form_without_its_secret_is_refused(anna):
    stranger = Client(enforce_csrf_checks=True)
    stranger.cookies[COOKIE] = anna.client.cookies[COOKIE].value
    for path, act in [
        ("/clubs", "found"),
        (f"{club_path()}/join", "join"),
        *((club_path(), act) for act in ("invite", "rename", "change-role", "remove", "withdraw")),
        (f"{club_path()}/leagues/new", "make"),
    ]:
        answer = stranger.post(path, {"act": act, "name": "X", "role": "player", "days": "7"})
        assert (answer.status_code, answer.json()["code"]) == (403, "csrf-failed"), path
    assert not Invitation.objects.exists()


def test_further_members_are_on_further_pages(anna):
    club = Club.objects.get()
    for nth in range(101):
        account = Account.objects.create(username=f"member-{nth}", date_joined=club.created)
        Member.objects.create(club=club, account=account, role="player", joined=club.created)
    anna.open(club_path())
    first = set(re.findall("<b>(.*?)</b>", anna.text))
    more = re.search('href="([?]members=.*?)#', anna.text)[1]
    anna.open(club_path() + more)
    assert len(first | set(re.findall("<b>(.*?)</b>", anna.text))) == 102


def test_a_lost_page_is_no_way_in(anna):
    browser = Visitor()
    browser.open("/clubs/00000000-0000-4000-8000-000000000000/join", status=404)
    answer = browser.client.get("/clubs?cursor=x")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid-query")
