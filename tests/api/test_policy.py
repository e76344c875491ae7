"""The policy as tables: every kind of token, role, scope and place, against what may be done."""

import itertools
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from api import policy
from api.policy import Credential, Kind, Relation, Role, Scope
from games.models import Member

GAME, OTHER_GAME, CLUB, OTHER_CLUB, ANNA, TOKEN = (UUID(int=number) for number in range(1, 7))
NOW = datetime(2026, 11, 2, tzinfo=UTC)

SEAT = Credential(TOKEN, Kind.SEAT, game=GAME, seat=1)
CREATOR = Credential(TOKEN, Kind.CREATOR, game=GAME)
SCOPES = [
    frozenset(chosen)
    for count in range(len(Scope) + 1)
    for chosen in itertools.combinations(Scope, count)
]
ROLES = [None, *Role]


def account(*scopes):
    return Credential(TOKEN, Kind.ACCOUNT, account=ANNA, scopes=frozenset(scopes))


def club(*scopes, of=CLUB):
    return Credential(TOKEN, Kind.CLUB, club=of, scopes=frozenset(scopes))


def relations():
    """Every way in which an account may stand towards a game."""
    for is_sheet, is_creator, of, role, seat, elsewhere in itertools.product(
        (False, True), (False, True), (None, CLUB), ROLES, (None, 1), (False, True)
    ):
        if of is not None or role is None:
            yield Relation(
                GAME,
                is_sheet=is_sheet,
                is_creator=is_creator,
                club=of,
                role=role,
                seat=seat,
                sits_elsewhere=elsewhere,
            )


def is_director(relation):
    if relation.sits_elsewhere:
        return False
    if relation.club is None:
        return relation.is_creator
    return relation.role in {Role.OWNER, Role.DIRECTOR}


def is_scorer(relation):
    is_one = relation.club is not None and relation.role == Role.SCORER
    return is_director(relation) or (is_one and not relation.sits_elsewhere)


def test_the_roles_are_those_that_are_stored():
    assert [role.value for role in Role] == [
        value for value, _ in Member._meta.get_field("role").choices
    ]


@pytest.mark.parametrize("scopes", SCOPES, ids=lambda scopes: "+".join(sorted(scopes)) or "none")
def test_an_account_may_what_its_scopes_and_its_place_allow(scopes):
    token = account(*scopes)
    for relation in relations():
        plays = Scope.PLAY in scopes and relation.seat is not None
        directs = Scope.DIRECT in scopes and is_director(relation)
        scores = bool({Scope.DIRECT, Scope.SCORE} & scopes) and is_scorer(relation)
        assert policy.may_act(token, relation, 1) == plays
        assert not policy.may_act(token, relation, 0)
        assert policy.may_direct(token, relation) == directs
        assert policy.may_score(token, relation) == scores
        assert policy.may_ask(token, relation) == (plays or directs)
        answers = plays or directs or (relation.is_sheet and scores)
        assert policy.may_answer(token, relation) == answers
        knows = relation.is_creator or relation.seat is not None or relation.role is not None
        assert policy.may_audit(token, relation) == knows


@pytest.mark.parametrize("scopes", SCOPES, ids=lambda scopes: "+".join(sorted(scopes)) or "none")
def test_a_clubs_token_leads_its_own_clubs_games_and_no_others(scopes):
    for of, relation in itertools.product((CLUB, OTHER_CLUB), relations()):
        token = club(*scopes, of=of)
        is_its = relation.club == of and not relation.sits_elsewhere
        assert policy.may_direct(token, relation) == (is_its and Scope.DIRECT in scopes)
        leads = bool({Scope.DIRECT, Scope.SCORE} & scopes)
        assert policy.may_score(token, relation) == (is_its and leads)
        assert policy.may_audit(token, relation) == (relation.club == of)
        for seat in range(4):
            assert not policy.may_act(token, relation, seat)
        assert policy.may_ask(token, relation) == (is_its and Scope.DIRECT in scopes)


@pytest.mark.parametrize("game", [GAME, OTHER_GAME], ids=["its game", "another game"])
def test_a_seats_token_acts_for_its_seat_alone(game):
    here = Relation(game)
    assert [policy.may_act(SEAT, here, seat) for seat in range(3)] == [False, game == GAME, False]
    assert policy.may_ask(SEAT, here) == (game == GAME)
    assert policy.may_audit(SEAT, here) == (game == GAME)
    assert not policy.may_direct(SEAT, here)
    assert not policy.may_score(SEAT, here)
    assert not policy.may_answer(SEAT, Relation(OTHER_GAME, is_sheet=True))


