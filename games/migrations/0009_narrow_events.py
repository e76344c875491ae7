"""The rows of the event log are keyed by a game's serial number: a fifth less of them.

The table is written anew, in the order in which it is read, so it is locked as long as that takes;
its lines and heads are the same bytes. Whoever was kept from changing it is kept from it again.
"""

import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions
from django.db import migrations, models

NUMBER = "CREATE SEQUENCE games_game_serial AS integer"
REWRITE = """
ALTER TABLE games_event RENAME TO games_event_wide;
CREATE TABLE games_event (
    game_serial integer NOT NULL,
    seq integer NOT NULL,
    line text NOT NULL,
    head bytea NOT NULL
);
INSERT INTO games_event
SELECT g.serial, e.seq, e.line, e.head
FROM games_event_wide e JOIN games_game g ON g.id = e.game_id
ORDER BY g.serial, e.seq;
DROP TABLE games_event_wide;
ALTER TABLE games_event
    ADD CONSTRAINT games_event_pkey PRIMARY KEY (game_serial, seq) WITH (fillfactor = 100),
    ADD CONSTRAINT games_event_seq_check CHECK (seq >= 0),
    ADD CONSTRAINT games_event_game_serial_fk FOREIGN KEY (game_serial)
        REFERENCES games_game (serial) DEFERRABLE INITIALLY DEFERRED;
CREATE TRIGGER games_event_rows_stay BEFORE UPDATE OR DELETE ON games_event
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER games_event_table_stays BEFORE TRUNCATE ON games_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE games_event ENABLE ALWAYS TRIGGER games_event_rows_stay;
ALTER TABLE games_event ENABLE ALWAYS TRIGGER games_event_table_stays;
DO $$ BEGIN
IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'hearts_app') THEN
    REVOKE ALL ON games_event FROM hearts_app;
    GRANT SELECT, INSERT ON games_event TO hearts_app;
    GRANT USAGE, SELECT ON SEQUENCE games_game_serial TO hearts_app;
END IF;
END $$;
"""


class Migration(migrations.Migration):
    """Not to be undone: the wide rows said nothing more."""

    dependencies = [
        ("games", "0008_sealed_passes"),
        ("deals", "0002_append_only"),
        ("api", "0003_least_rights"),
    ]
    operations = [
        migrations.RunSQL(NUMBER, "DROP SEQUENCE games_game_serial"),
        migrations.AddField(
            model_name="game",
            name="serial",
            field=models.IntegerField(
                db_default=models.Func(models.Value("games_game_serial"), function="nextval"),
                editable=False,
                help_text="what its events are stored under, and no one is shown",
                unique=True,
            ),
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(REWRITE)],
            state_operations=[
                migrations.AlterField(
                    model_name="event",
                    name="game",
                    field=models.ForeignKey(
                        db_column="game_serial",
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="games.game",
                        to_field="serial",
                    ),
                )
            ],
        ),
    ]
