"""Rounds of a tournament, and their tables."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import LIST, Endpoint, respond_created, write_operation
from api.openapi import problems
from api.tournaments.commands import CHANGED, RoundDrawn, TableStarted, TournamentEndpoint, respond_changed
from api.tournaments.round_serializers import (
    ClockExtensionInput,
    ClockInput,
    DrawInput,
    RoundAnnulmentInput,
    TableInput,
    TablesInput,
    TieInput,
)
from api.tournaments.serializers import CommandInput
from league.tournaments.queries import rounds as queries
from league.tournaments.services import clock, lifecycle


class Rounds(TournamentEndpoint):
    @write_operation(DrawInput, {201: RoundDrawn, **problems(409)})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Draw the next round as a draft. For organisers.

        `anew` replaces a draft that was drawn before. An evening of an open stage begins at once.
        """
        drawn = lifecycle.draw_round(**self.command(DrawInput))
        number = next(event.round for event in drawn.events if hasattr(event, "round"))
        return respond_created(RoundDrawn(drawn.revision, number))


class Round(Endpoint):
    @extend_schema(responses={200: queries.RoundDetail})
    def get(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Get a round table by table, with what it was drawn from. A draft for organisers only."""
        return Response(queries.round_detail(str(tournament_id), number, self.actor()))


class RoundTables(TournamentEndpoint):
    longest_body = LIST

    @write_operation(TablesInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Change a draft by hand. Its figures are then shown beside those of the original draw."""
        return respond_changed(lifecycle.change_draft(**self.command(TablesInput)))


class Publication(TournamentEndpoint):
    @write_operation(CommandInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Publish the draft, and open a match at each of its tables.

        For organisers. From now on everybody sees the round.
        """
        return respond_changed(lifecycle.publish_round(**self.command(CommandInput)))


class RoundAnnulment(TournamentEndpoint):
    @write_operation(RoundAnnulmentInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Undo the last round. If it was published, its matches are void."""
        return respond_changed(lifecycle.annul_round(**self.command(RoundAnnulmentInput)))


class RoundClock(TournamentEndpoint):
    @write_operation(ClockInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Start the clock of a published round, or start it again once its time is up. For organisers.

        The round then shows the moment at which it `ends`, by the clock of the service. The clock changes nothing else.
        It ends with its round or its tournament.
        """
        return respond_changed(clock.start_clock(**self.command(ClockInput)))


class RoundClockPause(TournamentEndpoint):
    @write_operation(CommandInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Pause the clock of a round. What is left stays."""
        return respond_changed(clock.pause_clock(**self.command(CommandInput)))


class RoundClockResumption(TournamentEndpoint):
    @write_operation(CommandInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Resume the paused clock of a round.

        For organisers. It has as much time as was left.
        """
        return respond_changed(clock.resume_clock(**self.command(CommandInput)))


class RoundClockExtension(TournamentEndpoint):
    @write_operation(ClockExtensionInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Give a round more minutes, or fewer. If its time was up, its clock runs again."""
        return respond_changed(clock.extend_clock(**self.command(ClockExtensionInput)))


class RoundClockRemoval(TournamentEndpoint):
    @write_operation(CommandInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Remove the clock of a round.

        For organisers. The round itself goes on.
        """
        return respond_changed(clock.clear_clock(**self.command(CommandInput)))


class Verification(Endpoint):
    @extend_schema(responses={200: queries.DrawVerification})
    def get(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Redraw a round from its stored inputs, and list every difference.

        `same` is true if there is none. Anybody can check any published round.
        """
        return Response(queries.draw_verification(str(tournament_id), number, self.actor()))


class StartTable(TournamentEndpoint):
    @write_operation(TableInput, {201: TableStarted, **problems(409)})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Start a table in an open stage. For officials and the players at it.

        In a Swiss or a fixed series, organisers add a table to the last round, for latecomers and entrants who have a
        bye in it. Seats are then drawn.
        """
        started = lifecycle.start_table(**self.command(TableInput))
        return respond_created(TableStarted(started.revision, started.events[0].match))


class Decision(TournamentEndpoint):
    @write_operation(TieInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID, number: int, table: int) -> Response:
        """Decide the order of finish at a knockout table that ended in a tie.

        For organisers, with a reason: all entrants of the table, best first.
        """
        return respond_changed(lifecycle.decide_tie(**self.command(TieInput)))
