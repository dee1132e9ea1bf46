"""What the addresses of rounds take and give."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from rest_framework import serializers

from api.fields import Flag, Id, Input, Text, Whole
from api.history.serializers import ByOutput
from api.matches.serializers import LATEST
from api.results.serializers import LONGEST_REASON
from api.tournaments.serializers import CommandInput, PlayingOutput
from league.matches.queries.list import OUTCOMES

LARGEST_TABLE = 12
MOST = 5000


class DrawInput(CommandInput):
    unfinished = Flag(default=False, help_text="Although results are missing; they count as not played yet.")
    anew = Flag(default=False, help_text="Instead of a draft that is there already, with all changes made to it.")


class GroupInput(Input):
    """All tables of a group, by seat, and who sits out."""

    group = Whole(default=0, min_value=0, max_value=63)
    tables = serializers.ListField(
        child=serializers.ListField(child=Id(), min_length=1, max_length=LARGEST_TABLE), max_length=MOST
    )
    out = serializers.ListField(child=Id(), default=list, max_length=MOST)


class TablesInput(Input):
    revision = Whole(source="expected", min_value=1, max_value=LATEST)
    groups = serializers.ListField(
        child=GroupInput(), min_length=1, max_length=64, help_text="Groups that are not named stay as they are."
    )
    reason = Text(required=False, allow_blank=True, max_length=LONGEST_REASON)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        groups = attrs.pop("groups")
        attrs["tables_of"] = {each["group"]: [list(map(str, table)) for table in each["tables"]] for each in groups}
        attrs["out"] = {each["group"]: list(map(str, each["out"])) for each in groups}
        if len(attrs["out"]) < len(groups):
            raise serializers.ValidationError({"groups": [gettext("A group is listed twice.")]})
        return attrs


class RoundAnnulmentInput(CommandInput):
    reason = Text(required=False, allow_blank=True, max_length=LONGEST_REASON, help_text="Needed once it is published.")


class TableInput(Input):
    entrants = serializers.ListField(child=Id(), min_length=1, max_length=LARGEST_TABLE, help_text="By seat.")

    def validate_entrants(self, entrants: list[UUID]) -> list[str]:
        return [str(each) for each in entrants]


class TieInput(CommandInput):
    order = serializers.ListField(child=Id(), min_length=1, max_length=LARGEST_TABLE, help_text="Best first.")
    reason = Text(max_length=LONGEST_REASON)

    def validate_order(self, order: list[UUID]) -> list[str]:
        return [str(each) for each in order]


class TableSeatOutput(serializers.Serializer[Any]):
    entrant = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)
    stand_in = serializers.CharField(allow_null=True, help_text="Name of who plays, or played, in the entrant's place.")
    team = serializers.BooleanField(help_text="Whether the entrant is a team, with a name of its own.")
    players = PlayingOutput(many=True, help_text="Who sits, or sat, there for the entrant.")
    points = serializers.IntegerField(allow_null=True)
    wins = serializers.IntegerField(allow_null=True)
    winner = serializers.BooleanField()
    absent = serializers.BooleanField()
    left = serializers.BooleanField(help_text="Whether it left after a game was played.")


class ByHandOutput(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    by = ByOutput()
    reason = serializers.CharField(allow_null=True)


class TieOutput(ByHandOutput):
    order = serializers.ListField(child=serializers.UUIDField(), help_text="Entrants, best first.")
    order_text = serializers.CharField(help_text="Their names.")


class TableOutput(serializers.Serializer[Any]):
    table = serializers.IntegerField(help_text="From 1, over all groups.")
    group = serializers.IntegerField()
    node = serializers.CharField(allow_null=True, help_text="Its place in a knock-out.")
    match = serializers.UUIDField(allow_null=True, help_text="Null in a draft.")
    outcome = serializers.ChoiceField(choices=OUTCOMES)
    seats = TableSeatOutput(many=True)
    why = serializers.CharField(help_text="Why they sit together.")
    decision = TieOutput(allow_null=True, help_text="How it was decided, where it ended level in a knock-out.")


class SittingOutOutput(serializers.Serializer[Any]):
    entrant = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)
    stand_in = serializers.CharField(allow_null=True, help_text="Name of who would play; of the last round alone.")
    team = serializers.BooleanField(help_text="Whether the entrant is a team, with a name of its own.")
    players = PlayingOutput(many=True, help_text="Of the last round alone.")
    group = serializers.IntegerField()


class FiguresOutput(serializers.Serializer[Any]):
    group = serializers.IntegerField()
    figures = serializers.DictField(child=serializers.IntegerField())
    drawn = serializers.DictField(child=serializers.IntegerField(), help_text="Before it was changed by hand.")


class ComplaintOutput(serializers.Serializer[Any]):
    group = serializers.IntegerField()
    text = serializers.CharField(help_text="In the language that was asked for.")


class TournamentRoundOutput(serializers.Serializer[Any]):
    tournament = serializers.UUIDField()
    revision = serializers.IntegerField()
    number = serializers.IntegerField()
    stage = serializers.IntegerField()
    published = serializers.BooleanField()
    tables = TableOutput(many=True)
    out = SittingOutOutput(many=True)
    complaints = ComplaintOutput(many=True, help_text="What of it should not be by the settings of the tournament.")
    figures = FiguresOutput(many=True)
    inputs = serializers.ListField(child=serializers.DictField(), help_text="What the round was drawn from.")
    changed_by_hand = ByHandOutput(many=True, help_text="How often, and why, its draft was changed by hand.")


class DrawnOutput(serializers.Serializer[Any]):
    revision = serializers.IntegerField(help_text="Of the tournament.")
    round = serializers.IntegerField()


class StartedOutput(serializers.Serializer[Any]):
    revision = serializers.IntegerField(help_text="Of the tournament.")
    match = serializers.UUIDField()
