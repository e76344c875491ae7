"""The Django app of this room, inside of games."""

from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    """The app's name, label and key type."""

    name = "games.leagues"
    label = "leagues"
    default_auto_field = "django.db.models.BigAutoField"
