"""The previous secret of a webhook, which signs as well for a day after a change."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0024_token_grants"),
    ]

    operations = [
        migrations.AddField("webhook", "previous_secret", models.CharField(blank=True, db_default="", max_length=128)),
        migrations.AddField("webhook", "previous_until", models.DateTimeField(null=True)),
    ]
