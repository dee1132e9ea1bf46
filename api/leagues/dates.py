"""The dates of seasons: their days, their evenings, and everything with a date in them."""

from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, write_operation
from api.fields import ClubTime, Input, Text, Whole
from api.leagues.views import CHANGED, respond_revision
from api.matches.serializers import LATEST
from api.results.serializers import LONGEST_REASON
from league.agenda.season_calendar import SeasonCalendar, season_calendar
from league.seasons import services as season_services

BY_CLUB_CLOCKS = "Without an offset, by the clocks of the club."
LONGEST_PLACE = 200
MOST_MINUTES = 24 * 60
MOST_SKIPPED = 100


class Day(serializers.DateField):
    """A day of the club's calendar."""

    default_error_messages = {"invalid": gettext_lazy("Use a date such as 2026-12-31.")}

    def to_internal_value(self, data: Any) -> date:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class SeasonDaysInput(Input):
    first = Day(allow_null=True)
    last = Day(allow_null=True)
    revision = Whole(source="expected", required=False, min_value=1, max_value=LATEST)


class EveningsInput(Input):
    starts = ClubTime(help_text=f"The first evening. {BY_CLUB_CLOCKS}")
    repeat = serializers.ChoiceField(
        ["once", "weekly", "fortnightly", "monthly"],
        default="once",
        help_text="`fortnightly`: every second week; `monthly`: on the same weekday of the month, as second Tuesdays.",
    )
    until = Day(required=False, allow_null=True, help_text="The last day on which there may be an evening.")
    skip = serializers.ListField(child=Day(), required=False, max_length=MOST_SKIPPED, help_text="Days without one.")
    minutes = Whole(required=False, allow_null=True, min_value=1, max_value=MOST_MINUTES, help_text="How long each is.")
    place = Text(required=False, allow_blank=True, max_length=LONGEST_PLACE)
    revision = Whole(source="expected", required=False, min_value=1, max_value=LATEST)


class EveningMoveInput(Input):
    starts = ClubTime(help_text=BY_CLUB_CLOCKS)
    ends = ClubTime(required=False, allow_null=True, help_text=BY_CLUB_CLOCKS)
    place = Text(required=False, allow_blank=True, max_length=LONGEST_PLACE)
    reason = Text(required=False, allow_blank=True, max_length=LONGEST_REASON, help_text="Needed for another time.")
    revision = Whole(source="expected", required=False, min_value=1, max_value=LATEST)


class EveningTournamentInput(Input):
    revision = Whole(source="expected", required=False, min_value=1, max_value=LATEST)


class EveningCancellationInput(Input):
    reason = Text(max_length=LONGEST_REASON)
    revision = Whole(source="expected", required=False, min_value=1, max_value=LATEST)


class SeasonDates(Endpoint):
    @extend_schema(responses={200: SeasonCalendar})
    def get(self, request: Request, league_id: UUID, number: int) -> Response:
        """List everything with a date in a season: evenings, tournaments, rounds and postponed matches."""
        return Response(season_calendar(str(league_id), number, self.actor(), datetime.now(UTC)))

    @write_operation(SeasonDaysInput, CHANGED)
    def put(self, request: Request, league_id: UUID, number: int) -> Response:
        """Say from which day to which a season lasts, by the club's calendar. For organisers."""
        given = self.command(SeasonDaysInput, league_id=league_id)
        return respond_revision(season_services.date_season(**given, number=number))


class Evenings(Endpoint):
    @write_operation(EveningsInput, CHANGED)
    def post(self, request: Request, league_id: UUID, number: int) -> Response:
        """Plan evenings of a season, all at the same hour of the club's clocks. For organisers.

        An evening that is there already is not planned again.
        """
        given = self.command(EveningsInput, league_id=league_id)
        return respond_revision(season_services.plan_evenings(**given, number=number))


class EveningMove(Endpoint):
    @write_operation(EveningMoveInput, CHANGED)
    def post(self, request: Request, league_id: UUID, number: int, evening: int) -> Response:
        """Let an evening take place at another time or place, also one that was called off. For organisers."""
        given = self.command(EveningMoveInput, league_id=league_id)
        return respond_revision(season_services.move_evening(**given, number=number, evening=evening))


class EveningTournament(Endpoint):
    @write_operation(EveningTournamentInput, CHANGED)
    def post(self, request: Request, league_id: UUID, number: int, evening: int) -> Response:
        """Draft the tournament of an evening, at its time and place, which counts in the season. For organisers.

        It is played as the last tournament that counts there, or else as the usual evening of the game.
        """
        given = self.command(EveningTournamentInput, league_id=league_id)
        return respond_revision(season_services.draft_evening(**given, number=number, evening=evening))


class EveningCancellation(Endpoint):
    @write_operation(EveningCancellationInput, CHANGED)
    def post(self, request: Request, league_id: UUID, number: int, evening: int) -> Response:
        """Call an evening off, for a reason. For organisers."""
        given = self.command(EveningCancellationInput, league_id=league_id)
        return respond_revision(season_services.cancel_evening(**given, number=number, evening=evening))
