"""Draws of lots: their decks are named at more length, and their indexes have thousands of digits."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Two columns are widened: no row is written again."""

    dependencies = [("deals", "0004_checkpoints_stay")]
    operations = [
        migrations.AlterField(
            model_name="deal",
            name="deck",
            field=models.CharField(max_length=9),
        ),
        migrations.AlterField(
            model_name="deal",
            name="index",
            field=models.TextField(default="", help_text="decimal, after the end only"),
        ),
    ]
