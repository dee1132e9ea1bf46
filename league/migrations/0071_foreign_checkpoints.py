"""Checkpoints of other installations, which came with clubs that were imported from there."""

from django.db import migrations

FORWARD = """
-- As the line of the exported club has it, with the proof that the club's events are in it.
CREATE TABLE eventlog.foreign_checkpoint (
    club uuid NOT NULL,
    events integer NOT NULL,
    line text NOT NULL,
    PRIMARY KEY (club, line)
);
CREATE TRIGGER foreign_checkpoint_never_changes BEFORE UPDATE OR DELETE ON eventlog.foreign_checkpoint
    FOR EACH ROW EXECUTE FUNCTION eventlog.refuse_change();
CREATE TRIGGER foreign_checkpoint_is_never_emptied BEFORE TRUNCATE ON eventlog.foreign_checkpoint
    FOR EACH STATEMENT EXECUTE FUNCTION eventlog.refuse_change();
ALTER TABLE eventlog.foreign_checkpoint ENABLE ALWAYS TRIGGER foreign_checkpoint_never_changes;
ALTER TABLE eventlog.foreign_checkpoint ENABLE ALWAYS TRIGGER foreign_checkpoint_is_never_emptied;
"""


class Migration(migrations.Migration):
    dependencies = [("league", "0070_webhooks")]
    operations = [migrations.RunSQL(FORWARD, "DROP TABLE eventlog.foreign_checkpoint")]
