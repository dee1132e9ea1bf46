"""How the API tells who did something, and what was other before."""

from typing import Any

from rest_framework import serializers

ROLES = ("organiser", "arbiter", "scorekeeper", "player", "service")


class ByOutput(serializers.Serializer[Any]):
    """Who did something."""

    role = serializers.ChoiceField(
        choices=ROLES, allow_null=True, help_text="null: an account that has no role in the club any more."
    )
    name = serializers.CharField(allow_null=True, help_text="Of a player; of an official, for organisers: the account.")
    you = serializers.BooleanField(help_text="Whether it was the reader.")
