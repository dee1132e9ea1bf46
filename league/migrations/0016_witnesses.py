"""Witnesses: cosignatures of the checkpoints here, and checkpoints of other logs that were cosigned here."""

from pathlib import Path

from django.db import migrations

FORWARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
BACKWARD = "DROP TABLE eventlog.witnessed, eventlog.cosignature"


class Migration(migrations.Migration):
    dependencies = [("league", "0015_late_signing")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
