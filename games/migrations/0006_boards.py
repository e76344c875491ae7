"""Games that share the deal of a board with other tables, and stay shut with it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Two columns with defaults: no row is written again."""

    dependencies = [("games", "0005_archives")]
    operations = [
        migrations.AddField(
            model_name="game",
            name="board",
            field=models.CharField(
                default="",
                help_text="the purpose of the deal that it shares with others",
                max_length=120,
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="shut",
            field=models.BooleanField(
                default=False,
                help_text="a board's game, seen by its seats alone until the board is opened",
            ),
        ),
    ]
