"""What tokens are for, and what they may do."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("knox", "0009_extend_authtoken_field"),
        ("league", "0023_calendar_links"),
    ]

    operations = [
        migrations.CreateModel(
            name="TokenGrant",
            fields=[
                (
                    "token",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="grant",
                        serialize=False,
                        to="knox.authtoken",
                    ),
                ),
                ("name", models.CharField(blank=True, db_default="", max_length=80)),
                (
                    "scope",
                    models.CharField(
                        choices=[("read", "Read"), ("results", "Results"), ("organise", "Organise"), ("all", "All")],
                        db_default="all",
                        default="all",
                        max_length=8,
                    ),
                ),
                ("used_at", models.DateTimeField(null=True)),
            ],
        ),
    ]
