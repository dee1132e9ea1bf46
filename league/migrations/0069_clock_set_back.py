"""A clock that was set back stops no stream: its next events have the time of the last one."""

from pathlib import Path

from django.db import migrations

FORWARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
ALLOWED = "greatest(previous.at, clock_timestamp() + interval '5 seconds')"
BACKWARD = FORWARD.replace(ALLOWED, "clock_timestamp() + interval '5 seconds'")


class Migration(migrations.Migration):
    dependencies = [("league", "0068_erasures")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
