"""Lists of people: taken in from CSV files, after a look at what that would do, and given out as one."""

import base64
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from msgspec import Meta
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import FILE, Endpoint, idempotent, respond_created
from api.fields import Input, OneOf, Text, Whole
from api.openapi import KEY, problems
from api.parsers import CsvParser, JsonParser
from api.renderers import CsvRenderer, JsonRenderer
from league.clubs.people_import.preview import ImportPreview, plan_preview
from league.clubs.people_import.service import ENCODINGS, import_people, preview
from league.clubs.queries import players_csv
from league.common.read_models import Id

LONGEST = 1_400_000  # characters: a megabyte in base64
MOST_DECISIONS = 2_000
EXAMPLE = "name;email;club number\nАнна Петрова;anna@example.org;17\nBoris Smirnov;;18\n"


class ListQuery(Input):
    preview = serializers.ChoiceField(
        choices=("true", "false"), default="true", help_text="Only say what would happen; `false` imports."
    )
    content = Text(required=False, max_length=64, help_text="As the preview gave it; to import.")
    encoding = serializers.ChoiceField(
        choices=ENCODINGS,
        required=False,
        help_text="Detected if left out. Needed where the preview lists `encodings`.",
    )


class DecisionInput(Input):
    line = Whole(min_value=1)
    decision = Text(max_length=36, help_text="`new`, `skip`, or the id of the player that this is.")


@OneOf(Csv=(("csv",), ()), File=(("file",), ()))
class ListInput(Input):
    """The text of a file as `csv`, or its bytes in base64 as `file`."""

    csv = Text(required=False, max_length=LONGEST, trim_whitespace=False)
    file = Text(required=False, max_length=LONGEST)
    decisions = serializers.ListField(child=DecisionInput(), required=False, max_length=MOST_DECISIONS)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("csv" in attrs) == ("file" in attrs):
            raise serializers.ValidationError(gettext("Send either csv or file."))
        decisions = attrs.get("decisions", [])
        decided = {each["line"]: each["decision"] for each in decisions}
        if len(decided) < len(decisions):
            raise serializers.ValidationError({"decisions": [gettext("There are two decisions for the same line.")]})
        try:
            raw = attrs["csv"].encode() if "csv" in attrs else base64.b64decode(attrs["file"], validate=True)
        except ValueError:
            raise serializers.ValidationError({"file": [gettext("Not valid base64.")]}) from None
        return {"raw": raw, "decisions": decided}


class ImportedPerson(msgspec.Struct, frozen=True):
    line: int
    player: Id
    new: bool


class ImportedPeople(msgspec.Struct, frozen=True):  # kept with an Idempotency-Key, so nothing that is to be erased
    entries: Annotated[list[ImportedPerson], Meta(description="In the order of the file.")]
    skipped: Annotated[tuple[int, ...], Meta(description="Lines.")]


class PeopleImport(Endpoint):
    longest_body = FILE
    parser_classes = (CsvParser, JsonParser)

    @extend_schema(
        parameters=[ListQuery, KEY],
        request={"text/csv": OpenApiTypes.BINARY, "application/json": ListInput},
        responses={200: ImportPreview, 201: ImportedPeople},
        examples=[
            OpenApiExample("A list", EXAMPLE, request_only=True, media_type="text/csv"),
            OpenApiExample("As JSON", {"csv": EXAMPLE}, request_only=True, media_type="application/json"),
        ],
    )
    def post(self, request: Request, club_id: UUID) -> Response:
        """Import people from a CSV file, or say what that would do.

        Organisers alone may. Send the file itself as `text/csv`, or JSON with its text or its bytes. First comes the
        preview: each row is new, the same as a player of the club, perhaps the same, or faulty. The import names the
        `content` of the preview, and decides rows that are perhaps somebody's or faulty. If the preview lists
        `encodings`, preview the file again with the `encoding` in which the names are right. Everything is
        imported or nothing, and importing again adds nobody twice.
        """
        if self.query(ListQuery)["preview"] == "false":
            return self.import_list(request, club_id)
        self.key()  # checked, but a preview is answered afresh each time
        encoding = self.query(ListQuery).get("encoding")
        plan = preview(club_id=club_id, raw=people_list(self)["raw"], encoding=encoding, actor=self.actor())
        return Response(plan_preview(plan))

    @idempotent
    def import_list(self, request: Request, club_id: UUID) -> Response:
        asked, sent = self.query(ListQuery), people_list(self)
        imported = import_people(
            club_id=club_id,
            raw=sent["raw"],
            encoding=asked.get("encoding"),
            content=asked.get("content", ""),
            decisions=sent["decisions"],
            actor=self.actor(),
        )
        entries = [ImportedPerson(each.line, str(each.player), each.new) for each in imported.entries]
        return respond_created(ImportedPeople(entries, imported.skipped))


def people_list(endpoint: Endpoint) -> dict[str, Any]:
    """The list that was sent as a file or as JSON: its bytes as `raw`, and `decisions` by line."""
    data = endpoint.request.data
    return {"raw": data, "decisions": {}} if isinstance(data, bytes) else endpoint.data(ListInput)


class PeopleExport(Endpoint):
    renderer_classes = (CsvRenderer, JsonRenderer)

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR, **problems(403)})
    def get(self, request: Request, club_id: UUID) -> Response:
        """Get the players of a club as CSV, for its organisers.

        Cells that a spreadsheet would compute begin with an apostrophe. An import of the file finds everybody again.
        """
        headers = {"Content-Disposition": 'attachment; filename="people.csv"'}
        return Response({"csv": players_csv(club_id, self.actor())}, headers=headers)
