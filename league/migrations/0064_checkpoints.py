"""The Merkle tree over the log, and its signed checkpoints: plain SQL, since no model may write to them."""

from pathlib import Path

from django.db import migrations

FORWARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")

BACKWARD = """
DO $$ BEGIN
    IF EXISTS (SELECT FROM eventlog.checkpoint) THEN
        RAISE EXCEPTION 'The log has signed checkpoints, and those are never deleted';
    END IF;
END $$;
DROP TABLE eventlog.checkpoint, eventlog.signing_key, eventlog.tile, eventlog.tree;
"""


class Migration(migrations.Migration):
    dependencies = [("league", "0058_partitions")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
