"""The Django app of this room."""

from django.apps import AppConfig


class DealsConfig(AppConfig):
    """The app's name and key type."""

    name = "deals"
    default_auto_field = "django.db.models.BigAutoField"
