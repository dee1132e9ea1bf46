"""Witnesses: cosignatures of the checkpoints here, and checkpoints of other logs that were cosigned here."""

from pathlib import Path

from django.db import migrations

FORWARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
BACKWARD = """
DO $$ BEGIN
    EXECUTE replace(replace(pg_get_functiondef('eventlog.admit'::regproc),
        ', eventlog.cosignature TO', ' TO'), ' eventlog.witnessed,', '');
END $$;
DROP TABLE eventlog.witnessed, eventlog.cosignature;
"""


class Migration(migrations.Migration):
    dependencies = [("league", "0016_two_roles")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
