"""The games that can be played."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from league.matches.queries.games import GameDetail, game, games


class Games(Endpoint):
    @extend_schema(responses={200: list[GameDetail]})
    def get(self, request: Request) -> Response:
        """List every game with its options.

        Games are named by their `slug` everywhere else. Plug-ins add further ones.
        """
        return Response(games())


class Game(Endpoint):
    @extend_schema(responses={200: GameDetail})
    def get(self, request: Request, slug: str) -> Response:
        """Get one game with its options.

        Options that are left out in a match have their defaults.
        """
        return Response(game(slug))
