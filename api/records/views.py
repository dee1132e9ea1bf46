"""Import of records."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.fields import Id, Input
from api.matches.serializers import MatchOutput
from api.media_types import Json, RecordText
from api.openapi import KEY
from api.records.serializers import ImportInput
from league.matches.queries.detail import detail
from league.matches.services.play import import_record


class ImportAsked(Input):
    club = Id()
    series = Id(required=False)


EXAMPLE = """\
ludex: 1
game: rummikub
rules: 1
log: score
seats: Anna | Boris | Clara | Dan
rounds: 1

== 1.1
points: 24 -5 -16 -3
reason: out

== 1.2
points: -6 -11 22 -5
reason: out
"""


class Records(Endpoint):
    parser_classes = (RecordText, Json)

    @extend_schema(
        parameters=[ImportAsked, KEY],
        request={"text/plain": str, "application/json": ImportInput},
        responses={201: MatchOutput},
        examples=[
            OpenApiExample("By results", EXAMPLE, request_only=True, media_type="text/plain"),
            OpenApiExample("As JSON", {"record": EXAMPLE}, request_only=True, media_type="application/json"),
        ],
    )
    def post(self, request: Request) -> Response:
        """Import a record as a match of a club.

        All of it, or nothing if any line is wrong: 422 tells the line and the code. Send the file itself as
        `text/plain`, or JSON with the text as `record`. Players that the club does not have by name are added.
        """
        asked = self.asked(ImportAsked)
        source = self.sent(ImportInput)["record"]

        def act() -> tuple[int, Any]:
            done = import_record(
                club_id=asked["club"], series_id=asked.get("series"), source=source, actor=self.actor()
            )
            return status.HTTP_201_CREATED, detail(done.id, self.actor())

        return self.write(act)
