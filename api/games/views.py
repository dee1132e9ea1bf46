"""The games that can be played."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from league.matches.queries.games import game, games


class OptionOutput(serializers.Serializer[Any]):
    key = serializers.CharField()
    default = serializers.JSONField()
    help = serializers.CharField()


class GameOutput(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()
    rules = serializers.CharField(help_text="The current rules number.")
    all_rules = serializers.ListField(child=serializers.CharField())
    seats = serializers.ListField(child=serializers.IntegerField(), help_text="How many may play.")
    team = serializers.BooleanField(help_text="All seats win or lose together.")
    fewest_wins = serializers.BooleanField(help_text="The lower points are the better.")
    reasons = serializers.ListField(child=serializers.CharField(), help_text="Why a game may be over.")
    options = OptionOutput(many=True)


class Games(Endpoint):
    @extend_schema(responses={200: GameOutput(many=True)})
    def get(self, request: Request) -> Response:
        """List every game with its options."""
        return Response(games())


class Game(Endpoint):
    @extend_schema(responses={200: GameOutput})
    def get(self, request: Request, slug: str) -> Response:
        """Get one game with its options."""
        return Response(game(slug))
