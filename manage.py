#!/usr/bin/env python3
"""Django's command line. On a machine with nothing but Python it first makes itself a place."""

import os
import sys

CHANGE_TABLES = {"migrate", "prepare"}  # so they connect as the tables' owner


def main() -> None:
    """Run the command named in `sys.argv`, in an environment that has what it needs."""
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever has an older Python must be told
        sys.exit("Python 3.11 or newer is needed; this is %d.%d." % sys.version_info[:2])  # noqa: UP031
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hearts_site.settings")
    if CHANGE_TABLES.intersection(sys.argv[1:2]):
        os.environ["HEARTS_AS_OWNER"] = "1"

    from hearts_site.local.bootstrap import enter_environment  # noqa: PLC0415 - newer syntax inside

    enter_environment(sys.argv)

    from django.core.management import execute_from_command_line  # noqa: PLC0415 - now it is there

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
