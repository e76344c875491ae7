"""What was signed stays as it was signed; the deals without an end are found at once."""

from django.db import migrations, models

# The function is 0002's. The table's owner can drop what he made: no application role can.
APPEND_ONLY = """
CREATE TRIGGER deals_checkpoint_rows_stay BEFORE UPDATE OR DELETE ON deals_checkpoint
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deals_checkpoint_table_stays BEFORE TRUNCATE ON deals_checkpoint
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE deals_checkpoint ENABLE ALWAYS TRIGGER deals_checkpoint_rows_stay;
ALTER TABLE deals_checkpoint ENABLE ALWAYS TRIGGER deals_checkpoint_table_stays;
"""
LET_GO = """
DROP TRIGGER deals_checkpoint_rows_stay ON deals_checkpoint;
DROP TRIGGER deals_checkpoint_table_stays ON deals_checkpoint;
"""


class Migration(migrations.Migration):
    """The checkpoints become append-only in the database itself."""

    dependencies = [("deals", "0003_voids_beacons_witnesses")]
    operations = [
        migrations.RunSQL(APPEND_ONLY, LET_GO),
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(
                fields=["number"], condition=models.Q(end_entry=None), name="deals_without_an_end"
            ),
        ),
    ]
