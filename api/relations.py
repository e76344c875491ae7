"""Where the bearer of a token stands: what the policy asks about, read from the database."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404

from api.policy import Credential, Kind, Relation, Role
from games.leagues.selectors.seats import sits_elsewhere
from games.selectors.clubs import role_in_club
from games.selectors.rights import game_facts


def relation_to(game: UUID, credential: Credential) -> Relation:
    """Return how a token's bearer stands towards a game. Raises Http404 when there is none.

    A token of a seat or of a creator says all of it itself: nothing is read.
    """
    if credential.kind in {Kind.SEAT, Kind.CREATOR}:
        return Relation(game)
    facts = game_facts(game, credential.account)
    if facts is None:
        raise Http404
    return Relation(
        game,
        is_sheet=facts.kind == "sheet",
        is_creator=credential.account is not None and facts.creator == credential.account,
        club=facts.club,
        role=None if facts.role is None else Role(facts.role),
        seat=facts.seat,
        sits_elsewhere=_sits_elsewhere(game, credential),
    )


def role_of(credential: Credential | None, club: UUID | None) -> Role | None:
    """Return the role that a token's account has in a club."""
    if credential is None or credential.account is None or club is None:
        return None
    role = role_in_club(club, credential.account)
    return None if role is None else Role(role)


def _sits_elsewhere(game: UUID, credential: Credential) -> bool:
    """Whether the bearer sits at another open table of the game's round."""
    return credential.account is not None and sits_elsewhere(game, credential.account)
