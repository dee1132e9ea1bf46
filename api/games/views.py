"""The games that can be played."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from league.matches.queries.games import GameDetail, game, games


class Games(Endpoint):
    @extend_schema(responses={200: list[GameDetail]})
    def get(self, request: Request) -> Response:
        """List every game with its options."""
        return Response(games())


class Game(Endpoint):
    @extend_schema(responses={200: GameDetail})
    def get(self, request: Request, slug: str) -> Response:
        """Get one game with its options."""
        return Response(game(slug))
