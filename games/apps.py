"""The Django app of this room."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The app's name and key type."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
