"""Imports as games, and exports: what was kept line by line becomes a file with lines to take in."""

import uuid

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

# Lines that were only audited are taken in again, as games, by a job for each file.
FILES = """
DELETE FROM games_finding WHERE audit_id IN (
    SELECT id FROM games_audit WHERE imported_id IS NOT NULL
);
DELETE FROM games_audit WHERE imported_id IS NOT NULL;
INSERT INTO games_import (id, source, form, rules, lines, time)
SELECT gen_random_uuid(), source, 'records', '', count(*), time
FROM games_importedline GROUP BY source, time;
UPDATE games_importedline l SET file_id = f.id
FROM games_import f WHERE f.source = l.source AND f.time = l.time;
UPDATE games_importedline l SET number = n.number
FROM (SELECT id, row_number() OVER (PARTITION BY file_id ORDER BY number) AS number
      FROM games_importedline) n
WHERE n.id = l.id AND l.file_id IN (
    SELECT file_id FROM games_importedline GROUP BY file_id, number HAVING count(*) > 1
);
INSERT INTO deals_job (id, kind, subject, state, attempts, due, error, created)
SELECT gen_random_uuid(), 'import_lines', id, 'queued', 0, now(), '', now() FROM games_import;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
"""


class Migration(migrations.Migration):
    """Renames the table of lines, and makes one of files above it."""

    dependencies = [
        ("games", "0004_clubs"),
        ("deals", "0003_voids_beacons_witnesses"),
    ]
    operations = [
        migrations.RenameModel("Import", "ImportedLine"),
        migrations.CreateModel(
            name="Import",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("source", models.CharField(help_text="the file's name", max_length=255)),
                (
                    "form",
                    models.CharField(
                        choices=[("records", "Records"), ("sheet", "Sheet")],
                        default="records",
                        max_length=8,
                    ),
                ),
                (
                    "rules",
                    models.CharField(
                        default="", help_text="of a sheet, in canonical form", max_length=800
                    ),
                ),
                ("lines", models.PositiveIntegerField(help_text="that are not empty")),
                ("time", models.DateTimeField(help_text="of all lines of its games")),
            ],
        ),
        migrations.AddField(
            model_name="importedline",
            name="file",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rows",
                to="games.import",
            ),
        ),
        migrations.AddField(
            model_name="importedline",
            name="result",
            field=models.CharField(
                choices=[
                    ("waiting", "Waiting"),
                    ("imported", "Imported"),
                    ("duplicate", "Duplicate"),
                    ("rejected", "Rejected"),
                ],
                default="waiting",
                max_length=9,
            ),
        ),
        migrations.AddField(
            model_name="importedline",
            name="game",
            field=models.ForeignKey(
                help_text="it is this one's",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="importedline",
            name="name",
            field=models.BinaryField(help_text="SHA-256 of the record's id", null=True),
        ),
        migrations.AddField(
            model_name="importedline",
            name="digest",
            field=models.BinaryField(help_text="SHA-256 of the record as it is exported", null=True),
        ),
        migrations.AddField(
            model_name="importedline",
            name="code",
            field=models.CharField(default="", help_text="why it was rejected", max_length=32),
        ),
        migrations.AddField(
            model_name="importedline",
            name="place",
            field=models.JSONField(
                default=dict, help_text="of what was wrong, and what was expected"
            ),
        ),
        migrations.RunSQL(FILES, migrations.RunSQL.noop),
        migrations.AlterField(
            model_name="importedline",
            name="file",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rows",
                to="games.import",
            ),
        ),
        migrations.RemoveField(model_name="importedline", name="source"),
        migrations.RemoveField(model_name="importedline", name="time"),
        migrations.AddConstraint(
            model_name="importedline",
            constraint=models.UniqueConstraint(
                fields=("file", "number"), name="one_row_for_a_line"
            ),
        ),
        migrations.AddConstraint(
            model_name="importedline",
            constraint=models.UniqueConstraint(
                condition=models.Q(("result", "imported")),
                fields=("name",),
                name="one_game_for_a_records_id",
            ),
        ),
        migrations.AddConstraint(
            model_name="importedline",
            constraint=models.UniqueConstraint(
                condition=models.Q(("result", "imported")),
                fields=("game",),
                name="one_record_for_a_game",
            ),
        ),
        migrations.AddConstraint(
            model_name="importedline",
            constraint=models.CheckConstraint(
                condition=models.Q(("code", ""), ("result", "rejected"), _connector="XOR"),
                name="a_rejected_line_has_a_code",
            ),
        ),
        migrations.RemoveConstraint(model_name="audit", name="an_audit_has_one_subject"),
        migrations.RemoveField(model_name="audit", name="imported"),
        migrations.AlterField(
            model_name="audit",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="audits",
                to="games.game",
            ),
        ),
        migrations.CreateModel(
            name="Export",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "games",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(), size=None
                    ),
                ),
                ("created", models.DateTimeField()),
                ("finished", models.DateTimeField(null=True)),
                (
                    "included",
                    models.PositiveIntegerField(default=0, help_text="games in the archive"),
                ),
                (
                    "left_out",
                    models.JSONField(default=list, help_text="games that are not, and why"),
                ),
                ("size", models.BigIntegerField(default=0, help_text="of the file, in bytes")),
                (
                    "sha256",
                    models.CharField(
                        default="", help_text="of the file, in hex", max_length=64
                    ),
                ),
                ("is_swept", models.BooleanField(default=False, help_text="the file is gone")),
            ],
        ),
    ]
