"""What the list of appeals tells of each: whose it is, and against what."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0071_foreign_checkpoints")]
    operations = [
        migrations.AddField("appeal", "seat", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField("appeal", "revision", models.PositiveIntegerField(null=True)),
        migrations.AddField("appeal", "against", models.UUIDField(null=True)),
    ]
