"""The keys of a log of millions of entries are found without reading it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """An index over the few entries that are not of a game."""

    dependencies = [("deals", "0005_lots")]
    operations = [
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                fields=["kind", "index"],
                condition=models.Q(kind__in=["key", "verifier", "continue"]),
                name="rare_entries",
            ),
        ),
    ]
