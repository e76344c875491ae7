"""Invitations into clubs."""

from __future__ import annotations

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.body import read_body, read_query
from api.calls import call
from api.club_auth import require_owner
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import PRIVATE, Endpoint
from api.pagination import parse_place, place_cursor
from api.terms import within
from api.v1 import club_examples as examples
from api.v1.club_inputs import InvitationInput
from api.v1.club_shapes import InvitationShape, InvitationsShape, NewInvitationShape
from api.v1.inputs import PageQuery
from games.selectors.clubs import invitation_summary, invitations_page
from games.services.clubs import invite_member, withdraw_invitation

_LASTS: Final = timedelta(days=7)
_LONGEST: Final = timedelta(days=90)


class Invitations(Endpoint):
    """The invitations of a club."""

    @described(
        Call(
            id="list_invitations",
            summary="List a club's open invitations",
            answers=[Answer(200, "A page of them.", InvitationsShape, examples.INVITATIONS)],
            refuses=[Code.NOT_FOUND],
            query=PageQuery,
            token="owner",  # noqa: S106 - whose token, no secret
        )
    )
    def get(self, request: Request, club: UUID) -> Response:
        """Return the invitations that may still be used, without their secrets, to an owner."""
        require_owner(request, club=club)
        query = read_query(PageQuery, request)
        after = parse_place(query.get("cursor"))
        invitations, more = invitations_page(
            club, after=after, limit=query["limit"], now=timezone.now()
        )
        answer = {"club": str(club), "invitations": invitations, "next": place_cursor(more)}
        return Response(answer, headers=PRIVATE)

    @described(
        Call(
            id="invite_member",
            summary="Invite somebody into a club",
            answers=[Answer(201, "Shown this once.", NewInvitationShape, examples.NEW_INVITATION)],
            refuses=[Code.NOT_FOUND, Code.BUSY],
            takes=InvitationInput,
            example={"role": "scorer"},
            token="owner",  # noqa: S106 - whose token, no secret
            shows_once=True,
        )
    )
    def post(self, request: Request, club: UUID) -> Response:
        """Make an invitation, as an owner: whoever sends its secret becomes a member, once."""
        require_owner(request, club=club)
        body = read_body(InvitationInput, request)
        now = timezone.now()
        expires = within(body.get("expires", now + _LASTS), now=now, most=_LONGEST)
        made = call(invite_member, club, body["role"], expires=expires, now=now)
        place = {"Location": f"/api/v1/clubs/{club}/invitations/{made.id}"}
        answer = (invitation_summary(made.id) or {}) | {"secret": made.secret}
        return Response(answer, status=201, headers=PRIVATE | place)


class OneInvitation(Endpoint):
    """An invitation."""

    @described(
        Call(
            id="withdraw_invitation",
            summary="Withdraw an invitation",
            answers=[Answer(200, "What it was.", InvitationShape, examples.INVITATION)],
            refuses=[Code.NOT_FOUND],
            token="owner",  # noqa: S106 - whose token, no secret
        )
    )
    def delete(self, request: Request, club: UUID, invitation: UUID) -> Response:
        """Take an invitation back that nobody has used yet, as an owner."""
        require_owner(request, club=club)
        shown = invitation_summary(invitation)
        if shown is None:
            raise Http404
        call(withdraw_invitation, club, invitation)
        return Response(shown, headers=PRIVATE)
