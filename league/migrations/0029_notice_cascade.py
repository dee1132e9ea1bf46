"""News are deleted with their outlet by the database, so that one can be removed while the worker writes news for it."""

import django.db.models.deletion
from django.db import migrations, models

ADD = """
ALTER TABLE league_notice ADD CONSTRAINT notice_of_outlet
    FOREIGN KEY (outlet_id) REFERENCES league_outlet ON DELETE CASCADE
"""
DROP = "ALTER TABLE league_notice DROP CONSTRAINT notice_of_outlet"


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0028_notice_entries"),
    ]

    operations = [
        migrations.AlterField(
            model_name="notice",
            name="outlet",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notices",
                to="league.outlet",
            ),
        ),
        migrations.RunSQL(ADD, DROP),
    ]
