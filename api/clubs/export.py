"""A whole club as one file."""

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.fields import Input
from api.openapi import problems
from api.renderers import JsonLinesRenderer
from league.club_data.export import export_for


class ExportQuery(Input):
    running = serializers.ChoiceField(
        choices=("refuse", "leave_out"),
        default="refuse",
        help_text="What becomes of running matches that the service deals, and of their tournaments.",
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
