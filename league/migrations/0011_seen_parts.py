"""Parts of the service note when they were last at work."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0010_password_links")]
    operations = [
        migrations.CreateModel(
            name="SeenPart",
            fields=[
                ("name", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("seen", models.DateTimeField()),
            ],
            options={"db_table": "league_seen_part"},
        ),
    ]
