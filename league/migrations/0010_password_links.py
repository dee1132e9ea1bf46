"""Organisers make links for a new password, for accounts that became players by an invitation."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0009_club_locale")]
    operations = [
        migrations.AddField(model_name="player", name="accepted_by", field=models.UUIDField(blank=True, null=True)),
        migrations.CreateModel(
            name="PasswordLink",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                (
                    "outcome",
                    models.CharField(blank=True, choices=[("used", "Used"), ("withdrawn", "Withdrawn")], max_length=10),
                ),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="password_links",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="password_links",
                        to="league.player",
                    ),
                ),
            ],
            options={"ordering": ("-made_at", "id")},
        ),
    ]
