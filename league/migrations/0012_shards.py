"""Several shards: a club's, the order of the inbox, and keys of each shard. A stream cannot leave its shard."""

from pathlib import Path

from django.db import migrations, models

FORWARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")

BACKWARD = """
DO $$ BEGIN
    IF EXISTS (SELECT FROM eventlog.shard WHERE id <> 0) THEN
        RAISE EXCEPTION 'The log has several shards, and streams never leave theirs';
    END IF;
END $$;
ALTER TABLE eventlog.inbox DROP CONSTRAINT inbox_pkey, ADD PRIMARY KEY (id);
ALTER TABLE eventlog.signing_key DROP CONSTRAINT signing_key_pkey, ADD PRIMARY KEY (id);
ALTER TABLE eventlog.signing_key DROP COLUMN shard;
"""


class Migration(migrations.Migration):
    dependencies = [("league", "0011_seen_parts")]
    operations = [
        migrations.AddField("club", "shard", models.SmallIntegerField(default=0, db_default=0, editable=False)),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]
