"""The event log can't be changed or emptied by any statement on its rows.

That holds for the table's owner too, who could take the triggers away first: the role of web and
workers is not the owner, and can't.
"""

from django.db import migrations

APPEND_ONLY = """
CREATE TRIGGER games_event_rows_stay BEFORE UPDATE OR DELETE ON games_event
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER games_event_table_stays BEFORE TRUNCATE ON games_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE games_event ENABLE ALWAYS TRIGGER games_event_rows_stay;
ALTER TABLE games_event ENABLE ALWAYS TRIGGER games_event_table_stays;
"""


class Migration(migrations.Migration):
    """Triggers in plain SQL: TRUNCATE is guarded, and no setting of a session switches them off."""

    dependencies = [("games", "0001_initial"), ("deals", "0002_append_only")]
    operations = [migrations.RunSQL(APPEND_ONLY, migrations.RunSQL.noop)]
