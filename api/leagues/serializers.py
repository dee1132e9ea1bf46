"""What is sent to and answered about leagues and seasons."""

from typing import Any

from rest_framework import serializers

from api.fields import TRUTHS, Exact, Flag, Id, Input, StreamId, Text, Whole
from api.matches.serializers import LATEST
from api.pagination import PageQuery
from api.results.serializers import LONGEST_REASON
from league.seasons.services import (
    LARGEST_DIVISION,
    MOST_DIVISIONS,
    MOST_EVENTS,
    MOST_PLACES,
    TIEBREAKS,
    Division,
    SeasonRules,
)


class LeaguesQuery(PageQuery):
    club = Id(required=False)
    game = Text(required=False, max_length=64)


class LeagueInput(Input):
    club = Id(source="club_id")
    name = Text(max_length=200)
    game = Text(max_length=64)


class LeagueNameInput(Input):
    name = Text(max_length=200)


class DivisionInput(Input):
    name = Text(max_length=200)
    capacity = Whole(required=False, allow_null=True, min_value=1, max_value=LARGEST_DIVISION)


class SeasonRulesInput(Input):
    points = serializers.ListField(
        child=Exact(),
        required=False,
        max_length=MOST_PLACES,
        help_text="What places give, the first place first; without any the event's own score counts.",
    )
    beyond = Exact(required=False, help_text="What each further place gives.")
    shared = serializers.ChoiceField(["average", "rounded_up", "best"], required=False)
    low_points = Flag(
        required=False, help_text="The fewest points win. Without points by place, the place itself counts."
    )
    attendance = Exact(required=False, help_text="Points added for each event that a player came to.")
    missed_as = serializers.ChoiceField(
        ["fixed", "average", "last"],
        required=False,
        help_text="What a missed event is worth: `missed`, the average of the player's other events, or what the last "
        "of the event got plus `missed`.",
    )
    missed = Exact(
        required=False, help_text="The number for `missed_as`. A fixed one is never worth more than coming last."
    )
    unit = serializers.ChoiceField(
        ["events", "games"],
        required=False,
        help_text="What is counted: events, or each of their games by its score in the event.",
    )
    first = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MOST_EVENTS,
        help_text="How many events or games count, from the first that a player came to.",
    )
    best = Whole(required=False, allow_null=True, min_value=1, max_value=MOST_EVENTS)
    drop = Whole(required=False, min_value=0, max_value=MOST_EVENTS)
    average = Flag(required=False, help_text="The average of what counts, instead of the sum.")
    minimum = Whole(
        required=False,
        min_value=0,
        max_value=MOST_EVENTS,
        help_text="Players with fewer events or games are ranked behind all others.",
    )
    tiebreaks = serializers.ListField(child=serializers.ChoiceField(list(TIEBREAKS)), required=False, max_length=10)
    divisions = DivisionInput(many=True, required=False, max_length=MOST_DIVISIONS)  # type: ignore[call-arg] # of the list
    promote = Whole(required=False, min_value=0, max_value=LARGEST_DIVISION)
    relegate = Whole(required=False, min_value=0, max_value=LARGEST_DIVISION)


class SeasonInput(Input):
    revision = Whole(source="expected", required=False, min_value=1, max_value=LATEST)
    name = Text(max_length=200)
    rules = SeasonRulesInput(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return {**attrs, "rules": rules_of(attrs.get("rules", {}))}


class SeasonChangeInput(SeasonInput):
    rules = SeasonRulesInput()
    reason = Text(max_length=LONGEST_REASON)


def rules_of(sent: dict[str, Any]) -> SeasonRules:
    """The rules that were sent, with defaults for the others."""
    given = dict(sent)
    for name in ("points", "tiebreaks"):
        if name in given:
            given[name] = tuple(given[name])
    if "divisions" in given:
        given["divisions"] = tuple(Division(each["name"], each.get("capacity")) for each in given["divisions"])
    return SeasonRules(**given)


class AttachInput(Input):
    revision = Whole(source="expected", required=False, min_value=1, max_value=LATEST)
    tournament = StreamId(source="tournament_id")
    division = Whole(
        required=False, allow_null=True, min_value=0, max_value=MOST_DIVISIONS, help_text="From 0; null: for each."
    )


class SeasonReasonInput(Input):
    revision = Whole(source="expected", required=False, min_value=1, max_value=LATEST)
    reason = Text(max_length=LONGEST_REASON)


class DivisionsInput(Input):
    revision = Whole(source="expected", required=False, min_value=1, max_value=LATEST)
    members = serializers.ListField(
        child=serializers.ListField(child=Id(), max_length=LARGEST_DIVISION),
        required=False,
        max_length=MOST_DIVISIONS,
        help_text="Players by division; without it, as the season before leaves them.",
    )
    reason = Text(required=False, max_length=LONGEST_REASON)


class ClosingInput(Input):
    revision = Whole(source="expected", required=False, min_value=1, max_value=LATEST)
    gone = serializers.ListField(
        child=Id(), required=False, max_length=LARGEST_DIVISION, help_text="Who plays no further season."
    )
    decided = serializers.ListField(
        child=Id(), required=False, max_length=LARGEST_DIVISION, help_text="The order of those level at a cut."
    )
    early = Flag(required=False, help_text="Leave out events that are not finished.")
    small = Flag(required=False, help_text="Close even if a division has nobody, or will have fewer than two players.")
    reason = Text(required=False, max_length=LONGEST_REASON)


class SeasonTableQuery(Input):
    provisional = serializers.ChoiceField(list(TRUTHS), default="false", help_text="With events that run now.")
