"""Who calls: whom a throttle counts, and in whose name a request may be repeated."""

from __future__ import annotations

from django.conf import settings
from rest_framework.request import Request

from api.policy import Credential


def caller_of(request: Request) -> str:
    """Return a name for the token of a request, or for the address of one without."""
    credential = request.auth
    if isinstance(credential, Credential):
        return f"token {credential.token}"
    return f"address {address_of(request)}"


def address_of(request: Request) -> str:
    """Return the address that a request comes from."""
    if settings.SECURE_PROXY_SSL_HEADER:  # we stand behind a proxy of ours, which adds the last
        return request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    return str(request.META.get("REMOTE_ADDR", ""))
