"""Clubs, their series, and a whole club as one file."""

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, respond_created, write_operation
from api.fields import Id, Input, Text
from api.openapi import problems
from api.pagination import Page, PageQuery, page_response
from api.renderers import JsonLinesRenderer
from league.club_data.export import export_for
from league.clubs import services as club_services
from league.clubs.founding import found_club
from league.clubs.queries import (
    ClubDetail,
    SeriesDetail,
    club_detail,
    find_club,
    list_clubs,
    list_series,
    series_detail,
)
from league.matches.queries.totals import SeriesTable, standings


class LocaleInput(Input):
    zone = Text(
        required=False, max_length=64, help_text="IANA name of the time zone in which pages show times. UTC by default."
    )
    language = Text(
        required=False,
        max_length=10,
        allow_null=True,
        help_text="Of papers, the big screen, and readers who ask for no other. Null leaves the choice to each reader.",
    )


class ClubInput(LocaleInput):
    name = Text(max_length=200)


class SeriesQuery(PageQuery):
    club = Id(required=False)


class SeriesInput(Input):
    club = Id(source="club_id")
    game = Text(max_length=64)
    name = Text(max_length=200)


class Clubs(Endpoint):
    quota = "clubs"

    @extend_schema(parameters=[PageQuery], responses={200: Page[ClubDetail]})
    def get(self, request: Request) -> Response:
        """List clubs by name.

        Page by page. Everybody sees every club.
        """
        return page_response(self, list_clubs, PageQuery)

    @write_operation(ClubInput, {201: ClubDetail, **problems(403, 429)})
    def post(self, request: Request) -> Response:
        """Found a club; whoever founds it is its organiser.

        The operator of the service decides who may: anyone, people whom an organiser has invited, or nobody else.
        """
        return respond_created(club_detail(found_club(**self.command(ClubInput))))


class Club(Endpoint):
    @extend_schema(responses={200: ClubDetail})
    def get(self, request: Request, club_id: UUID) -> Response:
        """Get one club.

        Everybody sees it, with its time zone and its language.
        """
        return Response(find_club(club_id))

    @extend_schema(request=LocaleInput, responses={200: ClubDetail, **problems(403)})
    def patch(self, request: Request, club_id: UUID) -> Response:
        """Change a club's time zone or language; what is not sent stays.

        Organisers of the club may.
        """
        club_services.change_club(club_id=club_id, actor=self.actor(), **self.data(LocaleInput))
        return Response(find_club(club_id))

    @extend_schema(responses={204: None, **problems(403, 409)})
    def delete(self, request: Request, club_id: UUID) -> Response:
        """Close a club, for good: nobody can change it any more, and everything in it stays readable.

        Its last organiser may, while no other account has a role or a player in it.
        """
        club_services.close_club(club_id=club_id, actor=self.actor())
        return Response(status=204)


class SeriesList(Endpoint):
    @extend_schema(parameters=[SeriesQuery], responses={200: Page[SeriesDetail]})
    def get(self, request: Request) -> Response:
        """List series, the newest first.

        The matches of a series are of one game and share a standings table.
        """
        return page_response(self, list_series, SeriesQuery)

    @write_operation(SeriesInput, {201: SeriesDetail})
    def post(self, request: Request) -> Response:
        """Start a series of matches of one game.

        For officials of the club. Name it when you open a match, and its result counts in the series.
        """
        return respond_created(series_detail(club_services.start_series(**self.command(SeriesInput))))


class Standings(Endpoint):
    @extend_schema(responses={200: SeriesTable})
    def get(self, request: Request, series_id: UUID) -> Response:
        """Get the standings of a series: games won first, then points.

        They are added up from the matches that have ended.
        """
        return Response(standings(series_id))


class ExportQuery(Input):
    running = serializers.ChoiceField(
        choices=("refuse", "leave_out"),
        default="refuse",
        help_text="What becomes of running matches that are hidden or dealt by the service, and of their tournaments.",
    )


class ClubExport(Endpoint):
    renderer_classes = (JsonLinesRenderer,)

    @extend_schema(
        parameters=[ExportQuery],
        responses={(200, "application/x-ndjson"): OpenApiTypes.BINARY, **problems(403, 404, 409)},
    )
    def get(self, request: Request, club_id: UUID) -> Response:
        """Export a club as one file, for its organisers.

        People, teams, decks, series, and every event with its bytes and hash, as JSON lines; no accounts. The operator
        of another installation imports it, and has the same streams bit for bit. `Ludex-Left-Out` counts the streams
        that were left out.
        """
        without = self.query(ExportQuery)["running"] == "leave_out"
        done = export_for(club_id=club_id, actor=self.actor(), without_running=without)
        headers = {
            "Content-Disposition": 'attachment; filename="club.jsonl"',
            "Ludex-Left-Out": str(len(done.left_out)),
        }
        return Response(done.raw, headers=headers)
