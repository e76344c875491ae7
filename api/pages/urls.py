"""The addresses of the pages."""

from __future__ import annotations

from typing import Final

from django.urls import URLPattern, path

from api.pages import views

urlpatterns: Final[list[URLPattern]] = [
    path("", views.landing, name="landing"),
    path("api/v1/docs/", views.documentation, name="documentation"),
    path("errors/", views.errors, name="errors"),
    path("errors/<slug:code>", views.error, name="error"),
]
