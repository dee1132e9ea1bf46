"""Contested matches are found by club."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0004_merged_players")]
    operations = [
        migrations.AddIndex(
            model_name="matchrow",
            index=models.Index(
                fields=["club"], condition=models.Q(outcome="contested"), name="contested_match_by_club"
            ),
        ),
    ]
