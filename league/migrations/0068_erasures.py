"""Who was erased is noted by id; whoever was before is noted now."""

import django.db.models.functions.datetime
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def note_players(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A note for each player who has a mark already."""
    notes = apps.get_model("league", "Erasure").objects
    for player in apps.get_model("league", "Player").objects.exclude(mark="").iterator():
        notes.create(id=player.pk, kind="player", mark=player.mark)


class Migration(migrations.Migration):
    dependencies = [("league", "0066_appeals")]

    operations = [
        migrations.CreateModel(
            name="Erasure",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("kind", models.CharField(choices=[("player", "Player"), ("account", "Account")], max_length=10)),
                ("mark", models.CharField(blank=True, max_length=32)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={"ordering": ("at", "id")},
        ),
        migrations.RunPython(note_players, migrations.RunPython.noop),
    ]
