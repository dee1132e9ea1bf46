"""When and where a tournament, its rounds and its tables are played."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import write_operation
from api.fields import ClubTime, Text
from api.results.serializers import LONGEST_REASON
from api.tournaments.commands import CHANGED, TournamentEndpoint, respond_changed
from api.tournaments.serializers import CommandInput
from league.agenda.queries import DatesSheet, dates_sheet
from league.tournaments.services import schedule

BY_CLUB_CLOCKS = "Without an offset, by the clocks of the club."
LONGEST_PLACE = 200
LONGEST_FEE = 80


class DatesInput(CommandInput):
    """What is left out stays. null: not known."""

    starts = ClubTime(required=False, allow_null=True, help_text=BY_CLUB_CLOCKS)
    ends = ClubTime(required=False, allow_null=True, help_text=BY_CLUB_CLOCKS)
    place = Text(required=False, allow_blank=True, max_length=LONGEST_PLACE)
    opens = ClubTime(required=False, allow_null=True, help_text=f"From when players enter. {BY_CLUB_CLOCKS}")
    closes = ClubTime(required=False, allow_null=True, help_text=f"Until when players enter. {BY_CLUB_CLOCKS}")
    fee = Text(required=False, allow_blank=True, max_length=LONGEST_FEE, help_text="In words. Nothing is paid here.")


class RoundDateInput(CommandInput):
    starts = ClubTime(required=False, allow_null=True, help_text=BY_CLUB_CLOCKS)
    until = ClubTime(required=False, allow_null=True, help_text=f"Until when its tables play. {BY_CLUB_CLOCKS}")


class TableDateInput(CommandInput):
    starts = ClubTime(required=False, allow_null=True, help_text=f"null: with its round. {BY_CLUB_CLOCKS}")
    place = Text(required=False, allow_blank=True, max_length=LONGEST_PLACE)
    reason = Text(
        required=False, allow_blank=True, max_length=LONGEST_REASON, help_text="Needed if the table had a time before."
    )


class Dates(TournamentEndpoint):
    @extend_schema(responses={200: DatesSheet})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Get every date of a tournament: its own, those of rounds and postponed matches, and what is overdue."""
        return Response(dates_sheet(str(tournament_id), self.actor(), datetime.now(UTC)))

    @write_operation(DatesInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Say when and where a tournament is, and until when and for what fee players enter. For organisers.

        A time that the clocks of the club skip or show twice is refused with `time.skipped` or `time.repeated`.
        `details.readings` has the two moments that it could mean.
        """
        return respond_changed(schedule.schedule(**self.command(DatesInput)))


class RoundDates(TournamentEndpoint):
    @write_operation(RoundDateInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Say when a round starts, and until when its tables play, before or after it is drawn. For organisers."""
        return respond_changed(schedule.schedule_round(**self.command(RoundDateInput)))


class TableDates(TournamentEndpoint):
    @write_operation(TableDateInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID, number: int, table: int) -> Response:
        """Postpone the match of a table, or move it to another place. For organisers."""
        given: dict[str, Any] = self.command(TableDateInput)
        return respond_changed(schedule.schedule_table(**given))
