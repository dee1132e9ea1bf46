"""What the endpoints of tournaments take."""

from rest_framework import serializers

from api.fields import Exact, Flag, Id, Input, StreamId, Text, Typed, Whole
from api.matches.serializers import LATEST
from api.pagination import PageQuery
from api.results.serializers import LONGEST_REASON
from league.tournaments.queries.settings import Settings

MOST_LEVEL = 5000
PHASES = ("draft", "open", "running", "finished", "given_up")


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
    settings = Typed(Settings, changes="SettingsInput", required=False)


class CommandInput(Input):
    """A command without further details."""

    revision = Whole(
        source="expected",
        required=False,
        min_value=1,
        max_value=LATEST,
        help_text="Of the tournament. If given, 409 answers if it has changed since.",
    )


class SettingsChangeInput(Input):
    revision = Whole(source="expected", min_value=1, max_value=LATEST)
    name = Text(required=False, max_length=200)
    settings = Typed(Settings, changes="SettingsInput", required=False)
    reason = Text(
        required=False, allow_blank=True, max_length=LONGEST_REASON, help_text="Needed once the tournament runs."
    )


class QualificationInput(CommandInput):
    early = Flag(default=False, help_text="Although rounds of the stage are still to be drawn.")
    reason = Text(
        required=False,
        allow_blank=True,
        max_length=LONGEST_REASON,
        help_text="Needed for an order of tied entrants other than that of the seeding.",
    )
    decided = serializers.ListField(
        child=Id(), required=False, max_length=MOST_LEVEL, help_text="All entrants tied at the cut, best first."
    )


class StartInput(CommandInput):
    absent = serializers.ChoiceField(
        choices=("leave_out", "draw"),
        required=False,
        help_text="What happens to entrants who are not checked in. Needed if some are checked in and some are not, "
        "unless only checked-in entrants take part.",
    )


class FinishInput(CommandInput):
    abandon = Flag(
        default=False,
        help_text="Finish although rounds are to come or results are missing. Tables without a result are then void. A "
        "reported result counts.",
    )


class ReasonInput(CommandInput):
    reason = Text(max_length=LONGEST_REASON)


class PenaltyInput(CommandInput):
    entrant = StreamId()
    points = Exact(help_text="Deducted from the score, an exact number like `3` or `1/2`. Negative: added.")
    reason = Text(max_length=LONGEST_REASON)
