"""What the endpoints of rounds take."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from api.fields import Flag, Input, StreamId, Text, Whole
from api.matches.serializers import LATEST
from api.results.serializers import LONGEST_REASON
from api.tournaments.serializers import CommandInput

LARGEST_TABLE = 12
MOST = 5000
MOST_MINUTES = 1440


class DrawInput(CommandInput):
    unfinished = Flag(
        default=False, help_text="Draw although results are missing or not confirmed. They then count as not played."
    )
    reason = Text(
        required=False,
        allow_blank=True,
        max_length=LONGEST_REASON,
        help_text="Needed with `unfinished` if results are missing or not confirmed.",
    )
    anew = Flag(default=False, help_text="Instead of an earlier draft and all changes made to it.")


class GroupInput(Input):
    """All tables of a group, by seat, and its byes."""

    group = Whole(default=0, min_value=0, max_value=63)
    tables = serializers.ListField(
        child=serializers.ListField(child=StreamId(), min_length=1, max_length=LARGEST_TABLE), max_length=MOST
    )
    out = serializers.ListField(child=StreamId(), default=list, max_length=MOST)


class TablesInput(Input):
    revision = Whole(source="expected", min_value=1, max_value=LATEST)
    groups = serializers.ListField(
        child=GroupInput(), min_length=1, max_length=64, help_text="Groups that are left out stay as they are."
    )
    balance = Flag(default=False, help_text="Choose the seats at new tables so that first moves balance.")
    reason = Text(required=False, allow_blank=True, max_length=LONGEST_REASON)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        groups = attrs.pop("groups")
        attrs["tables_of"] = {each["group"]: each["tables"] for each in groups}
        attrs["out"] = {each["group"]: each["out"] for each in groups}
        if len(attrs["out"]) < len(groups):
            raise serializers.ValidationError({"groups": [gettext("A group is listed twice.")]})
        return attrs


class RoundAnnulmentInput(CommandInput):
    reason = Text(required=False, allow_blank=True, max_length=LONGEST_REASON, help_text="Needed once it is published.")


class ClockInput(CommandInput):
    minutes = Whole(
        required=False,
        min_value=1,
        max_value=MOST_MINUTES,
        help_text="How long the round lasts from now on. Left out: `round_minutes` of the settings.",
    )


class ClockExtensionInput(CommandInput):
    minutes = Whole(
        min_value=-MOST_MINUTES,
        max_value=MOST_MINUTES,
        help_text="More, or fewer if negative. Once the time is up, they count from now on.",
    )


class TableInput(Input):
    entrants = serializers.ListField(child=StreamId(), min_length=1, max_length=LARGEST_TABLE, help_text="By seat.")


class TieInput(CommandInput):
    order = serializers.ListField(child=StreamId(), min_length=1, max_length=LARGEST_TABLE, help_text="Best first.")
    reason = Text(max_length=LONGEST_REASON)
