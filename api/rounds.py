"""Rounds of a tournament, and their tables."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Endpoint
from api.round_forms import (
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
from api.schema import KEY, problems
from api.tournament_commands import CHANGED, TournamentCommands
from api.tournament_forms import CommandInput
from league.queries import tournaments as shown
from league.queries.tournament_rounds import round_
from league.services import tournaments
from league.services.streams import Done


class Rounds(TournamentCommands):
    @extend_schema(parameters=[KEY], request=DrawInput, responses={201: DrawnOutput, **problems(409)})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Draw the next round as a draft; one that is there already gives way only if asked to.

        Organisers may. An evening of an open stage begins at once.
        """

        def drawn(done: Done) -> dict[str, Any]:
            return {"round": next(fact.round for fact in done.facts if hasattr(fact, "round"))}

        return self.command(tournament_id, DrawInput, tournaments.draw_round, told=drawn)


class Round(Endpoint):
    @extend_schema(responses={200: TournamentRoundOutput})
    def get(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Get a round table by table, with what it was drawn from.

        A draft is there for organisers of the club alone.
        """
        return Response(round_(str(tournament_id), number, self.actor()))


class RoundTables(TournamentCommands):
    @extend_schema(parameters=[KEY], request=TablesInput, responses=CHANGED)
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Change a draft by hand; its figures then stand beside those of the machine's own."""
        return self.command(tournament_id, TablesInput, tournaments.change_draft, number=number)


class Publication(TournamentCommands):
    @extend_schema(parameters=[KEY], request=CommandInput, responses=CHANGED)
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Publish the draft, and open a match at each of its tables."""
        return self.command(tournament_id, CommandInput, tournaments.publish_round, number=number)


class RoundAnnulment(TournamentCommands):
    @extend_schema(parameters=[KEY], request=RoundAnnulmentInput, responses=CHANGED)
    def post(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Take back the last round; matches of a published one are void."""
        return self.command(tournament_id, RoundAnnulmentInput, tournaments.annul_round, number=number)


class Verification(Endpoint):
    @extend_schema(responses={200: VerificationOutput})
    def get(self, request: Request, tournament_id: UUID, number: int) -> Response:
        """Draw a round once more from what it was drawn from, and tell every difference."""
        return Response(shown.verified(str(tournament_id), number, self.actor()))


class StartTable(TournamentCommands):
    @extend_schema(parameters=[KEY], request=TableInput, responses={201: StartedOutput, **problems(409)})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Start a table in an open stage: officials, and those who sit at it."""

        def start(**sent: Any) -> Done:
            return tournaments.start_table(entrants=list(map(str, sent.pop("entrants"))), **sent)

        return self.command(tournament_id, TableInput, start, told=lambda done: {"match": done.facts[0].match})


class Decision(TournamentCommands):
    @extend_schema(parameters=[KEY], request=TieInput, responses=CHANGED)
    def post(self, request: Request, tournament_id: UUID, number: int, table: int) -> Response:
        """Decide a table of a knock-out that ended level: the order of finish."""

        def decide(**sent: Any) -> Done:
            return tournaments.decide_tie(order=list(map(str, sent.pop("order"))), **sent)

        return self.command(tournament_id, TieInput, decide, number=number, table=table)
