"""The Django app of this room."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The app's name and key type."""

    name = "api"
    default_auto_field = "django.db.models.BigAutoField"
