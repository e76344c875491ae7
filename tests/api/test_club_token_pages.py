"""The page of a club's own tokens: for its owners, and shown once."""

import pytest

from api.models import Token
from api.pages.people.session import COOKIE
from api.policy import SCOPES_OF_CLUBS
from games.models import Account, Club, Member
from tests.api.guests import V1
from tests.api.visitors import PASSWORD, Visitor, secret
from tests.cast import NOW

pytestmark = pytest.mark.usefixtures("log")
TABLET = {"label": "tablet", "scopes": ["score"], "days": "30", "password": PASSWORD}


@pytest.fixture
def anna():
    """An owner of a club, at its tokens."""
    anna = Visitor("anna")
    anna.open("/clubs")
    anna.send("found", name="Club")
    anna.open(tokens())
    return anna


def tokens():
    return f"/clubs/{Club.objects.get().id}/tokens"


def test_a_token_of_the_club_is_shown_once_and_sits_at_the_desk(anna):
    assert "There is none yet" in anna.said
    anna.send("make-token", **(TABLET | {"scopes": ["direct"]}))
    made = secret(anna.text)
    assert anna.page["Cache-Control"] == "private, no-store"
    row = Token.objects.get(kind="club")
    assert (row.club_id, set(row.scopes)) == (Club.objects.get().id, {"read", "direct"})
    assert (row.expires - row.created).days == 30
    bearer = {"Authorization": f"Bearer {made}"}
    path = f"{V1}/clubs/{row.club_id}/members"
    assert anna.client.get(path, headers=bearer).status_code == 200
    anna.open(tokens())
    assert made not in anna.text
    assert f"may read, direct · ends {row.expires.date()}" in anna.said
    anna.send("revoke")
    assert anna.done == "The token is revoked."
    assert anna.client.get(path, headers=bearer).status_code == 401


@pytest.mark.parametrize(
    ("fields", "field", "said"),
    [
        ({"password": "x"}, "password", "No account has this name and this password"),
        ({"scopes": []}, "scopes", "Choose what the token may do"),
        ({"scopes": ["manage"]}, "scopes", "valid choice"),
        ({"days": "367"}, "days", "less than or equal to 366"),
    ],
)
def test_what_is_wrong_is_told_at_its_field(anna, fields, field, said):
    anna.send("make-token", **(TABLET | fields))
    assert said in anna.wrong[f"make-token-{field}"]
    assert not Token.objects.filter(kind="club").exists()
    assert all(f'value="{scope}"' in anna.text for scope in SCOPES_OF_CLUBS)


def test_it_is_for_owners_alone(anna):
    anna.send("make-token", **TABLET)
    row = Token.objects.get(kind="club")
    nobody = Visitor()
    answer = nobody.client.get(tokens())
    assert (answer.status_code, answer["Location"]) == (303, f"/account?next={tokens()}")
    for role in ("director", "player", None):
        visitor = Visitor(role or "stranger")
        if role is not None:
            account = Account.objects.get(username=role)
            club = Club.objects.get()
            Member.objects.create(club=club, account=account, role=role, joined=NOW)
        body = visitor.hidden("sign-out")
        answers = [
            visitor.client.get(tokens()),
            visitor.client.post(tokens(), body | {"act": "make-token"} | TABLET),
            visitor.client.post(tokens(), body | {"act": "revoke", "id": str(row.id)}),
        ]
        assert [one.status_code for one in answers] == [403] * 3
        assert not any(row.prefix.encode() in one.content for one in answers)
    assert Token.objects.get(kind="club") == row


def test_no_other_token_is_revoked_here(anna):
    anna.send("make-token", **TABLET)
    anna.open(tokens())
    own = Token.objects.get(kind="account")
    body = anna.hidden("revoke") | {"act": "revoke"}
    for key in (str(own.id), str(own.account_id), "x"):
        assert anna.client.post(tokens(), body | {"id": key}).status_code == 404
    assert Token.objects.filter(id=own.id).exists()
    answer = anna.client.post(tokens(), {"act": "revoke", "id": str(own.id)})
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf-failed")
    assert COOKIE in anna.client.cookies
