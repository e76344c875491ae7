"""The queues in PostgreSQL as the broker."""

import psycopg

from games.services.auditing import request_audit
from games.tasks import wake
from hearts_site.database_url import parse_database_url
from tests.cast import NOW, Party


def test_queues_that_are_gone_undo_nothing_that_is_committed(broker, caplog):
    hint = request_audit(Party().game, now=NOW)
    with psycopg.connect(parse_database_url(broker).conninfo()) as owner:
        owner.execute("DROP SCHEMA pgmq CASCADE")
    wake([hint])
    assert "the broker was not told" in caplog.text
