"""A club has a time zone and a language."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0008_answers_without_account")]
    operations = [
        migrations.AddField(
            model_name="club",
            name="zone",
            field=models.CharField(db_default="UTC", default="UTC", max_length=64),
        ),
        migrations.AddField(
            model_name="club",
            name="language",
            field=models.CharField(max_length=10, null=True),
        ),
    ]
