"""All addresses of the edge."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from api import health
from api.log import log_urls
from api.metrics import metrics
from api.verifier_file import verifier_file

urlpatterns: Final[list[URLPattern | URLResolver]] = [
    path("api/v1/", include("api.v1.urls")),  # first: it is asked most
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("metrics", metrics),
    *log_urls(settings.HEARTS_ORIGIN),
    path("verifier/hearts-verify.pyz", verifier_file),
    path("", include("api.pages.urls")),
]
