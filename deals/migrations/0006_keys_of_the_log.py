"""Each signature asks for the keys of the log, which are few among its entries."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """An index of the few: no row is written again."""

    dependencies = [("deals", "0005_lots")]
    operations = [
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                condition=models.Q(("kind", "key")), fields=["index"], name="keys_of_the_log"
            ),
        ),
    ]
