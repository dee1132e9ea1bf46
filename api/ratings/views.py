"""Ratings: who is how strong in a game, over all clubs or in one, and how that came about."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, respond_file
from api.fields import Id, Input, Text
from api.openapi import file_name, problems
from api.pagination import CurrentPage, PageQuery, page_response
from api.renderers import AnyFileRenderer, JsonRenderer
from league.ratings import queries as rating_queries


class RatedQuery(Input):
    game = Text(max_length=64)
    club = Id(required=False, help_text="Over the matches of this club alone.")


class RatingsQuery(RatedQuery, PageQuery):
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


class RatingsFile(Endpoint):
    renderer_classes = (AnyFileRenderer, JsonRenderer)

    @extend_schema(
        parameters=[RatedQuery, file_name(rating_queries.FILES)],
        responses={(200, "*/*"): OpenApiTypes.BINARY, **problems(400, 404)},
    )
    def get(self, request: Request, name: str) -> HttpResponse:
        """Get who is rated in a game as CSV, XLSX or ODS, the best 10,000 first."""
        return respond_file(rating_queries.ratings_file(name, **self.query(RatedQuery)))


class RatingHistory(Endpoint):
    @extend_schema(parameters=[HistoryQuery], responses={200: CurrentPage[rating_queries.DayRating], **problems(404)})
    def get(self, request: Request) -> Response:
        """List a player's rating after each day of play, the last first.

        Page by page.
        """
        return page_response(self, rating_queries.history, HistoryQuery, CurrentPage)
