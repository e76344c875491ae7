"""Throttles per token and address."""

from __future__ import annotations

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from api.apps import buckets
from api.policy import Credential


class PerCaller(BaseThrottle):
    """Throttles a token, or an address that sends none."""

    _wait = 0.0

    def allow_request(self, request: Request, view: APIView) -> bool:  # noqa: ARG002 - DRF's face
        """Whether this request may pass."""
        self._wait = buckets().take(_caller(request))
        return self._wait == 0

    def wait(self) -> float:
        """Return the seconds after which the next one may."""
        return self._wait


def _caller(request: Request) -> object:
    credential = request.auth
    if isinstance(credential, Credential):
        return credential.token
    if settings.SECURE_PROXY_SSL_HEADER:  # we stand behind a proxy of ours, which adds the last
        return request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    return request.META.get("REMOTE_ADDR", "")
