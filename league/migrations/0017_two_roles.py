"""The service writes the log by functions of its owner, and has no other rights to it."""

from pathlib import Path

from django.db import migrations

FORWARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")

BACKWARD = """
ALTER FUNCTION eventlog.append SECURITY INVOKER;
GRANT EXECUTE ON FUNCTION eventlog.append, eventlog.spread TO PUBLIC;
DROP FUNCTION eventlog.admit, eventlog.add_key, eventlog.add_first_key, eventlog.add_checkpoint, eventlog.grow, eventlog.keep_tile,
    eventlog.refuse_tree, eventlog.open_shard, eventlog.seal, eventlog.lease;
"""


class Migration(migrations.Migration):
    dependencies = [("league", "0016_witnesses")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
