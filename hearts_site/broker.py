"""What each kind of broker wants to be told. Any will do: it carries hints, not the truth."""

from urllib.parse import urlsplit

DEFAULT_BROKER = "pgmq://database"  # the queues in the database at DATABASE_URL
REDELIVERY_SECONDS = 3_600  # above the longest task and what may be prefetched behind it

Option = int | float | str | bool


def broker_options(url: str, conninfo: str) -> dict[str, Option]:
    """Give kombu's transport options for the broker at `url`.

    `conninfo` is the database's address in libpq's form, for the default broker. It is handed
    over as it is: the queues' own reading of an address knows no Unix sockets.
    """
    scheme = urlsplit(url).scheme
    if scheme == "pgmq":
        place: dict[str, Option] = {"conn_string": conninfo} if url == DEFAULT_BROKER else {}
        return {
            **place,
            "init_extension": False,  # the schema is installed by the owner, as plain SQL
            "polling_interval": 0.05,
            "wait_time_seconds": 0,
            "visibility_timeout": REDELIVERY_SECONDS,
            "pool_size": 2,
            "pool_timeout": 10,
        }
    if scheme in {"redis", "rediss"}:
        return {
            "visibility_timeout": REDELIVERY_SECONDS,
            "unacked_restore_interval": 1,
            "unacked_restore_throttle": 1,
        }
    return {}
