"""Score sheets, and what a hand began with: games before this had neither adjustments nor brinks."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

FILL = """
UPDATE games_handstate h SET before = g.totals FROM games_game g WHERE g.id = h.game_id;
UPDATE games_score s
SET direction = CASE
    WHEN r.line LIKE '% pass_count=0 %' THEN 'hold'
    ELSE r.cycle[1 + (s.hand - 1) % array_length(r.cycle, 1)]
END
FROM games_game g
JOIN (
    SELECT id, line, string_to_array(substring(line FROM ' passing=([^ ]+)'), ',') AS cycle
    FROM games_ruleset
) r ON r.id = g.rules_id
WHERE g.id = s.game_id;
"""


class Migration(migrations.Migration):
    """Columns with defaults, filled in by two statements; a table for reasons."""

    dependencies = [("games", "0002_append_only")]
    operations = [
        migrations.AddField(
            model_name="game",
            name="kind",
            field=models.CharField(default="cards", help_text="cards or sheet", max_length=8),
        ),
        migrations.AddField(
            model_name="handstate",
            name="before",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.IntegerField(),
                default=list,
                help_text="totals it began with",
                size=None,
            ),
        ),
        migrations.AddField(
            model_name="score",
            name="direction",
            field=models.CharField(default="", help_text="of the pass", max_length=8),
        ),
        migrations.AddField(
            model_name="seatholder",
            name="label",
            field=models.CharField(
                default="", help_text="as publicly shown on a sheet", max_length=64
            ),
        ),
        migrations.AlterField(
            model_name="handstate",
            name="turn",
            field=models.PositiveSmallIntegerField(help_text="who plays, or chooses", null=True),
        ),
        migrations.CreateModel(
            name="Remark",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.PositiveIntegerField(help_text="of the event")),
                ("reason", models.CharField(help_text="a code", max_length=64)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="remarks",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seq"), name="one_remark_on_a_line")
                ],
            },
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]
