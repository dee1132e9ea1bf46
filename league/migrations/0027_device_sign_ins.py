"""Programs that wait to be signed in by a code."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0026_chats"),
    ]

    operations = [
        migrations.CreateModel(
            name="DeviceSignIn",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("code", models.CharField(max_length=8, unique=True)),
                ("name", models.CharField(max_length=80)),
                ("scope", models.CharField(max_length=8)),
                ("declined", models.BooleanField(default=False)),
                ("asked_at", models.DateTimeField(null=True)),
                ("ends_at", models.DateTimeField()),
                (
                    "account",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
