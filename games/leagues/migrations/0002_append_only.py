"""The events of leagues can't be changed or emptied, not even by the table's owner."""

from django.db import migrations

APPEND_ONLY = """
CREATE TRIGGER leagues_leagueevent_rows_stay BEFORE UPDATE OR DELETE ON leagues_leagueevent
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER leagues_leagueevent_table_stays BEFORE TRUNCATE ON leagues_leagueevent
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE leagues_leagueevent ENABLE ALWAYS TRIGGER leagues_leagueevent_rows_stay;
ALTER TABLE leagues_leagueevent ENABLE ALWAYS TRIGGER leagues_leagueevent_table_stays;
DO $$ BEGIN
IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'hearts_app') THEN
    REVOKE UPDATE, DELETE ON leagues_leagueevent FROM hearts_app;
END IF;
END $$;
"""


class Migration(migrations.Migration):
    """Triggers in plain SQL, as those of the games' events."""

    dependencies = [
        ("leagues", "0001_initial"),
        ("deals", "0002_append_only"),
        ("api", "0003_least_rights"),
    ]
    operations = [migrations.RunSQL(APPEND_ONLY, migrations.RunSQL.noop)]
