"""The events in `LOG_PARTITIONS` partitions. They stay there when this is undone: earlier code does not notice them."""

from pathlib import Path

from django.conf import settings
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

FORWARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")


def spread(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT eventlog.spread(%s)", [settings.LOG_PARTITIONS])


class Migration(migrations.Migration):
    dependencies = [("league", "0050_leagues")]
    operations = [
        migrations.RunSQL(FORWARD, migrations.RunSQL.noop),
        migrations.RunPython(spread, migrations.RunPython.noop),
    ]
