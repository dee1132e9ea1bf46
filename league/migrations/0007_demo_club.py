"""The demo club is marked as such, and its making can be continued."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0006_matches_of_a_player"),
    ]

    operations = [
        migrations.CreateModel(
            name="DemoClub",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("accounts", models.JSONField(default=list)),
                ("made", models.JSONField(default=dict)),
                ("run", models.UUIDField(null=True)),
                ("seen", models.DateTimeField(null=True)),
                ("failed", models.BooleanField(default=False)),
                ("finished", models.BooleanField(default=False)),
                (
                    "club",
                    models.OneToOneField(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="demo", to="league.club"
                    ),
                ),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=models.Q(("id", 1)), name="one_demo_club")],
            },
        ),
    ]
