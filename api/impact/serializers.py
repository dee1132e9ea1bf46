"""What the address that tries a decision out takes and gives."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from api.appeals.serializers import KINDS, remedy_of, require_terms
from api.fields import Id, Text, Whole
from api.matches.serializers import LATEST
from api.results.serializers import LONGEST_REASON, PolicyField, ResultInput, parse_result
from league.impact.queries import DECISIONS
from league.impact.services import POLICIES
from league.matches.queries.list import OUTCOMES

COMMON = {"decision", "revision", "policy", "reason"}
TERMS = {
    "correct": {"round", "game", "points", "racks", "left", "rounds", "correction"},
    "forfeit": {"seats"},
    "rule": {"appeal", "kind", "annul_from", "round", "game", "points", "winners", "seats"},
}
NEEDED = {"forfeit": {"seats"}, "rule": {"kind"}}
TRIED = tuple(DECISIONS)


class EffectsInput(ResultInput):
    """A decision with the parameters of its command: those of a result to correct, `reason` and `seats` to forfeit,
    those of a ruling to `rule`, with the `appeal` if it is on one."""

    decision = serializers.ChoiceField(choices=TRIED)
    reason = Text(max_length=LONGEST_REASON, help_text="Of the decision; to correct, why the game was over.")
    policy = PolicyField(default="keep", help_text="With `report` it is told what would change with `keep`.")
    appeal = Id(required=False)
    kind = serializers.ChoiceField(choices=KINDS, required=False, help_text="Of a ruling.")
    annul_from = Whole(required=False, min_value=1, max_value=LATEST)
    winners = serializers.ListField(child=Whole(min_value=0, max_value=11), required=False, max_length=12)
    seats = serializers.ListField(
        child=Whole(min_value=0, max_value=11), required=False, min_length=1, max_length=12, help_text="To forfeit."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        decision = attrs["decision"]
        strange = set(self.initial_data) - COMMON - TERMS.get(decision, set())
        if strange:
            raise serializers.ValidationError({name: [gettext("Unknown field.")] for name in strange})
        lacking = NEEDED.get(decision, set()) - attrs.keys()
        if lacking:
            raise serializers.ValidationError(
                {name: [self.fields[name].error_messages["required"]] for name in lacking}
            )
        given = {"decision": decision, "expected": attrs["expected"], "policy": attrs["policy"]}
        if decision == "correct":
            place, result = parse_result(attrs)
            return {**given, "place": place, "stated": result, "correction": attrs.get("correction")}
        if decision == "forfeit":
            given["seats"] = attrs["seats"]
        if decision == "rule":
            require_terms(attrs["kind"], self.initial_data)
            given |= {"terms": remedy_of(attrs), "appeal": str(attrs["appeal"]) if "appeal" in attrs else None}
        return {**given, "reason": attrs["reason"]}


class StandOutput(serializers.Serializer[Any]):
    outcome = serializers.ChoiceField(choices=OUTCOMES)
    points = serializers.ListField(child=serializers.IntegerField())
    wins = serializers.ListField(child=serializers.IntegerField())
    winners = serializers.ListField(child=serializers.IntegerField())
    absent = serializers.ListField(child=serializers.IntegerField())


class ChangeColumnOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    title = serializers.CharField()


class RowFiguresOutput(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    figures = serializers.ListField(child=serializers.CharField(), help_text="In the order of the columns.")


class ChangeOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)
    before = RowFiguresOutput(allow_null=True)
    after = RowFiguresOutput(allow_null=True)


class WhoOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)


class TableChangeOutput(serializers.Serializer[Any]):
    stage = serializers.IntegerField()
    group = serializers.IntegerField()
    rows = ChangeOutput(many=True)


class QualifierChangeOutput(serializers.Serializer[Any]):
    stage = serializers.IntegerField()
    group = serializers.IntegerField()
    frozen = serializers.BooleanField(help_text="Whether it is decided already.")
    come = WhoOutput(many=True)
    fall = WhoOutput(many=True)
    before = WhoOutput(many=True)
    after = WhoOutput(many=True)


class DrawnTableOutput(serializers.Serializer[Any]):
    table = serializers.IntegerField()
    group = serializers.IntegerField()
    match = serializers.UUIDField(allow_null=True)
    played = serializers.BooleanField()
    seats = WhoOutput(many=True)


class OtherTableOutput(serializers.Serializer[Any]):
    group = serializers.IntegerField()
    seats = WhoOutput(many=True)


class DrawChangeOutput(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    published = serializers.BooleanField()
    by_hand = serializers.BooleanField(help_text="Whether somebody changed the draw before it was published.")
    annulled = serializers.BooleanField(help_text="Whether `recompute` takes it back.")
    impossible = serializers.CharField(allow_null=True, help_text="Why there would be no draw at all: a code.")
    tables = DrawnTableOutput(many=True, help_text="Those that there would not be.")
    instead = OtherTableOutput(many=True)
    out = WhoOutput(many=True, help_text="Who would sit out and does not.")


class LevelTableOutput(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    table = serializers.IntegerField()


class RecomputeOutput(serializers.Serializer[Any]):
    rounds = serializers.ListField(child=serializers.IntegerField(), help_text="Taken back.")
    stages = serializers.ListField(child=serializers.IntegerField(), help_text="Taken back.")
    qualification = serializers.ListField(child=serializers.IntegerField(), help_text="Stages: decided anew.")
    ranking = serializers.BooleanField(help_text="Whether the final ranking is recorded anew.")
    rounds_left = serializers.ListField(child=serializers.IntegerField(), help_text="Stay, having been played.")
    stages_left = serializers.ListField(child=serializers.IntegerField(), help_text="Stay: who goes on from them.")


class TournamentEffectsOutput(serializers.Serializer[Any]):
    tournament = serializers.UUIDField()
    name = serializers.CharField()
    revision = serializers.IntegerField()
    columns = ChangeColumnOutput(many=True)
    standings = TableChangeOutput(many=True)
    qualification = QualifierChangeOutput(many=True)
    rounds = DrawChangeOutput(many=True, help_text="Later ones that would have been drawn otherwise.")
    level = LevelTableOutput(many=True, help_text="Tables of a knock-out that would end level.")
    finished = serializers.BooleanField()
    ranking = ChangeOutput(many=True, help_text="Of the final ranking.")
    ranking_outdated = serializers.BooleanField(help_text="Whether results would give another one than is recorded.")
    recompute = RecomputeOutput(help_text="What this policy would do.")


class DivisionChangeOutput(serializers.Serializer[Any]):
    division = serializers.IntegerField()
    name = serializers.CharField(allow_null=True)
    rows = ChangeOutput(many=True)


class SeasonEffectsOutput(serializers.Serializer[Any]):
    league = serializers.UUIDField()
    league_name = serializers.CharField()
    season = serializers.IntegerField()
    name = serializers.CharField()
    closed = serializers.BooleanField(help_text="Whether its table is frozen, and stays.")
    columns = ChangeColumnOutput(many=True)
    divisions = DivisionChangeOutput(many=True)


class SeriesEffectsOutput(serializers.Serializer[Any]):
    series = serializers.UUIDField()
    columns = ChangeColumnOutput(many=True)
    rows = ChangeOutput(many=True)


class RatingFiguresOutput(serializers.Serializer[Any]):
    ordinal = serializers.FloatField()
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    matches = serializers.IntegerField()


class RatingChangeOutput(serializers.Serializer[Any]):
    player = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)
    before = RatingFiguresOutput(allow_null=True)
    after = RatingFiguresOutput(allow_null=True)
    gain = serializers.FloatField(help_text="Of the ordinal, by which players are ranked.")


class RatingScopeOutput(serializers.Serializer[Any]):
    club = serializers.UUIDField(allow_null=True, help_text="Null: over all clubs.")
    since = serializers.IntegerField(help_text="Matches rated since that day.")
    moved = serializers.IntegerField(allow_null=True, help_text="Players; null: after too many matches to say.")
    players = RatingChangeOutput(many=True, help_text="The biggest differences, at most 50.")


class RatingEffectsOutput(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    current = serializers.BooleanField()
    scopes = RatingScopeOutput(many=True)


class EffectsOutput(serializers.Serializer[Any]):
    match = serializers.UUIDField()
    revision = serializers.IntegerField()
    position = serializers.IntegerField(help_text="So many events of the log it is true for.")
    decision = serializers.ChoiceField(choices=TRIED)
    policy = serializers.ChoiceField(choices=POLICIES)
    anything = serializers.BooleanField(help_text="Whether anything but the match changes.")
    before = StandOutput()
    after = StandOutput()
    tournament = TournamentEffectsOutput(allow_null=True)
    seasons = SeasonEffectsOutput(many=True)
    series = SeriesEffectsOutput(allow_null=True)
    ratings = RatingEffectsOutput()
