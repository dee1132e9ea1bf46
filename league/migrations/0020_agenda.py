"""Everything that has a date, for calendars."""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0019_offers"),
    ]

    operations = [
        migrations.CreateModel(
            name="AgendaEntry",
            fields=[
                ("key", models.CharField(max_length=100, primary_key=True, serialize=False)),
                ("club", models.UUIDField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("tournament", "Tournament"),
                            ("round", "Round"),
                            ("table", "Table"),
                            ("evening", "Evening"),
                        ],
                        max_length=10,
                    ),
                ),
                ("source", models.UUIDField(db_index=True)),
                ("tournament", models.UUIDField(null=True)),
                ("league", models.UUIDField(null=True)),
                ("season", models.PositiveIntegerField(null=True)),
                ("round", models.PositiveIntegerField(null=True)),
                ("table", models.PositiveIntegerField(null=True)),
                ("match", models.UUIDField(null=True)),
                ("name", models.CharField(max_length=200)),
                ("starts_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField(null=True)),
                ("place", models.CharField(max_length=200)),
                ("sequence", models.PositiveIntegerField()),
                ("cancelled", models.BooleanField()),
                ("public", models.BooleanField()),
                ("players", django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), size=None)),
                ("changed_at", models.DateTimeField()),
            ],
            options={
                "ordering": ("starts_at", "key"),
                "indexes": [
                    models.Index(fields=["club", "starts_at"], name="agenda_by_club"),
                    models.Index(fields=["starts_at"], name="agenda_by_time"),
                    django.contrib.postgres.indexes.GinIndex(fields=["players"], name="agenda_by_player"),
                ],
            },
        ),
    ]
