"""The event log: plain SQL, since no model may write to it. It goes away only while it is empty."""

from pathlib import Path

from django.conf import settings
from django.db import migrations
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
    ]
