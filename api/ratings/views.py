"""Ratings: who is how strong in a game, over all clubs or in one, and how that came about."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.fields import Id, Text
from api.openapi import problems
from api.pagination import CurrentPage, PageQuery, page_response
from league.ratings import queries as rating_queries


class RatingsQuery(PageQuery):
    game = Text(max_length=64)
    club = Id(required=False, help_text="Over the matches of this club alone.")
    player = Id(required=False)


class HistoryQuery(PageQuery):
    game = Text(max_length=64)
    player = Id()
    club = Id(required=False, help_text="Over the matches of this club alone.")


class Ratings(Endpoint):
    @extend_schema(parameters=[RatingsQuery], responses={200: CurrentPage[rating_queries.RatedPlayer], **problems(404)})
    def get(self, request: Request) -> Response:
        """List who is rated in a game, the best first.

        Over all clubs, or over the matches of one. Games that a team wins or loses together are not rated.
        """
        return page_response(self, rating_queries.ratings, RatingsQuery, CurrentPage)


class RatingHistory(Endpoint):
    @extend_schema(parameters=[HistoryQuery], responses={200: CurrentPage[rating_queries.DayRating], **problems(404)})
    def get(self, request: Request) -> Response:
        """List a player's rating after each day of play, the last first."""
        return page_response(self, rating_queries.history, HistoryQuery, CurrentPage)
