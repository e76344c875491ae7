"""What is made together with a token for it: a game, a sheet, a seat that is taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import transaction

from api.policy import Kind
from api.tokens import Bearer, Issued, Terms, issue_token, issue_with_account
from deals.cards.seat import Seat
from games.leagues.selectors.seats import is_guests_seat
from games.services.accounts import account_of_password
from games.services.clubs import join_club
from games.services.creating import NOBODY, CreatedGame, Creator, create_game
from games.services.seating import SeatTakenAct, take_seat
from games.services.settling import settle_act
from games.services.sheets import create_sheet


@dataclass(frozen=True)
class CreatedWithToken:
    """A new game and its creator's token, shown this once; None where accounts direct it."""

    created: CreatedGame
    token: str | None


@dataclass(frozen=True)
class TakenWithToken:
    """A taken seat and its token, shown this once."""

    taken: SeatTakenAct
    token: str


def create_game_with_token(
    rules: object,
    *,
    seats: Sequence[str] | None,
    sources: str,
    wait: int,
    now: datetime,
    creator: Creator = NOBODY,
) -> CreatedWithToken:
    """Make a game and its creator's token. Raises as `create_game`."""
    created = create_game(rules, seats=seats, sources=sources, wait=wait, now=now, creator=creator)
    return CreatedWithToken(created, _creators_token(created.game, creator, now=now))


def create_sheet_with_token(
    rules: object,
    *,
    players: Sequence[str],
    wait: int,
    now: datetime,
    creator: Creator = NOBODY,
) -> CreatedWithToken:
    """Begin a sheet and make its scorer's token. Raises as `create_sheet`."""
    created = create_sheet(rules, players=players, wait=wait, now=now, creator=creator)
    return CreatedWithToken(created, _creators_token(created.game, creator, now=now))


def take_seat_with_token(
    game: UUID, seat: Seat, *, invite: str, now: datetime, account: UUID | None = None
) -> TakenWithToken:
    """Seat a person and issue the seat's token, both or neither. Raises as `take_seat`.

    When the signer refuses after that, the deal waits for the sweep; the token is not lost.
    """
    with transaction.atomic():
        taken = take_seat(game, seat, invite=invite, now=now, account=account)
        token = issue_token(Bearer(Kind.SEAT, game=game, seat=seat), now=now).token
    return TakenWithToken(replace(taken, act=settle_act(taken.act, now=now)), token)


def join_by_password(
    club: UUID, name: str, password: str, *, secret: str, terms: Terms, now: datetime
) -> Issued:
    """Let the account of a name and a password join a club, and make a token for it, or neither.

    Raises as `account_of_password` and `join_club`.
    """
    account = account_of_password(name, password)
    with transaction.atomic():
        join_club(club, account, secret=secret, now=now)
        return issue_token(Bearer(Kind.ACCOUNT, account=account), terms, now=now)


def join_with_new_account(
    club: UUID, name: str, password: str, *, secret: str, terms: Terms, now: datetime
) -> Issued:
    """Make an account with a token, and let it join a club, all or nothing.

    Raises as `issue_with_account` and `join_club`.
    """
    with transaction.atomic():
        made = issue_with_account(name, password, terms, now=now)
        join_club(club, UUID(str(made.row["account"])), secret=secret, now=now)
    return made


def issue_guests_token(league: UUID, game: UUID, seat: Seat, *, now: datetime) -> str | None:
    """Return a token for a guest's seat at a league's table; None where no guest sits."""
    if not is_guests_seat(league, game, seat):
        return None
    return issue_token(Bearer(Kind.SEAT, game=game, seat=seat), now=now).token


def _creators_token(game: UUID, creator: Creator, *, now: datetime) -> str | None:
    """Return a token for a creator who has none that would do."""
    if creator != NOBODY:
        return None
    return issue_token(Bearer(Kind.CREATOR, game=game), now=now).token
