"""What the addresses of tournaments take and give."""

from typing import Any
from uuid import UUID

from rest_framework import serializers

from api.fields import Flag, Id, Input, Text, Whole
from api.matches.serializers import LATEST
from api.pagination import PageQuery
from api.results.serializers import LONGEST_REASON

MOST_LEVEL = 5000
PHASES = ("draft", "open", "running", "finished", "given_up")
FORMATS = ("swiss", "round_robin", "knockout", "fixed", "open")
SETTINGS = "As in the schema `SettingsOutput`; what is left out stays as it is in the preset, or was."


class TournamentsQuery(PageQuery):
    club = Id(required=False)
    game = Text(required=False, max_length=64)
    phase = serializers.ChoiceField(choices=PHASES, required=False)
    player = Id(required=False, help_text="Who plays or played in it.")


class PresetsQuery(Input):
    game = Text(max_length=64)


class TournamentInput(Input):
    club = Id(source="club_id")
    game = Text(max_length=64)
    name = Text(max_length=200)
    preset = Text(required=False, max_length=64, help_text="A `slug` of `tournament-presets/`.")
    settings = serializers.DictField(required=False, help_text=SETTINGS)


class CommandInput(Input):
    """A command that needs no more than its address."""

    revision = Whole(
        source="expected",
        required=False,
        min_value=1,
        max_value=LATEST,
        help_text="Of the tournament: only if nobody was faster.",
    )


class SettingsInput(Input):
    revision = Whole(source="expected", min_value=1, max_value=LATEST)
    name = Text(required=False, max_length=200)
    settings = serializers.DictField(required=False, help_text=SETTINGS)
    reason = Text(
        required=False, allow_blank=True, max_length=LONGEST_REASON, help_text="Needed once the tournament runs."
    )


class QualificationInput(CommandInput):
    early = Flag(default=False, help_text="Although rounds of the stage are still to be drawn.")
    reason = Text(
        required=False,
        allow_blank=True,
        max_length=LONGEST_REASON,
        help_text="Needed where those who are level are put in another order than that of the seeding.",
    )
    decided = serializers.ListField(
        child=Id(), required=False, max_length=MOST_LEVEL, help_text="All who are level at the cut, best first."
    )


class FinishInput(CommandInput):
    abandon = Flag(
        default=False, help_text="Although rounds are to come, or results are missing: those tables are void."
    )


class ReasonInput(CommandInput):
    reason = Text(max_length=LONGEST_REASON)


class PenaltyInput(CommandInput):
    entrant = Id()
    points = Text(max_length=20, help_text="Off the score, an exact number: `3`, `1/2`; negative: given back.")
    reason = Text(max_length=LONGEST_REASON)

    def validate_entrant(self, entrant: UUID) -> str:
        return str(entrant)


class ChangedOutput(serializers.Serializer[Any]):
    revision = serializers.IntegerField(help_text="Of the tournament.")


class StageSettingsOutput(serializers.Serializer[Any]):
    """A stage; what is left out has its usual value."""

    format = serializers.ChoiceField(choices=FORMATS)
    rounds = serializers.IntegerField(required=False, allow_null=True)
    groups = serializers.IntegerField(required=False)
    qualify = serializers.IntegerField(required=False, allow_null=True, help_text="Of each group; null: all.")
    carry = serializers.BooleanField(required=False, help_text="Results of the stage before count in this one.")
    cycle = serializers.IntegerField(required=False, help_text="Round robin: how often everybody meets everybody.")
    double = serializers.BooleanField(required=False, help_text="Knock-out: one is out after two lost matches.")
    third_place = serializers.BooleanField(required=False)
    advance = serializers.IntegerField(required=False, help_text="Knock-out at tables: how many of each go on.")


