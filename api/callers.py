"""Who calls: whom a throttle counts, and in whose name a request may be repeated."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address
from uuid import UUID

from django.conf import settings
from rest_framework.request import Request

from api.policy import Credential


def caller_of(request: Request) -> str:
    """Return a name for the token of a request, or for the address of one without."""
    credential = request.auth
    if isinstance(credential, Credential):
        return name_of_token(credential.token)
    return f"address {address_of(request)}"


def name_of_token(token: UUID) -> str:
    """Return the name of the caller whose token has this id."""
    return f"token {token}"


def address_of(request: Request) -> str:
    """Return the address that a request comes from; of IPv6 the network that one customer gets."""
    if settings.SECURE_PROXY_SSL_HEADER:  # we stand behind a proxy of ours, which adds the last
        return _network(request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip())
    return _network(str(request.META.get("REMOTE_ADDR", "")))


def _network(address: str) -> str:
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))
    return str(found)
