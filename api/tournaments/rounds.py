"""Rounds of a tournament, and their tables."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.openapi import KEY, problems
from api.tournaments.commands import CHANGED, TournamentCommands
from api.tournaments.round_serializers import (
    DrawInput,
    DrawnOutput,
    RoundAnnulmentInput,
    StartedOutput,
    TableInput,
    TablesInput,
    TieInput,
    TournamentRoundOutput,
    VerificationOutput,
)
from api.tournaments.serializers import CommandInput
from league.eventlog.types import Committed
from league.tournaments.queries import detail as shown
from league.tournaments.queries.rounds import round_with_decisions
from league.tournaments.services import lifecycle as tournament_lifecycle


class Rounds(TournamentCommands):
    @extend_schema(parameters=[KEY], request=DrawInput, responses={201: DrawnOutput, **problems(409)})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Draw the next round as a draft; one that is there already gives way only if asked to.

        Organisers may. An evening of an open stage begins at once.
        """

        def drawn(done: Committed) -> dict[str, Any]:
            return {"round": next(fact.round for fact in done.events if hasattr(fact, "round"))}

        return self.command(tournament_id, DrawInput, tournament_lifecycle.draw_round, told=drawn)


class Round(Endpoint):
    @extend_schema(responses={200: TournamentRoundOutput})
    def get(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Get a round table by table, with what it was drawn from.

        A draft is there for organisers of the club alone.
        """
        return Response(round_with_decisions(str(tournament_id), number, self.actor()))


class RoundTables(TournamentCommands):
    @extend_schema(parameters=[KEY], request=TablesInput, responses=CHANGED)
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Change a draft by hand; its figures then stand beside those of the machine's own."""
        return self.command(tournament_id, TablesInput, tournament_lifecycle.change_draft, number=number)


class Publication(TournamentCommands):
    @extend_schema(parameters=[KEY], request=CommandInput, responses=CHANGED)
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Publish the draft, and open a match at each of its tables."""
        return self.command(tournament_id, CommandInput, tournament_lifecycle.publish_round, number=number)


class RoundAnnulment(TournamentCommands):
    @extend_schema(parameters=[KEY], request=RoundAnnulmentInput, responses=CHANGED)
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Take back the last round; matches of a published one are void."""
        return self.command(tournament_id, RoundAnnulmentInput, tournament_lifecycle.annul_round, number=number)


class Verification(Endpoint):
    @extend_schema(responses={200: VerificationOutput})
    def get(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Draw a round once more from what it was drawn from, and tell every difference."""
        return Response(shown.draw_verification(str(tournament_id), number, self.actor()))


class StartTable(TournamentCommands):
    @extend_schema(parameters=[KEY], request=TableInput, responses={201: StartedOutput, **problems(409)})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Start a table in an open stage: officials, and those who sit at it."""

        def start(**sent: Any) -> Committed:
            return tournament_lifecycle.start_table(entrants=list(map(str, sent.pop("entrants"))), **sent)

        return self.command(tournament_id, TableInput, start, told=lambda done: {"match": done.events[0].match})


class Decision(TournamentCommands):
    @extend_schema(parameters=[KEY], request=TieInput, responses=CHANGED)
    def post(self, request: Request, tournament_id: UUID, number: int, table: int) -> Response:
        """Decide a table of a knock-out that ended level: the order of finish."""

        def decide(**sent: Any) -> Committed:
            return tournament_lifecycle.decide_tie(order=list(map(str, sent.pop("order"))), **sent)

        return self.command(tournament_id, TieInput, decide, number=number, table=table)
