"""The site as a Django app: its commands, its checks, and Celery as soon as Django is up."""

from importlib import import_module

from django.apps import AppConfig


class HeartsSiteConfig(AppConfig):
    """Loads what must be there in every process."""

    name = "hearts_site"

    def ready(self) -> None:
        """Register the checks, and make ours the Celery application that tasks belong to."""
        import_module("hearts_site.checks")
        import_module("hearts_site.celery")
