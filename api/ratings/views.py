"""Ratings: who is how strong in a game, over all clubs or in one, and how that came about."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.fields import Id, Text
from api.openapi import problems
from api.pagination import PageAsked, page_of, paged
from league.ratings import queries as rating_queries


class RatingsAsked(PageAsked):
    game = Text(max_length=64)
    club = Id(required=False, help_text="Over the matches of this club alone.")
    player = Id(required=False)


class HistoryAsked(PageAsked):
    game = Text(max_length=64)
    player = Id()
    club = Id(required=False, help_text="Over the matches of this club alone.")


class RatingOutput(serializers.Serializer[Any]):
    rank = serializers.IntegerField(help_text="Shared where the ordinal is equal.")
    player = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)
    ordinal = serializers.FloatField(help_text="mu - 3 sigma, by which players are ranked.")
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    matches = serializers.IntegerField(help_text="That were rated.")
    day = serializers.DateField(help_text="Of the last of them, in UTC.")


class FinishOutput(serializers.Serializer[Any]):
    match = serializers.UUIDField()
    rank = serializers.IntegerField()
    players = serializers.IntegerField(help_text="That were rated in this match.")


class RatingDayOutput(serializers.Serializer[Any]):
    day = serializers.DateField(help_text="In UTC.")
    ordinal = serializers.FloatField()
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    matches = serializers.IntegerField(help_text="That were rated so far.")
    finishes = FinishOutput(many=True, help_text="The matches of the day.")


CURRENT = {
    "position": serializers.IntegerField(help_text="How many events of the log are taken in."),
    "current": serializers.BooleanField(help_text="Whether that is every event that has its place in the log."),
}


class Ratings(Endpoint):
    @extend_schema(parameters=[RatingsAsked], responses={200: page_of(RatingOutput, **CURRENT), **problems(404)})
    def get(self, request: Request) -> Response:
        """List who is rated in a game, the best first.

        Over all clubs, or over the matches of one. Games that a team wins or loses together are not rated.
        """
        current = rating_queries.current()
        return paged(self, rating_queries.ratings, RatingsAsked, **current)


class RatingHistory(Endpoint):
    @extend_schema(parameters=[HistoryAsked], responses={200: page_of(RatingDayOutput, **CURRENT), **problems(404)})
    def get(self, request: Request) -> Response:
        """List a player's rating after each day of play, the last first."""
        current = rating_queries.current()
        return paged(self, rating_queries.history, HistoryAsked, **current)
