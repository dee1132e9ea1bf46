"""The event log: plain SQL, since no model may write to it. It goes away only while it is empty."""

from pathlib import Path

from django.db import migrations

FORWARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")

BACKWARD = """
DO $$ BEGIN
    IF EXISTS (SELECT FROM eventlog.event) THEN
        RAISE EXCEPTION 'The event log holds events, and those are never deleted';
    END IF;
END $$;
DROP SCHEMA eventlog CASCADE;
"""


class Migration(migrations.Migration):
    dependencies = [("league", "0001_initial")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
