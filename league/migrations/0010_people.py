"""Players are told apart, reached and erased; those there are get their numbers in the order in which they joined."""

from uuid import UUID

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from league.domain.names import folded


def number_players(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give each player of a club the next number, and the name as it is compared."""
    table = apps.get_model("league", "Player")
    last: dict[UUID, int] = {}
    for player in table.objects.order_by("id").iterator():
        player.number = last[player.club_id] = last.get(player.club_id, 0) + 1
        player.key = folded(player.name)
        player.save(update_fields=["number", "key"])


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0004_decks"),
    ]

    operations = [
        migrations.AddField("player", "number", models.PositiveIntegerField(null=True)),
        migrations.AddField("player", "key", models.TextField(editable=False, default=""), preserve_default=False),
        migrations.AddField(
            "player", "note", models.CharField(blank=True, max_length=60, default=""), preserve_default=False
        ),
        migrations.AddField(
            "player", "email", models.EmailField(blank=True, max_length=254, default=""), preserve_default=False
        ),
        migrations.AddField(
            "player", "club_number", models.CharField(blank=True, max_length=40, default=""), preserve_default=False
        ),
        migrations.AddField(
            "player", "invitation", models.CharField(blank=True, max_length=32, default=""), preserve_default=False
        ),
        migrations.AddField(
            "player", "mark", models.CharField(blank=True, max_length=32, default=""), preserve_default=False
        ),
        migrations.RunPython(number_players, migrations.RunPython.noop),
    ]
