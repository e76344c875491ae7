"""Throttles per token and address, and tighter ones for what could be guessed or hoarded."""

from __future__ import annotations

import math

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from api.apps import buckets, guesses, new_accounts
from api.callers import address_of, caller_of
from api.codes import Code
from api.problems import Problem


class PerCaller(BaseThrottle):
    """Throttles a token, or an address that sends none."""

    _wait = 0.0

    def allow_request(self, request: Request, view: APIView) -> bool:  # noqa: ARG002 - DRF's face
        """Whether this request may pass."""
        self._wait = buckets().take(caller_of(request))
        return self._wait == 0

    def wait(self) -> float:
        """Return the seconds after which the next one may."""
        return self._wait


def throttle_call(request: Request) -> None:
    """Count a request of a page that acts, as those of the API are. Raises Problem (429)."""
    _refuse(buckets().take(caller_of(request)))


def throttle_guess(request: Request, name: str) -> None:
    """Count a try at a password, for the address and for the name. Raises Problem (429)."""
    for caller in (f"address {address_of(request)}", f"name {name.lower()}"):
        _refuse(guesses().take(caller))


def throttle_new_account(request: Request) -> None:
    """Count a new account for the address. Raises Problem (429)."""
    _refuse(new_accounts().take(address_of(request)))


def _refuse(wait: float) -> None:
    if wait:
        raise Problem(Code.THROTTLED, headers={"Retry-After": str(math.ceil(wait))})
