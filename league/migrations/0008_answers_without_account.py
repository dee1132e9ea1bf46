"""Requests without an account are answered once too: those by the link of a table."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0007_demo_club")]
    operations = [
        migrations.AlterField(
            model_name="answeredrequest",
            name="user",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.RemoveConstraint(model_name="answeredrequest", name="one_answer_per_key"),
        migrations.AddConstraint(
            model_name="answeredrequest",
            constraint=models.UniqueConstraint(fields=("user", "key"), name="one_answer_per_key", nulls_distinct=False),
        ),
    ]
