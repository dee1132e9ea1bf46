"""Results of a tournament from a sheet: a look at what it would do, then all of it."""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import FILE, Endpoint, idempotent, respond_created, respond_file
from api.fields import Input, Text
from api.openapi import KEY, file_name, problems
from api.parsers import CsvParser, OdsParser, XlsxParser
from api.renderers import AnyFileRenderer, JsonRenderer
from api.results.serializers import LONGEST_REASON
from league.club_data.result_sheets.service import (
    FILES,
    ImportedResults,
    ResultSheet,
    fill_in_file,
    import_results,
    preview_results,
)

EXAMPLE = "round;table;game;player;tiles\n1;1;1;Anna;0\n1;1;1;Boris;5\n1;1;1;Clara;16\n1;1;1;Dan;3\n"


class SheetQuery(Input):
    preview = serializers.ChoiceField(
        choices=("true", "false"), default="true", help_text="Only say what would happen; `false` imports."
    )
    content = Text(required=False, max_length=64, help_text="As the preview gave it; to import.")
    correction = Text(required=False, max_length=LONGEST_REASON, help_text="Why known results are changed.")


class FillInSheet(Endpoint):
    renderer_classes = (AnyFileRenderer, JsonRenderer)

    @extend_schema(parameters=[file_name(FILES)], responses={(200, "*/*"): OpenApiTypes.BINARY, **problems(400, 404)})
    def get(self, request: Request, tournament_id: UUID, number: int, name: str) -> HttpResponse:
        """Get a sheet for the results of a round, with those that stand already, as CSV, XLSX or ODS."""
        return respond_file(fill_in_file(str(tournament_id), number, name, self.actor()))


class ResultSheets(Endpoint):
    longest_body = FILE
    parser_classes = (CsvParser, XlsxParser, OdsParser)

    @extend_schema(
        parameters=[SheetQuery, KEY],
        request={parser.media_type: OpenApiTypes.BINARY for parser in parser_classes},
        responses={200: ResultSheet, 201: ImportedResults, **problems(403, 409)},
        examples=[OpenApiExample("A game", EXAMPLE, request_only=True, media_type="text/csv")],
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Report results from a CSV, XLSX or ODS file, or say what that would do. For officials.

        A row for each player of a game, with columns for `round`, `table`, `player`, and `points` or `tiles` (what the
        game counts, such as tiles left); `game` where a match has several, and `ended` where a game can end in several
        ways. Errors name sheet, row and column. The import names the `content` of the preview. All results are reported
        or none, and results that stand already are left alone.
        """
        if self.query(SheetQuery)["preview"] == "false":
            return self.report(request, tournament_id)
        self.key()  # checked, but a preview is answered afresh each time
        return Response(preview_results(tournament_id=str(tournament_id), raw=_file_bytes(request), actor=self.actor()))

    @idempotent
    def report(self, request: Request, tournament_id: UUID) -> Response:
        asked = self.query(SheetQuery)
        done = import_results(
            tournament_id=str(tournament_id),
            raw=_file_bytes(request),
            content=asked.get("content", ""),
            correction=asked.get("correction"),
            actor=self.actor(),
        )
        return respond_created(done)


def _file_bytes(request: Request) -> bytes:
    """The body, as the parsers give it."""
    return request.data if isinstance(request.data, bytes) else b""
