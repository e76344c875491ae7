"""All addresses of the edge."""

from __future__ import annotations

from typing import Final

from django.urls import URLPattern, URLResolver, include, path

import api.converters  # noqa: F401 - it registers index
from api import health, log

urlpatterns: Final[list[URLPattern | URLResolver]] = [
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("log/checkpoint", log.checkpoint),
    path("log/proof/<index:index>", log.proof),
    path("api/v1/", include("api.v1.urls")),
    path("", include("api.pages.urls")),
]
