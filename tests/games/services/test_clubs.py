"""Clubs and accounts: who is in them, and what never happens to the last owner."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from games.models import Account, Club, Invitation, Member
from games.selectors.accounts import account_summary
from games.selectors.clubs import club_summary, clubs_page, members_page, role_in_club
from games.selectors.games import GameFilter, games_page
from games.selectors.rights import game_facts
from games.services.accounts import account_of_password, change_password, create_account
from games.services.clubs import (
    change_role,
    create_club,
    invite_member,
    join_club,
    remove_member,
    rename_club,
    withdraw_invitation,
)
from games.services.creating import Creator, create_game
from games.services.errors import (
    AlreadyMember,
    AlreadySeated,
    LastOwner,
    NameTaken,
    UnknownClub,
    WeakPassword,
    WrongInvitation,
    WrongName,
    WrongPassword,
)
from games.services.seating import take_seat
from tests.cast import NOW
from tests.real_parts import at_once

LATER = NOW + timedelta(days=7)
PASSWORD = "four tables of hearts"


@pytest.fixture(autouse=True)
def _quick_hashes(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def account(name):
    return create_account(name, PASSWORD, now=NOW)


@pytest.fixture
def anna(db):
    return account("anna")


@pytest.fixture
def ben(db):
    return account("ben")


@pytest.fixture
def club(anna):
    return create_club("Queen of Spades", owner=anna, now=NOW)


def invited(club, account, role):
    made = invite_member(club, role, expires=LATER, now=NOW)
    join_club(club, account, secret=made.secret, now=NOW)


def test_a_password_opens_its_account_and_no_other(anna, ben):
    assert account_of_password("anna", PASSWORD) == anna
    for name, password in [("anna", "x"), ("Anna", PASSWORD), ("nobody", PASSWORD), ("", "")]:
        with pytest.raises(WrongPassword):
            account_of_password(name, password)


def test_an_account_that_was_switched_off_is_not_opened(anna):
    Account.objects.filter(id=anna).update(is_active=False)
    with pytest.raises(WrongPassword):
        account_of_password("anna", PASSWORD)


def test_a_password_is_kept_as_a_hash_and_can_be_changed(anna):
    assert PASSWORD not in Account.objects.get(id=anna).password
    with pytest.raises(WrongPassword):
        change_password(anna, "x", new="three tables of hearts")
    with pytest.raises(WeakPassword):
        change_password(anna, PASSWORD, new="password")
    change_password(anna, PASSWORD, new="three tables of hearts")
    assert account_of_password("anna", "three tables of hearts") == anna


@pytest.mark.parametrize("name", ["", " ", "a b", "x" * 65, "a\nb", "<b>"])
def test_a_name_that_nobody_could_type_is_refused(db, name):
    with pytest.raises(WrongName):
        account(name)


@pytest.mark.parametrize("password", ["", "short", "password", "anna-maria", "x" * 1025])
def test_a_password_that_others_would_guess_is_refused(db, password):
    with pytest.raises(WeakPassword):
        create_account("anna-maria", password, now=NOW)


def test_two_names_do_not_differ_by_case_alone(anna):
    for name in ("anna", "ANNA", "\uff21nna"):  # the last one has a full-width A
        with pytest.raises(NameTaken):
            account(name)


def test_a_name_is_given_once_to_ten_at_once(committed_log):
    got = at_once(*[lambda: account("anna")] * 10)
    assert sum(isinstance(made, NameTaken) for made in got) == 9
    assert Account.objects.count() == 1


def test_who_founds_a_club_owns_it(club, anna, ben):
    assert role_in_club(club, anna) == "owner"
    assert role_in_club(club, ben) is None
    assert club_summary(club)["name"] == "Queen of Spades"
    assert account_summary(anna)["clubs"] == [
        {"club": str(club), "name": "Queen of Spades", "role": "owner"}
    ]
    assert account_summary(uuid4()) is None


@pytest.mark.parametrize("name", ["", "  ", "x" * 65, "a\nb", "\u202eevil"])
def test_a_club_has_a_name_that_can_be_read(club, anna, name):
    with pytest.raises(WrongName):
        create_club(name, owner=anna, now=NOW)
    with pytest.raises(WrongName):
        rename_club(club, name)


def test_a_club_is_renamed(club):
    rename_club(club, "Black Maria")
    assert club_summary(club)["name"] == "Black Maria"
    with pytest.raises(UnknownClub):
        rename_club(uuid4(), "Nowhere")


def test_an_invitation_makes_one_member(club, ben):
    made = invite_member(club, "scorer", expires=LATER, now=NOW)
    join_club(club, ben, secret=made.secret, now=NOW)
    assert role_in_club(club, ben) == "scorer"
    with pytest.raises(WrongInvitation, match="used"):
        join_club(club, account("cara"), secret=made.secret, now=NOW)


def test_an_invitation_of_another_club_or_day_opens_nothing(club, anna, ben):
    other = create_club("Other", owner=anna, now=NOW)
    made = invite_member(club, "player", expires=LATER, now=NOW)
    for where, secret, when in [
        (other, made.secret, NOW),
        (club, "x", NOW),
        (club, made.secret, LATER),
    ]:
        with pytest.raises(WrongInvitation):
            join_club(where, ben, secret=secret, now=when)
    with pytest.raises(UnknownClub):
        join_club(uuid4(), ben, secret=made.secret, now=NOW)
    assert role_in_club(club, ben) is None


def test_a_member_does_not_join_again_and_uses_no_invitation_up(club, ben):
    invited(club, ben, "player")
    made = invite_member(club, "owner", expires=LATER, now=NOW)
    with pytest.raises(AlreadyMember):
        join_club(club, ben, secret=made.secret, now=NOW)
    assert role_in_club(club, ben) == "player"
    assert Invitation.objects.get(id=made.id).used is None


def test_an_invitation_is_withdrawn_until_it_is_used(club, ben):
    first = invite_member(club, "player", expires=LATER, now=NOW)
    withdraw_invitation(club, first.id)
    with pytest.raises(WrongInvitation):
        join_club(club, ben, secret=first.secret, now=NOW)
    second = invite_member(club, "player", expires=LATER, now=NOW)
    join_club(club, ben, secret=second.secret, now=NOW)
    with pytest.raises(UnknownClub):
        withdraw_invitation(club, second.id)


def test_the_last_owner_neither_leaves_nor_steps_down(club, anna, ben):
    invited(club, ben, "director")
    with pytest.raises(LastOwner):
        remove_member(club, anna)
    with pytest.raises(LastOwner):
        change_role(club, anna, "player")
    change_role(club, anna, "owner")
    change_role(club, ben, "owner")
    remove_member(club, anna)
    assert role_in_club(club, anna) is None
    with pytest.raises(LastOwner):
        remove_member(club, ben)


def test_who_is_no_member_has_no_role_to_change(club, ben):
    for change in (lambda: change_role(club, ben, "player"), lambda: remove_member(club, ben)):
        with pytest.raises(UnknownClub):
            change()


def test_the_database_itself_knows_the_roles(club, ben):
    with pytest.raises(IntegrityError), transaction.atomic():
        Member.objects.create(club_id=club, account_id=ben, role="king", joined=NOW)


def test_of_two_owners_who_leave_at_once_one_stays(committed_log):
    anna, ben = account("anna"), account("ben")
    club = create_club("Queen of Spades", owner=anna, now=NOW)
    invited(club, ben, "owner")
    got = at_once(*[lambda who=who: remove_member(club, who) for who in (anna, ben) * 4])
    assert Member.objects.filter(club=club, role="owner").count() == 1
    assert sum(answer is None for answer in got) == 1


def test_of_ten_who_use_one_invitation_at_once_one_joins(committed_log):
    people = [account(f"person-{number}") for number in range(11)]
    club = create_club("Queen of Spades", owner=people[0], now=NOW)
    made = invite_member(club, "player", expires=LATER, now=NOW)
    at_once(*[lambda who=who: join_club(club, who, secret=made.secret, now=NOW) for who in people])
    assert Member.objects.count() == 2


def test_clubs_and_members_come_in_pages_each_once(anna):
    made = [create_club(f"Club {number}", owner=anna, now=NOW) for number in range(5)]
    for number in range(3):
        invited(made[0], account(f"person-{number}"), "player")
    seen, place = [], None
    while True:
        page, place = clubs_page(after=place, limit=2)
        seen += [club["id"] for club in page]
        if place is None:
            break
    assert sorted(seen) == sorted(map(str, made))
    first, place = members_page(made[0], after=None, limit=3)
    rest, last = members_page(made[0], after=place, limit=3)
    assert {member["name"] for member in first + rest} == {
        "anna",
        "person-0",
        "person-1",
        "person-2",
    }
    assert last is None
    ben = account("ben")
    assert clubs_page(after=None, limit=9, member=ben) == ([], None)


def test_a_game_of_a_club_knows_who_stands_how_to_it(log, club, anna, ben):
    invited(club, ben, "director")
    made = create_game(
        {}, sources="server", wait=60, now=NOW, creator=Creator(account=anna, club=club)
    )
    taken = take_seat(made.game, 2, invite=made.invites[2], now=NOW, account=ben)
    assert taken.player == ben
    facts = game_facts(made.game, ben)
    assert (facts.creator, facts.club, facts.role, facts.seat) == (anna, club, "director", 2)
    assert game_facts(made.game, None).role is None
    assert game_facts(uuid4(), ben) is None
    with pytest.raises(AlreadySeated):
        take_seat(made.game, 1, invite=made.invites[1], now=NOW, account=ben)


def test_games_are_found_by_club_player_and_time(log, club, anna):
    mine = create_game(
        {}, sources="server", wait=60, now=NOW, creator=Creator(account=anna, club=club)
    ).game
    other = create_game({}, sources="server", wait=60, now=LATER)
    take_seat(other.game, 0, invite=other.invites[0], now=LATER, account=anna)

    def found(**only):
        page, _ = games_page(after=None, limit=9, only=GameFilter(**only))
        return [game["id"] for game in page]

    assert found(club=club) == [str(mine)]
    assert found(player=anna) == [str(other.game)]
    assert found(since=LATER) == [str(other.game)]
    assert found(before=LATER) == [str(mine)]
    assert found(verdict="ok") == []
    assert found() == [str(other.game), str(mine)]
    assert Club.objects.get().games.count() == 1
