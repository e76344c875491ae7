"""What `manage.py check` says about the environment."""

import os
from collections.abc import Sequence

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import (
    CheckMessage,
    Error,
    Tags,
    Warning,  # noqa: A004 - Django's name
    register,
)

from deals.services.keys import KeyFileExposed, missing_keys, recorded_keys
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


@register(Tags.security)
def check_key_files_are_there(
    app_configs: Sequence[AppConfig] | None,  # noqa: ARG001 - Django's face
    **_: object,
) -> list[CheckMessage]:
    """Tell of a key that the log names as the newest of its role, and that no file holds."""
    try:
        lost = missing_keys(recorded_keys())
    except (KeyFileExposed, OSError) as error:
        return [Error(f"A key file can't be read: {error}", id="hearts.E002")]
    hints = {
        "log": "Nothing can be signed: bring the file back, or begin a new log.",
        "receipt": "Bring the file back, or run makekeys and changekey receipt.",
    }
    return [
        Error(
            f"The file of the {role} key {vkey} is missing in {settings.HEARTS_KEYS}.",
            hint=hints[role],
            id="hearts.E001",
        )
        for role, vkey in sorted(lost.items())
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