class SettingsOutput(serializers.Serializer[Any]):
    """Settings; what is left out has its usual value."""

    scoring = serializers.DictField(help_text="See the guide on standings.")
    tiebreaks = serializers.ListField(child=serializers.CharField())
    stages = StageSettingsOutput(many=True)
    sizes = serializers.ListField(child=serializers.IntegerField(), required=False, help_text="Entrants at a table.")
    preferred = serializers.IntegerField(required=False)
    team_size = serializers.IntegerField(required=False, help_text="Players that an entrant has.")
    capacity = serializers.IntegerField(required=False, allow_null=True)
    check_in = serializers.BooleanField(required=False, help_text="Only who has checked in is drawn.")
    confirm = serializers.BooleanField(required=False, help_text="Results have to be confirmed.")
    level = serializers.ChoiceField(choices=("score", "open", "full"), required=False)
    dealing = serializers.ChoiceField(choices=("table", "server"), required=False)
    options = serializers.DictField(required=False, help_text="Of the game.")
    apart = serializers.ListField(
        child=serializers.ListField(child=serializers.UUIDField(), min_length=2, max_length=2),
        required=False,
        help_text="Pairs of entrants that must not meet.",
    )
    appeal_hours = serializers.IntegerField(
        required=False, help_text="In which the end of a match can be appealed; 24 by default."
    )
    further_appeal_hours = serializers.IntegerField(
        required=False, help_text="In which a ruling can be appealed; 24 by default."
    )


class PresetOutput(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField()
    settings = SettingsOutput()


class TournamentRowOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    club = serializers.UUIDField()
    name = serializers.CharField()
    game = serializers.CharField()
    game_name = serializers.CharField()
    phase = serializers.ChoiceField(choices=PHASES)
    entrants = serializers.IntegerField(help_text="With a place.")
    rounds = serializers.IntegerField(help_text="Published.")
    revision = serializers.IntegerField()
    created_at = serializers.DateTimeField()


class PlayingOutput(serializers.Serializer[Any]):
    player = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)


class EntrantOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)
    players = PlayingOutput(many=True)
    stand_in = serializers.CharField(allow_null=True, help_text="Name of who plays in its place now.")
    status = serializers.ChoiceField(choices=("waiting", "active", "withdrawn"))
    seed = serializers.IntegerField(allow_null=True)
    present = serializers.BooleanField()
    no_show = serializers.BooleanField()
    since = serializers.IntegerField(help_text="First round that it could play.")
    until = serializers.IntegerField(allow_null=True, help_text="Last round, once it has withdrawn.")


class StageOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="From 0.")
    format = serializers.ChoiceField(choices=FORMATS)
    groups = serializers.ListField(child=serializers.ListField(child=serializers.UUIDField()))
    first_round = serializers.IntegerField()
    qualified = serializers.ListField(child=serializers.ListField(child=serializers.UUIDField()))


class RoundRowOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    stage = serializers.IntegerField()
    published = serializers.BooleanField()
    tables = serializers.IntegerField()
    without_result = serializers.IntegerField()


class PenaltyOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    entrant = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)
    points = serializers.CharField()
    round = serializers.IntegerField()
    reason = serializers.CharField()
    withdrawn = serializers.BooleanField()


class RankedOutput(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    entrant = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)


class TournamentOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    club = serializers.UUIDField()
    name = serializers.CharField()
    game = serializers.CharField()
    game_name = serializers.CharField()
    rules = serializers.CharField()
    phase = serializers.ChoiceField(choices=PHASES)
    revision = serializers.IntegerField()
    settings = SettingsOutput()
    entrants = EntrantOutput(many=True)
    stages = StageOutput(many=True)
    rounds = RoundRowOutput(many=True, help_text="Drafts for organisers alone.")
    penalties = PenaltyOutput(many=True)
    ranking = RankedOutput(many=True, help_text="Once it is finished.")
    ranking_outdated = serializers.BooleanField(help_text="Whether results give another one since, being corrected.")
    you = serializers.ListField(child=serializers.UUIDField(), help_text="The reader's entrants.")
