"""Accounts accept roles and players that are offered to them, and no two names of accounts look the same."""

import unicodedata

import django.contrib.postgres.functions
import django.db.models.deletion
import django.db.models.functions.comparison
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

LOOK = django.db.models.functions.comparison.Cast(django.contrib.postgres.functions.RandomUUID(), models.TextField())
LOOKS = {
    "a": "аɑα", "b": "вьβ", "c": "сϲ", "d": "ԁ", "e": "еєεҽ", "g": "ɡց", "h": "нһη", "j": "јϳ", "k": "кκĸ",
    "l": "1iіӏıι|", "m": "мμ", "n": "пռ", "o": "0оοօσ", "p": "рρ", "q": "ԛզ", "r": "гʀ", "s": "ѕ", "t": "тτ",
    "u": "υս", "v": "ѵν", "w": "ԝшωա", "x": "хχ", "y": "уүγ", "z": "ʐζ", "3": "зэ",
}  # fmt: skip
SAME = str.maketrans({each: letter for letter, alike in LOOKS.items() for each in alike})
ROLES = [("organiser", "Organiser"), ("arbiter", "Arbiter"), ("scorekeeper", "Scorekeeper")]


def look_of(username: str) -> str:
    """What a name looks like, as the service found it when this migration was written."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", username).casefold()).replace("ё", "е")
    return plain.translate(SAME).replace("rn", "m").replace("vv", "w")


def fill_looks(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give each account the look of its name. Of accounts that look the same, the oldest keeps others from it."""
    taken: set[str] = set()
    for account in apps.get_model("league", "User").objects.order_by("date_joined", "pk").iterator():
        look = look_of(account.username)
        account.look = f"{look} {account.pk}" if look in taken else look
        account.save(update_fields=["look"])
        taken.add(look)


class Migration(migrations.Migration):
    dependencies = [("league", "0018_sign_outs")]
    operations = [
        migrations.AddField(
            model_name="user", name="look", field=models.TextField(db_default=LOOK, editable=False, unique=True)
        ),
        migrations.RunPython(fill_looks, migrations.RunPython.noop),
        migrations.AddField(model_name="club", name="closed_at", field=models.DateTimeField(editable=False, null=True)),
        migrations.CreateModel(
            name="Offer",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("role", models.CharField(blank=True, choices=ROLES, max_length=20)),
                ("username", models.CharField(max_length=150)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "account",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="offers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="offers", to="league.club"
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="offers",
                        to="league.player",
                    ),
                ),
            ],
            options={
                "ordering": ("made_at", "id"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "username", "role", "player"), name="an_offer_once", nulls_distinct=False
                    )
                ],
            },
        ),
    ]
