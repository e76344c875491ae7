"""All addresses: the edge, and the admin pages."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [path("admin/", admin.site.urls)]
if find_spec("api.urls"):
    urlpatterns.append(path("", include("api.urls")))
