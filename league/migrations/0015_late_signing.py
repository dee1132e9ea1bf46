"""Events that wait for a checkpoint are found in the log itself, and imported ones are told apart."""

from pathlib import Path

from django.db import migrations

FORWARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")

BACKWARD = """
DROP INDEX eventlog.event_by_time;
ALTER TABLE eventlog.ledger DROP COLUMN imported;
ALTER TABLE eventlog.inbox DROP COLUMN imported;
"""


class Migration(migrations.Migration):
    dependencies = [("league", "0014_blinded_leaves")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
