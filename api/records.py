"""Import of records."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Endpoint
from api.formats import Json, RecordText
from api.match_forms import MatchOutput
from league.queries.matches import detail
from league.services.matches import import_record


class ImportAsked(serializers.Serializer[Any]):
    club = serializers.UUIDField()
    series = serializers.UUIDField(required=False)


class RecordField(serializers.Field[Any, Any, Any, Any]):
    """Text, or the bytes of a file; what may stand in it is for the reader of records to say."""

    def to_internal_value(self, data: Any) -> str | bytes:
        if not isinstance(data, str | bytes):
            raise serializers.ValidationError("The text of a record.")
        return data


class ImportInput(serializers.Serializer[Any]):
    record = RecordField(help_text="The text of a record.")


class Records(Endpoint):
    """Import a record as a match of a club: all of it, or nothing if any line is wrong (422 with line and code).

    Send the file itself as `text/plain`, or JSON with the text as `record`. Players that the club does not have by name
    are added.
    """

    parser_classes = (RecordText, Json)

    @extend_schema(
        parameters=[ImportAsked],
        request={"text/plain": str, "application/json": ImportInput},
        responses={201: MatchOutput},
    )
    def post(self, request: Request) -> Response:
        asked = self.asked(ImportAsked)
        source = self.sent(ImportInput)["record"]

        def act() -> tuple[int, Any]:
            done = import_record(
                club_id=asked["club"], series_id=asked.get("series"), source=source, actor=self.actor()
            )
            return status.HTTP_201_CREATED, detail(done.match_id, self.actor())

        return self.write(act)
