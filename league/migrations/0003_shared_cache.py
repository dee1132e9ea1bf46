"""Where web processes count together: Django's database cache. Its rows are worth nothing after a crash."""

from django.db import migrations

CREATE = """
CREATE UNLOGGED TABLE shared_cache (
    cache_key varchar(255) PRIMARY KEY,
    value text NOT NULL,
    expires timestamptz NOT NULL
);
CREATE INDEX shared_cache_expires ON shared_cache (expires);
"""


class Migration(migrations.Migration):
    dependencies = [("league", "0002_event_log")]
    operations = [migrations.RunSQL(CREATE, "DROP TABLE shared_cache")]
