"""The Celery application: `celery -A hearts_site.celery worker`."""

import os
from logging.config import dictConfig

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hearts_site.settings")
app = Celery("hearts")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["deals", "games", "games.leagues", "api"])


@setup_logging.connect
def use_the_sites_logs(**_: object) -> None:
    """Keep Celery from installing its own log format, which prints errors and their secrets."""
    from django.conf import settings  # noqa: PLC0415 - not before the settings can be read

    dictConfig(settings.LOGGING)
