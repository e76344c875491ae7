"""Pass statements leave the event log, whose rows could never be sealed under a new key."""

import django.db.models.deletion
from django.db import migrations, models

# Those of hands that are over stand open in the chain.
KEEP_LIVE = """
INSERT INTO games_sealedpass (game_id, seq, sealed)
SELECT e.game_id, e.seq, e.sealed FROM games_event e JOIN games_game g ON g.id = e.game_id
WHERE e.sealed IS NOT NULL AND g.state = 'playing' AND split_part(e.line, ' ', 3)::int = g.hand
"""


class Migration(migrations.Migration):
    """A table of its own, with the right to change and delete."""

    dependencies = [("games", "0007_audits")]
    operations = [
        migrations.CreateModel(
            name="SealedPass",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id",
                        "seq",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("seq", models.PositiveIntegerField(help_text="of the pass event")),
                ("sealed", models.BinaryField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.RunSQL(KEEP_LIVE, migrations.RunSQL.noop),
        migrations.RemoveField(model_name="event", name="sealed"),
    ]
