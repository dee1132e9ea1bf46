"""A checkpoint may be of the tree as it was a moment ago."""

from pathlib import Path

from django.db import migrations

FORWARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")


class Migration(migrations.Migration):
    dependencies = [("league", "0018_sign_outs")]
    operations = [migrations.RunSQL(FORWARD, migrations.RunSQL.noop)]
