"""The keys of a log of millions of entries, and the deals of a game, are found without reading all.

A game's entries are sorted when they are read: the index over games alone is a sixth of the other.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    """An index over the few entries that are not of a game, and a smaller one over the others."""

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
        migrations.AddIndex(
            model_name="entry", index=models.Index(fields=["game"], name="entries_of_game")
        ),
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(
                fields=["purpose"], name="deals_by_purpose", opclasses=["varchar_pattern_ops"]
            ),
        ),
        migrations.RemoveIndex(model_name="entry", name="entry_of_game"),
    ]
