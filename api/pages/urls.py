"""The addresses of the pages."""

from __future__ import annotations

from typing import Final

from django.urls import URLPattern, path

import api.converters  # noqa: F401 - it registers count
from api.pages import views
from api.pages.slips import slips

urlpatterns: Final[list[URLPattern]] = [
    path("", views.landing, name="landing"),
    path("api/v1/docs/", views.documentation, name="documentation"),
    path("deals/<count:number>/slips", slips, name="slips"),
    path("errors/", views.errors, name="errors"),
    path("errors/<slug:code>", views.error, name="error"),
]
