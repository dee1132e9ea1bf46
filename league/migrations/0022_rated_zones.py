"""Days of matches are those of their club."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0021_notices"),
    ]

    operations = [
        migrations.CreateModel(
            name="RatedZone",
            fields=[
                ("club", models.UUIDField(primary_key=True, serialize=False)),
                ("zone", models.CharField(max_length=64)),
            ],
        ),
    ]
