"""What all views of the API have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final

from django.http import Http404
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.body import BODY_LIMIT, StrictJsonParser
from api.embargo import check_embargo
from api.repeats import body_digest, repeatable
from api.throttling import PerCaller

PRIVATE: Final = {"Cache-Control": "private, no-store"}
"""The headers of what is for one seat only, and of answers that hold a secret."""


class Lenient(BaseContentNegotiation):
    """Answers JSON whatever was asked for, as RFC 9110, section 12.5.1 allows."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> Any:  # noqa: ANN401
        """Return the parser of JSON; None for another media type."""
        kind = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(
        self,
        request: Request,  # noqa: ARG002 - DRF's face
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,  # noqa: ARG002 - DRF's face
    ) -> tuple[BaseRenderer, str]:
        """Return the renderer of JSON."""
        return next(iter(renderers)), "application/json"


class Endpoint(APIView):
    """A resource: its methods parse, authorise, call one service or selector, and answer.

    `body_limit` is in bytes. `asks_embargo` is False where what is read asks for it itself.
    """

    asks_embargo: ClassVar[bool] = True

    body_limit: ClassVar[int] = BODY_LIMIT
    parser_classes = (StrictJsonParser,)
    content_negotiation_class = Lenient
    throttle_classes = (PerCaller,)

    @property
    def default_response_headers(self) -> dict[str, str]:
        """None: which methods there are is said where it is asked, or where one is refused."""
        return {}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        """Throttle and authenticate; then let only its own seats read a board that is shut."""
        super().initial(request, *args, **kwargs)
        if self.asks_embargo and request.method in SAFE_METHODS and "game" in kwargs:
            check_embargo(request, game=kwargs["game"])

    def __init_subclass__(cls) -> None:
        """Make every POST repeatable."""
        super().__init_subclass__()
        if (post := cls.__dict__.get("post")) is not None:
            cls.post = repeatable(post)  # type: ignore[attr-defined]

    def repeated_body(self, request: Request) -> bytes:
        """Return a digest of what was sent, by which a repeated request is known again.

        A view whose body is neither JSON nor bytes says itself what makes two bodies the same.
        """
        return body_digest(request.data)

    def options(self, request: Any, *args: object, **kwargs: object) -> Response:  # noqa: ANN401, ARG002
        """Say which methods there are."""
        return Response(status=204, headers={"Allow": ", ".join(self.allowed_methods)})


def found(value: dict[str, object] | None, *, cache: str = "no-cache") -> Response:
    """Answer with what was found. Raises Http404 for nothing."""
    if value is None:
        raise Http404
    return Response(value, headers={"Cache-Control": cache})
