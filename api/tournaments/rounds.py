"""Rounds of a tournament, and their tables."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, idempotent
from api.openapi import KEY, problems
from api.tournaments.commands import CHANGED, TournamentEndpoint, respond_revision
from api.tournaments.round_serializers import (
    DrawInput,
    DrawnOutput,
    RoundAnnulmentInput,
    StartedOutput,
    TableInput,
    TablesInput,
    TieInput,
    TournamentRoundOutput,
)
from api.tournaments.serializers import CommandInput
from league.tournaments.queries import detail as tournament_queries
from league.tournaments.queries.rounds import round_with_decisions
from league.tournaments.services import lifecycle as tournament_lifecycle


class Rounds(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=DrawInput, responses={201: DrawnOutput, **problems(409)})
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Draw the next round as a draft; one that is there already gives way only if asked to.

        Organisers may. An evening of an open stage begins at once.
        """

        drawn = tournament_lifecycle.draw_round(**self.command(DrawInput, tournament_id=tournament_id))
        number = next(event.round for event in drawn.events if hasattr(event, "round"))
        return respond_revision(drawn, round=number)


class Round(Endpoint):
    @extend_schema(responses={200: TournamentRoundOutput})
    def get(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Get a round table by table, with what it was drawn from.

        A draft is there for organisers of the club alone.
        """
        return Response(round_with_decisions(str(tournament_id), number, self.actor()))


class RoundTables(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=TablesInput, responses=CHANGED)
    @idempotent
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Change a draft by hand; its figures then stand beside those of the machine's own."""
        return respond_revision(
            tournament_lifecycle.change_draft(**self.command(TablesInput, tournament_id=tournament_id), number=number)
        )


class Publication(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=CommandInput, responses=CHANGED)
    @idempotent
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Publish the draft, and open a match at each of its tables."""
        return respond_revision(
            tournament_lifecycle.publish_round(**self.command(CommandInput, tournament_id=tournament_id), number=number)
        )


class RoundAnnulment(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=RoundAnnulmentInput, responses=CHANGED)
    @idempotent
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Take back the last round; matches of a published one are void."""
        return respond_revision(
            tournament_lifecycle.annul_round(
                **self.command(RoundAnnulmentInput, tournament_id=tournament_id), number=number
            )
        )


class Verification(Endpoint):
    @extend_schema(responses={200: tournament_queries.DrawVerification})
    def get(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Draw a round once more from what it was drawn from, and tell every difference."""
        return Response(tournament_queries.draw_verification(str(tournament_id), number, self.actor()))


class StartTable(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=TableInput, responses={201: StartedOutput, **problems(409)})
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Start a table in an open stage: officials, and those who sit at it."""

        started = tournament_lifecycle.start_table(**self.command(TableInput, tournament_id=tournament_id))
        return respond_revision(started, match=started.events[0].match)


class Decision(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=TieInput, responses=CHANGED)
    @idempotent
    def post(self, request: Request, tournament_id: UUID, number: int, table: int) -> Response:
        """Decide a table of a knock-out that ended level: the order of finish."""
        return respond_revision(
            tournament_lifecycle.decide_tie(
                **self.command(TieInput, tournament_id=tournament_id), number=number, table=table
            )
        )
