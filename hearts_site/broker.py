"""What each kind of broker wants to be told. Any of them will do: it carries hints, not the truth."""

from urllib.parse import urlsplit

LONGEST_TASK_SECONDS = 3_600  # after which a message that nobody acknowledged is seen again

Option = int | float | str | bool


def broker_options(url: str, conninfo: str) -> dict[str, Option]:
    """Give kombu's transport options for the broker at `url`.

    `conninfo` is the database's address in libpq's form. It is handed to the queues as it is:
    their own reading of an address knows no Unix sockets.
    """
    scheme = urlsplit(url).scheme
    if scheme == "pgmq":
        return {
            "conn_string": conninfo,
            "init_extension": False,  # the schema is installed by the owner, as plain SQL
            "polling_interval": 0.05,
            "wait_time_seconds": 0,
            "visibility_timeout": LONGEST_TASK_SECONDS,
            "pool_size": 2,
            "pool_timeout": 10,
        }
    if scheme in {"redis", "rediss"}:
        return {
            "visibility_timeout": LONGEST_TASK_SECONDS,
            "unacked_restore_interval": 1,
            "unacked_restore_throttle": 1,
        }
    return {}
