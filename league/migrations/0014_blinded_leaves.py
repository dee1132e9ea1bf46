"""Blinded leaves, and the heads of all streams. Both are taken back only while nothing was sealed or signed with them."""

from pathlib import Path

from django.db import migrations

FORWARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")

BACKWARD = """
DO $$ BEGIN
    IF EXISTS (SELECT FROM eventlog.ledger WHERE blind IS NOT NULL) THEN
        RAISE EXCEPTION 'The log has blinded leaves, and signed checkpoints cover them';
    END IF;
END $$;
DROP TABLE eventlog.heads, eventlog.head_tile, eventlog.head;
ALTER TABLE eventlog.ledger DROP COLUMN blind;
"""


class Migration(migrations.Migration):
    dependencies = [("league", "0013_append")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
