"""Events are appended by a function of the log, which checks links and leaves the note for the sealer."""

from pathlib import Path

from django.db import migrations


def _sql(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


FORWARD = _sql("0013_append.sql")
CHECK_LINKS = _sql("0012_shards.sql").partition("CREATE OR REPLACE FUNCTION eventlog.check_links")
SPREAD = _sql("0002_event_log.sql").partition("CREATE FUNCTION eventlog.spread")
BACKWARD = f"""
DROP TRIGGER event_is_appended ON eventlog.event;
DROP FUNCTION eventlog.refuse_insert;
DROP FUNCTION eventlog.append;
CREATE FUNCTION eventlog.check_links{CHECK_LINKS[2]}
CREATE OR REPLACE FUNCTION eventlog.spread{SPREAD[2]}
SELECT eventlog.spread(count(*)::integer) FROM pg_partition_tree('eventlog.event') WHERE isleaf;
"""  # noqa: S608 - of files beside this one


class Migration(migrations.Migration):
    dependencies = [("league", "0012_shards")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
