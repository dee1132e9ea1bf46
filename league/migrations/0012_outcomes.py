"""How matches stand, and their score sheets; projections fill the new columns, since they have a new version."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0011_people_told_apart"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="outcome",
            field=models.CharField(default="unplayed", max_length=9),
        ),
        migrations.AddField(
            model_name="match",
            name="sheet",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="match",
            name="tournament",
            field=models.UUIDField(null=True),
        ),
        migrations.AddField(
            model_name="matchtotal",
            name="outcome",
            field=models.CharField(default="unplayed", max_length=9),
        ),
        migrations.AddField(
            model_name="matchtotal",
            name="sheet",
            field=models.JSONField(default=dict),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["tournament"], name="match_by_tournament"),
        ),
    ]
