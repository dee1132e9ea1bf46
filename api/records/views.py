"""Import of records."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import FILE, Endpoint, respond_created, write_operation
from api.fields import TRUTHS, Id, Input
from api.openapi import problems
from api.parsers import JsonParser, RecordParser
from league.matches.queries.detail import MatchDetail, match_detail
from league.matches.services.play import import_record


@extend_schema_field(OpenApiTypes.STR)
class RecordField(serializers.Field[Any, Any, Any, Any]):
    """Text, or the bytes of a file; what may stand in it is for the reader of records to say."""

    def to_internal_value(self, data: Any) -> str | bytes:
        if not isinstance(data, str | bytes):
            raise serializers.ValidationError(gettext("This must be the text of a record."))
        return data


@extend_schema_field(OpenApiTypes.STR)
class PlayersField(serializers.Field[Any, Any, Any, Any]):
    """Which players the names of a record mean, by seat."""

    def to_internal_value(self, data: Any) -> list[str | None]:
        return [choice.strip() or None for choice in str(data).split(",")]


class ImportInput(Input):
    record = RecordField(source="source", help_text="The text of a record.")


class ImportQuery(Input):
    club = Id(source="club_id")
    series = Id(source="series_id", required=False)
    players = PlayersField(
        source="choices",
        required=False,
        help_text="By seat, separated by commas: a player id, `new`, or nothing to find the player by name.",
    )
    again = serializers.ChoiceField(
        choices=list(TRUTHS),
        default="false",
        help_text="`true`: import it even if the club already has a match with the same moves and results.",
    )


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
    longest_body = FILE
    quota = "matches"
    parser_classes = (RecordParser, JsonParser)

    @write_operation(
        {"text/plain": str, "application/json": ImportInput},
        {201: MatchDetail, **problems(409)},
        parameters=[ImportQuery],
        examples=[
            OpenApiExample("By results", EXAMPLE, request_only=True, media_type="text/plain"),
            OpenApiExample("As JSON", {"record": EXAMPLE}, request_only=True, media_type="application/json"),
        ],
    )
    def post(self, request: Request) -> Response:
        """Import a record as a match of a club.

        All of it, or nothing if any line is wrong: 422 names the line and the code. Send the file itself as
        `text/plain`, or JSON with the text as `record`. Players whose names are new to the club are added. If a name
        may mean somebody in the club, 409 `record.names_unclear` lists the candidates in `details`, and `players`
        decides. A record that the club already has is 409 `match.record_repeated`, unless `again` is `true`.
        """
        asked = self.query(ImportQuery)
        again = TRUTHS[asked.pop("again")]
        imported = import_record(**self.command(ImportInput), **asked, again=again)
        return respond_created(match_detail(imported.id, self.actor()))
