"""The event log: plain SQL, since no model may write to it. It goes away only while it is empty.

Its models are not managed: Django only learns that they exist.
"""

from pathlib import Path

from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

FORWARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")

BACKWARD = """
DO $$ BEGIN
    IF EXISTS (SELECT FROM eventlog.event) THEN
        RAISE EXCEPTION 'The event log holds events, and those are never deleted';
    END IF;
END $$;
DROP SCHEMA eventlog CASCADE;
"""


def spread(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give the log its partitions, as many as the settings say."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT eventlog.spread(%s)", [settings.LOG_PARTITIONS])


class Migration(migrations.Migration):
    dependencies = [("league", "0001_initial")]
    operations = [
        migrations.RunSQL(FORWARD, BACKWARD),
        migrations.RunPython(spread, migrations.RunPython.noop),
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "shard", "size", "log", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("shard", models.SmallIntegerField()),
                ("size", models.BigIntegerField()),
                ("log", models.SmallIntegerField()),
                ("root", models.BinaryField()),
                ("note", models.TextField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "db_table": 'eventlog"."checkpoint',
                "ordering": ("shard", "size", "log"),
                "managed": False,
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "stream", "seq", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("stream", models.TextField()),
                ("seq", models.IntegerField()),
                ("shard", models.SmallIntegerField()),
                ("kind", models.TextField()),
                ("schema", models.SmallIntegerField()),
                ("payload", models.TextField()),
                ("private_commit", models.BinaryField(null=True)),
                ("actor", models.UUIDField(null=True)),
                ("command_id", models.UUIDField()),
                ("at", models.DateTimeField()),
                ("hash", models.BinaryField()),
            ],
            options={
                "db_table": 'eventlog"."event',
                "ordering": ("stream", "seq"),
                "managed": False,
            },
        ),
    ]
