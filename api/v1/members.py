"""Members of clubs."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import required_credential
from api.body import read_body, read_query
from api.calls import call
from api.club_auth import managing_account, require_member, require_owner
from api.codes import Code
from api.describing import Answer, Call, described
from api.endpoint import PRIVATE, Endpoint, found
from api.pagination import parse_place, place_cursor
from api.policy import may_manage_account
from api.v1 import club_examples as examples
from api.v1.club_inputs import JoinInput, RoleInput
from api.v1.club_shapes import MemberShape, MembersShape
from api.v1.inputs import PageQuery
from games.selectors.clubs import member_summary, members_page
from games.services.clubs import change_role, join_club, remove_member


class Members(Endpoint):
    """The members of a club."""

    @described(
        Call(
            id="list_members",
            summary="List a club's members",
            answers=[Answer(200, "A page of members.", MembersShape, examples.MEMBERS)],
            refuses=[Code.NOT_FOUND],
            query=PageQuery,
            token="member",  # noqa: S106 - whose token, no secret
        )
    )
    def get(self, request: Request, club: UUID) -> Response:
        """Return who is in a club, for its members."""
        require_member(request, club=club)
        query = read_query(PageQuery, request)
        after = parse_place(query.get("cursor"))
        members, more = members_page(club, after=after, limit=query["limit"])
        answer = {"club": str(club), "members": members, "next": place_cursor(more)}
        return Response(answer, headers=PRIVATE)

    @described(
        Call(
            id="join_club",
            summary="Join a club",
            answers=[Answer(201, "You are a member.", MemberShape, examples.MEMBER)],
            refuses=[Code.NOT_FOUND, Code.WRONG_INVITATION, Code.ALREADY_MEMBER, Code.BUSY],
            takes=JoinInput,
            example={"invitation": examples.NEW_INVITATION["secret"]},
            token="account",  # noqa: S106 - whose token, no secret
        )
    )
    def post(self, request: Request, club: UUID) -> Response:
        """Join a club by an invitation, which is used up by that. Needs the scope `manage`."""
        account = managing_account(request)
        body = read_body(JoinInput, request)
        call(join_club, club, account, secret=body["invitation"], now=timezone.now())
        place = {"Location": f"/api/v1/clubs/{club}/members/{account}"}
        return Response(member_summary(club, account), status=201, headers=PRIVATE | place)


class OneMember(Endpoint):
    """A member of a club."""

    @described(
        Call(
            id="see_member",
            summary="See a member",
            answers=[Answer(200, "The member.", MemberShape, examples.MEMBER)],
            refuses=[Code.NOT_FOUND],
            token="member",  # noqa: S106 - whose token, no secret
        )
    )
    def get(self, request: Request, club: UUID, account: UUID) -> Response:
        """Return a member, for the club's members."""
        require_member(request, club=club)
        return found(member_summary(club, account), cache=PRIVATE["Cache-Control"])

    @described(
        Call(
            id="change_role",
            summary="Change a member's role",
            answers=[Answer(200, "The member.", MemberShape, examples.MEMBER)],
            refuses=[Code.NOT_FOUND, Code.LAST_OWNER, Code.BUSY],
            takes=RoleInput,
            example={"role": "director"},
            token="owner",  # noqa: S106 - whose token, no secret
        )
    )
    def put(self, request: Request, club: UUID, account: UUID) -> Response:
        """Give a member another role, as an owner. A club keeps at least one owner."""
        require_owner(request, club=club)
        call(change_role, club, account, read_body(RoleInput, request)["role"])
        return found(member_summary(club, account), cache=PRIVATE["Cache-Control"])

    @described(
        Call(
            id="remove_member",
            summary="Leave a club, or remove a member",
            answers=[Answer(200, "What the member was.", MemberShape, examples.MEMBER)],
            refuses=[Code.NOT_FOUND, Code.LAST_OWNER, Code.BUSY],
            token="account or owner",  # noqa: S106 - whose token, no secret
        )
    )
    def delete(self, request: Request, club: UUID, account: UUID) -> Response:
        """End a membership: your own, or as an owner another's. Games that were played stay."""
        if not may_manage_account(required_credential(request), account):
            require_owner(request, club=club)
        member = member_summary(club, account)
        if member is None:
            raise Http404
        call(remove_member, club, account)
        return Response(member, headers=PRIVATE)
