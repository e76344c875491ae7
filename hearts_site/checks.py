"""What `manage.py check` says about the environment."""

import os
from collections.abc import Sequence

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register  # noqa: A004 - Django's name

from hearts_site.database_url import parse_database_url


@register(Tags.security)
def check_roles_are_separate(
    app_configs: Sequence[AppConfig] | None,  # noqa: ARG001 - Django's face
    **_: object,
) -> list[CheckMessage]:
    """Warn when whoever serves requests could also change the log's tables."""
    owner = settings.DATABASE_OWNER_URL
    application = parse_database_url(settings.DATABASE_URL)
    if owner and parse_database_url(owner).user != application.user:
        return []
    return [
        Warning(
            "The database's roles are not separate: the application owns the log's tables.",
            hint="Give DATABASE_OWNER_URL, the role that migrates, beside DATABASE_URL.",
            id="hearts.W001",
        )
    ]


@register(Tags.security, deploy=True)
def check_secret_key_is_given(
    app_configs: Sequence[AppConfig] | None,  # noqa: ARG001 - Django's face
    **_: object,
) -> list[CheckMessage]:
    """Warn when each process would make its own secret key."""
    if os.environ.get("SECRET_KEY") or os.environ.get("SECRET_KEY_FILE"):
        return []
    return [
        Warning(
            "No secret key is given: each process makes its own, and sessions do not last.",
            hint="Give SECRET_KEY_FILE, or SECRET_KEY.",
            id="hearts.W002",
        )
    ]
