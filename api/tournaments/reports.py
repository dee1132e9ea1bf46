"""FIDE's tournament reports: taken in as tournaments of a club."""

from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import FILE, Endpoint, idempotent, respond_created
from api.fields import Input, Text
from api.openapi import KEY, problems
from api.parsers import JsonParser, RecordParser
from api.records.views import ImportInput, PlayersField
from league.club_data.trf.import_ import ImportedReport, ReportPreview, import_report, preview_report

EXAMPLE = """\
012 Club championship
142 1
001    1      Petrova, Anna                                                      1.0    1     2 w 1
001    2      Smirnov, Boris                                                     0.0    2     1 b 0
"""


class ReportQuery(Input):
    game = Text(max_length=64, help_text="That was played. It needs wins, draws and losses of two players.")
    preview = serializers.ChoiceField(
        choices=("true", "false"), default="true", help_text="Only say what would happen; `false` imports."
    )
    players = PlayersField(
        source="choices",
        required=False,
        help_text="In the order of their numbers, separated by commas: a player id, `new`, or nothing.",
    )


class TournamentReports(Endpoint):
    longest_body = FILE
    quota = "tournaments"
    parser_classes = (RecordParser, JsonParser)

    @extend_schema(
        parameters=[ReportQuery, KEY],
        request={"text/plain": str, "application/json": ImportInput},
        responses={200: ReportPreview, 201: ImportedReport, **problems(403, 404, 409)},
        examples=[OpenApiExample("One game", EXAMPLE, request_only=True, media_type="text/plain")],
    )
    def post(self, request: Request, club_id: UUID) -> Response:
        """Import FIDE's tournament report (TRF26, TRF16), or say what that would do. For organisers.

        It becomes a tournament of the club: its field, every round with its pairings, and every result, or nothing.
        Errors name line and column. Names that may mean somebody in the club are 409 `record.names_unclear`, and
        `players` decides.
        """
        if self.query(ReportQuery)["preview"] == "false":
            return self.take(request, club_id)
        self.key()  # checked, but a preview is answered afresh each time
        game = self.query(ReportQuery)["game"]
        return Response(preview_report(club_id=club_id, raw=self._raw(), game=game, actor=self.actor()))

    @idempotent
    def take(self, request: Request, club_id: UUID) -> Response:
        asked = self.query(ReportQuery)
        choices = asked.get("choices", ())
        done = import_report(club_id=club_id, raw=self._raw(), game=asked["game"], choices=choices, actor=self.actor())
        return respond_created(done)

    def _raw(self) -> bytes:
        source = self.data(ImportInput)["source"]
        return source if isinstance(source, bytes) else str(source).encode()
