"""Private parts of events, in plain SQL as the log itself; and the list of appeals, which a projection writes."""

from pathlib import Path

from django.db import migrations, models

FORWARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")

BACKWARD = """
DO $$ BEGIN
    IF EXISTS (SELECT FROM eventlog.private) THEN
        RAISE EXCEPTION 'Events have private parts, and those are erased by persons alone';
    END IF;
END $$;
DROP TABLE eventlog.private;
DROP FUNCTION eventlog.only_erase;
"""


class Migration(migrations.Migration):
    dependencies = [("league", "0065_shared_cache")]
    operations = [
        migrations.RunSQL(FORWARD, BACKWARD),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("match", models.UUIDField()),
                ("club", models.UUIDField()),
                ("state", models.CharField(max_length=9)),
                ("filed_at", models.DateTimeField()),
                ("changed_at", models.DateTimeField()),
            ],
            options={
                "ordering": ("filed_at", "id"),
                "indexes": [models.Index(fields=["club", "state", "filed_at", "id"], name="appeal_by_club")],
            },
        ),
    ]
