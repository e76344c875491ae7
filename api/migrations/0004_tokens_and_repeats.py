"""Tokens of accounts and clubs, repeatable requests, and buckets that all web processes share."""

import uuid

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

UUID_KEY = """
ALTER TABLE api_token DROP COLUMN id,
    ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() PRIMARY KEY;
ALTER TABLE api_token ALTER COLUMN id DROP DEFAULT;
"""

# Nothing of a bucket is worth a write to the log of the database.
UNLOGGED = "ALTER TABLE api_bucket SET UNLOGGED"


class Migration(migrations.Migration):
    """hearts_app gets its rights on the new tables by the owner's default privileges."""

    dependencies = [
        ("api", "0003_least_rights"),
        ("games", "0004_clubs"),
    ]

    operations = [
        migrations.CreateModel(
            name="Bucket",
            fields=[
                ("name", models.BinaryField(help_text="SHA-256 of what is counted, and whose", primary_key=True, serialize=False)),
                ("level", models.FloatField(help_text="requests that may still come, at that time")),
                ("time", models.DateTimeField(db_index=True)),
                ("taken", models.PositiveIntegerField(help_text="by the last one who asked")),
            ],
        ),
        migrations.RunSQL(UNLOGGED, migrations.RunSQL.noop),
        migrations.CreateModel(
            name="Repeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.BinaryField(help_text="SHA-256 of caller, method, path and key", unique=True)),
                ("body", models.BinaryField(help_text="SHA-256 of what was sent")),
                ("claim", models.UUIDField(help_text="of the process that does it, or did")),
                ("claimed", models.DateTimeField()),
                ("state", models.CharField(choices=[("running", "Running"), ("written", "Written"), ("ended", "Ended")], default="running", max_length=8)),
                ("answer", models.BinaryField(help_text="sealed; null when it is shown only once", null=True)),
                ("created", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(UUID_KEY, migrations.RunSQL.noop)],
            state_operations=[
                migrations.AlterField(
                    model_name="token",
                    name="id",
                    field=models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
            ],
        ),
        migrations.RemoveConstraint(model_name="token", name="a_seat_token_names_its_seat"),
        migrations.RenameField(model_name="token", old_name="scope", new_name="kind"),
        migrations.AlterField(
            model_name="token",
            name="kind",
            field=models.CharField(choices=[("seat", "Seat"), ("creator", "Creator"), ("account", "Account"), ("club", "Club")], max_length=8),
        ),
        migrations.AlterField(
            model_name="token",
            name="game",
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game"),
        ),
        migrations.AddField(
            model_name="token",
            name="account",
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name="token",
            name="club",
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.club"),
        ),
        migrations.AddField(
            model_name="token",
            name="label",
            field=models.CharField(default="", help_text="whatever its owner wrote", max_length=64),
        ),
        migrations.AddField(
            model_name="token",
            name="scopes",
            field=django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=8), default=list, help_text="of an account's or a club's", size=None),
        ),
        migrations.AddConstraint(
            model_name="token",
            constraint=models.CheckConstraint(
                condition=Q(("game__isnull", False), ("kind", "seat"), ("scopes", []), ("seat__isnull", False))
                | Q(("game__isnull", False), ("kind", "creator"), ("scopes", []), ("seat", None))
                | Q(("account__isnull", False), ("game", None), ("kind", "account"), ("seat", None))
                | Q(("club__isnull", False), ("game", None), ("kind", "club"), ("seat", None)),
                name="a_token_names_for_whom_it_speaks",
            ),
        ),
        migrations.AddConstraint(
            model_name="token",
            constraint=models.CheckConstraint(
                condition=Q(("kind", "account"), ("account", None), _connector="XOR"), name="an_account_has_its_own_tokens"
            ),
        ),
        migrations.AddConstraint(
            model_name="token",
            constraint=models.CheckConstraint(
                condition=Q(("kind", "club"), ("club", None), _connector="XOR"), name="a_club_has_its_own_tokens"
            ),
        ),
    ]
