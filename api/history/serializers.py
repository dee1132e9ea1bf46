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


class OtherOutput(serializers.Serializer[Any]):
    """Something that has another value since; what has ids for entrants says their names in the texts."""

    what = serializers.CharField(help_text="Like `capacity`, `stages.0.rounds`, `rank`.")
    of = serializers.UUIDField(allow_null=True, help_text="The entrant whose rank or seed it is.")
    title = serializers.CharField()
    old = serializers.JSONField(allow_null=True)
    new = serializers.JSONField(allow_null=True)
    old_text = serializers.CharField()
    new_text = serializers.CharField()


class EventToldOutput(serializers.Serializer[Any]):
    """An event of a history."""

    revision = serializers.IntegerField(help_text="After it; what others alone are told has one too.")
    at = serializers.DateTimeField()
    kind = serializers.CharField()
    text = serializers.CharField(help_text="What happened, in the reader's language.")
    by = ByOutput()
    reason = serializers.CharField(allow_null=True)
    changes = OtherOutput(many=True, help_text="What was other before.")
