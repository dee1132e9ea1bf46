"""Matches are found by player."""

from django.contrib.postgres.indexes import GinIndex
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("league", "0005_contested_matches")]
    operations = [
        migrations.AddIndex(model_name="matchrow", index=GinIndex(fields=["seats"], name="match_by_seat")),
        migrations.AddIndex(model_name="ratedmatch", index=GinIndex(fields=["players"], name="rated_match_by_player")),
    ]
