"""What must differ between the players of a club; apart from 0010, whose rows PostgreSQL has to be done with first."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0010_people"),
    ]

    operations = [
        migrations.AlterField("player", "number", models.PositiveIntegerField()),
        migrations.AlterField("player", "name", models.CharField(blank=True, max_length=200)),
        migrations.AddIndex("player", models.Index(fields=["club", "key"], name="player_by_key")),
        migrations.AddConstraint(
            "player", models.UniqueConstraint(fields=("club", "number"), name="one_player_per_number")
        ),
        migrations.AddConstraint(
            "player",
            models.UniqueConstraint(
                condition=models.Q(("club_number", ""), _negated=True),
                fields=("club", "club_number"),
                name="one_player_per_club_number",
            ),
        ),
        migrations.AddConstraint(
            "player",
            models.UniqueConstraint(
                condition=models.Q(("note", ""), _negated=True),
                fields=("club", "key", "note"),
                name="a_note_tells_equal_names_apart",
            ),
        ),
        migrations.AddConstraint(
            "player",
            models.UniqueConstraint(
                condition=models.Q(("mark", ""), _negated=True), fields=("club", "mark"), name="one_player_per_mark"
            ),
        ),
    ]
