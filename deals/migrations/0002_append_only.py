"""The public log can't be changed or emptied by any statement on its rows.

That holds for the tables' owner too, who could take the triggers away first: the role of web and
workers is not the owner, and can't.
"""

from django.db import migrations

FORBID = """
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: the table is append-only', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END $$;
"""


def append_only(table: str) -> str:
    """The statements that make a table append-only."""
    return f"""
CREATE TRIGGER {table}_rows_stay BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER {table}_table_stays BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_rows_stay;
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_table_stays;
"""


class Migration(migrations.Migration):
    """Triggers in plain SQL: TRUNCATE is guarded, and no setting of a session switches them off."""

    dependencies = [("deals", "0001_initial")]
    operations = [
        migrations.RunSQL(FORBID, "DROP FUNCTION refuse_change() CASCADE"),
        migrations.RunSQL(append_only("deals_entry"), migrations.RunSQL.noop),
    ]
