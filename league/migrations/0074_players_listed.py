"""By which line of a list somebody was decided to be new, so that the same list adds nobody again."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0073_long_foreign_checkpoints")]
    operations = [
        migrations.AddField(
            "player", "listed", models.CharField(blank=True, default="", max_length=80), preserve_default=False
        ),
    ]
