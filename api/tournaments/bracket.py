"""The bracket of a tournament that ends with a knock-out."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from league.tournaments.queries import bracket


class Bracket(Endpoint):
    @extend_schema(responses={200: bracket.TournamentBracket})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Get the bracket of the knock-out that ends a tournament, straight from the log.

        Every table with who plays there: entrants who are known, and words for those who are not yet, such as
        `Winner of Semifinal 1`. Before it has begun: which places of which groups meet, as far as that is fixed.
        Nothing of a draft is in it.
        """
        return Response(bracket.bracket(str(tournament_id), self.actor()))
