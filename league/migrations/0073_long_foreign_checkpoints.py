"""A checkpoint that came with a club is told from others by its hash: a line of a large club is too long for an index."""

from django.db import migrations

FORWARD = r"""
ALTER TABLE eventlog.foreign_checkpoint DROP CONSTRAINT foreign_checkpoint_pkey;
-- The cast reads backslashes as escapes, so they are doubled; it may stand in an index, which convert_to may not.
CREATE UNIQUE INDEX foreign_checkpoint_once
    ON eventlog.foreign_checkpoint (club, sha256(replace(line, '\', '\\')::bytea));
"""
BACK = """
DROP INDEX eventlog.foreign_checkpoint_once;
ALTER TABLE eventlog.foreign_checkpoint ADD PRIMARY KEY (club, line);
"""


class Migration(migrations.Migration):
    dependencies = [("league", "0072_appeals_listed")]
    operations = [migrations.RunSQL(FORWARD, BACK)]