@pytest.mark.parametrize("game", [GAME, OTHER_GAME], ids=["its game", "another game"])
def test_a_creators_token_directs_its_game_and_sits_nowhere(game):
    here, is_its = Relation(game), game == GAME
    assert policy.may_direct(CREATOR, here) == is_its
    assert policy.may_score(CREATOR, here) == is_its
    assert policy.may_ask(CREATOR, here) == is_its
    assert policy.may_audit(CREATOR, here) == is_its
    assert not any(policy.may_act(CREATOR, here, seat) for seat in range(4))


def test_who_sits_at_another_table_of_the_round_neither_directs_nor_looks_on():
    for relation in relations():
        assert policy.may_watch(relation) != relation.sits_elsewhere
        if relation.sits_elsewhere:
            for token in (account(*Scope), club(*Scope), CREATOR):
                assert not policy.may_direct(token, relation)


@pytest.mark.parametrize("is_sheet", [False, True], ids=["cards", "sheet"])
def test_who_may_make_a_game(is_sheet):
    for of in (None, CLUB):
        for token in (None, SEAT, CREATOR):
            made = policy.may_create(token, club=of, role=None, is_sheet=is_sheet)
            assert made == (of is None)
        for role, scopes in itertools.product(ROLES, SCOPES):
            if of is None and role is not None:
                continue
            may = {Scope.DIRECT, Scope.SCORE} if is_sheet else {Scope.DIRECT}
            roles = {Role.OWNER, Role.DIRECTOR} | ({Role.SCORER} if is_sheet else set())
            made = policy.may_create(account(*scopes), club=of, role=role, is_sheet=is_sheet)
            assert made == (bool(may & scopes) and (of is None or role in roles))
            made = policy.may_create(club(*scopes), club=of, role=None, is_sheet=is_sheet)
            assert made == (bool(may & scopes) and of == CLUB)


def test_a_seat_is_taken_by_anybody_but_as_an_account_only_to_play():
    assert all(policy.may_take_seats(token) for token in (None, SEAT, CREATOR))
    for scopes in SCOPES:
        assert policy.may_take_seats(account(*scopes)) == (Scope.PLAY in scopes)
        assert not policy.may_take_seats(club(*scopes))


def test_a_club_is_seen_by_its_members_and_managed_by_its_owners():
    for role, scopes in itertools.product(ROLES, SCOPES):
        token = account(*scopes)
        assert policy.may_see_members(token, club=CLUB, role=role) == (role is not None)
        manages = Scope.MANAGE in scopes and role == Role.OWNER
        assert policy.may_manage_club(token, role=role) == manages
    for token in (SEAT, CREATOR, club(*Scope, of=OTHER_CLUB)):
        assert not policy.may_see_members(token, club=CLUB, role=None)
        assert not policy.may_manage_club(token, role=None)
    assert policy.may_see_members(club(), club=CLUB, role=None)


def test_an_account_is_managed_by_itself():
    for scopes in SCOPES:
        may = policy.may_manage_account(account(*scopes), ANNA)
        assert may == (Scope.MANAGE in scopes)
        assert not policy.may_manage_account(account(*scopes), CLUB)
    for token in (SEAT, CREATOR, club(*Scope)):
        assert not policy.may_manage_account(token, ANNA)


def test_no_token_makes_one_that_may_more_or_lasts_longer():
    soon, late = NOW, NOW + timedelta(days=1)
    for own, asked in itertools.product(SCOPES, SCOPES):
        may = policy.may_issue(account(*own), scopes=asked, expires=late)
        assert may == (Scope.MANAGE in own and asked <= own)
        assert not policy.may_issue(club(*own), scopes=asked, expires=late)
    for own, asked, may in [
        (None, None, True),
        (None, soon, True),
        (soon, soon, True),
        (soon, late, False),
        (soon, None, False),
    ]:
        token = Credential(TOKEN, Kind.SEAT, game=GAME, seat=1, expires=own)
        assert policy.may_issue(token, scopes=frozenset(), expires=asked) == may


def test_every_token_may_end_itself():
    for token in (SEAT, CREATOR, club(), account()):
        assert policy.may_revoke_own(token, TOKEN)
    for scopes in SCOPES:
        may = policy.may_revoke_own(account(*scopes), GAME)
        assert may == (Scope.MANAGE in scopes)
        assert not policy.may_revoke_own(club(*scopes), GAME)
    assert policy.may_revoke_own(SEAT, GAME)
