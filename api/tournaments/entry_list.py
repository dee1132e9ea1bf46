"""Entrants from a list: a look at what it would do, then all of it."""

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.clubs.people_import import ListInput, ListQuery, people_list
from api.endpoint import FILE, Endpoint, idempotent, respond_created
from api.openapi import KEY, problems
from api.parsers import CsvParser, JsonParser
from league.clubs.people_import.preview import ImportPreview, plan_preview
from league.tournaments.services.entry_import import ListResult, enter_list, preview_list

EXAMPLE = "name;rating\nАнна Петрова;1720\nBoris Smirnov;1650\n"


class EntryList(Endpoint):
    longest_body = FILE
    parser_classes = (CsvParser, JsonParser)

    @extend_schema(
        parameters=[ListQuery, KEY],
        request={"text/csv": OpenApiTypes.BINARY, "application/json": ListInput},
        responses={200: ImportPreview, 201: ListResult, **problems(409)},
        examples=[
            OpenApiExample("A list", EXAMPLE, request_only=True, media_type="text/csv"),
            OpenApiExample("As JSON", {"csv": EXAMPLE}, request_only=True, media_type="application/json"),
        ],
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Enter everybody on a list, or preview that. For organisers.

        The list is one of people, as for an import of people, with the same preview. People who are new to the club are
        added to it. Seeds are those of the list; without seeds the highest rating is seed 1. Where entrants are teams,
        rows with the same `team` are one entrant. Either the whole list is entered or nobody; sent again, it enters
        nobody twice.
        """
        if self.query(ListQuery)["preview"] == "false":
            return self.enter_list(request, tournament_id)
        self.key()  # checked, but a preview is answered afresh each time
        encoding = self.query(ListQuery).get("encoding")
        raw = people_list(self)["raw"]
        plan = preview_list(tournament_id=str(tournament_id), raw=raw, encoding=encoding, actor=self.actor())
        return Response(plan_preview(plan))

    @idempotent
    def enter_list(self, request: Request, tournament_id: UUID) -> Response:
        asked, sent = self.query(ListQuery), people_list(self)
        listed = enter_list(
            tournament_id=str(tournament_id),
            raw=sent["raw"],
            encoding=asked.get("encoding"),
            content=asked.get("content", ""),
            decisions=sent["decisions"],
            actor=self.actor(),
        )
        return respond_created(listed)
