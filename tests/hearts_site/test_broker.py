import pytest

from hearts_site.broker import DEFAULT_BROKER, broker_options

CONNINFO = "host='/run/postgres' dbname='hearts' user='hearts_app'"


def test_the_default_broker_is_the_database_itself():
    options = broker_options(DEFAULT_BROKER, CONNINFO)
    assert (options["conn_string"], options["init_extension"]) == (CONNINFO, False)


def test_queues_in_another_database_are_found_by_their_own_address():
    assert "conn_string" not in broker_options("pgmq://me:secret@other/queues", CONNINFO)


@pytest.mark.parametrize("url", ["redis://localhost/0", "rediss://user:secret@host:6380/1"])
def test_redis_gives_back_within_seconds_what_a_dead_worker_held(url):
    options = broker_options(url, CONNINFO)
    assert (options["unacked_restore_interval"], options["unacked_restore_throttle"]) == (1, 1)


def test_rabbitmq_needs_no_options():
    assert broker_options("amqp://localhost//", CONNINFO) == {}
