"""Standings of tournaments: tables, explanations, crosstables, brackets, and CSV."""

from functools import partial
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, respond_file
from api.fields import Digits, Input, Past
from api.matches.serializers import LATEST
from api.openapi import file_name, problems
from api.pagination import CurrentPage, PageQuery, page_response
from api.renderers import AnyFileRenderer, CsvRenderer, JsonRenderer
from league.club_data.trf.export import NAME as REPORT
from league.club_data.trf.export import report_file
from league.tournaments.queries import bracket, standings_page
from league.tournaments.queries import crosstable as crosstables
from league.tournaments.queries import standings as queries

AT = "As it stood at this past moment, by what had been entered until then, whatever was corrected later."


class ThenQuery(Input):
    upto = Digits(required=False, min_value=0, max_value=LATEST, help_text="As it was after this round.")
    at = Past(required=False, help_text=AT)


class StageQuery(Input):
    stage = Digits(required=False, min_value=0, max_value=LATEST, help_text="From 0; by default the current one.")


class TableQuery(StageQuery, ThenQuery):
    pass


class CrossQuery(StageQuery):
    at = Past(required=False, help_text=AT)


class FiguresQuery(ThenQuery):
    stage = Digits(
        required=False, min_value=0, max_value=LATEST, help_text="From 0; by default the last that the entrant reached."
    )


class RowsQuery(PageQuery):
    stage = Digits(required=False, min_value=0, max_value=LATEST, help_text="From 0, the default.")
    group = Digits(required=False, min_value=0, max_value=LATEST, help_text="Of the stage, from 0, the default.")


class TournamentStandings(Endpoint):
    @extend_schema(parameters=[TableQuery], responses={200: queries.TournamentStandings})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Get the standings of a stage, group by group: now, after a round, or as they stood at a moment.

        Straight from the log; `revision` is the tournament's. With both `upto` and `at`: after the round, by what had
        been entered at the moment. Before the start there are no groups.
        """
        return Response(queries.standings(str(tournament_id), self.actor(), **self.query(TableQuery)))


class TournamentPlaces(Endpoint):
    @extend_schema(parameters=[RowsQuery], responses={200: CurrentPage[standings_page.StandingPlace], **problems(404)})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """List the standings of a stage, or of one group, row by row.

        As the worker last wrote them: fast for fields of any size, and at most a moment behind.
        """
        listing = partial(standings_page.standing_list, tournament_id, self.actor())
        return page_response(self, listing, RowsQuery, CurrentPage)


class Explained(Endpoint):
    @extend_schema(parameters=[FiguresQuery], responses={200: queries.Explanation})
    def get(self, request: Request, tournament_id: UUID, entrant: UUID) -> Response:
        """Get an entrant's score and tie-breaks in a stage, each with the terms that add up to it.

        In a knockout, `way` explains the place.
        """
        return Response(queries.explanation(str(tournament_id), str(entrant), self.actor(), **self.query(FiguresQuery)))


class Crosstable(Endpoint):
    @extend_schema(parameters=[CrossQuery], responses={200: queries.Crosstable})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Get every entrant's tables round by round, in the order of the standings.

        Each has its opponents and what it was worth.
        """
        return Response(queries.crosstable(str(tournament_id), self.actor(), **self.query(CrossQuery)))


class StandingsFile(Endpoint):
    renderer_classes = (CsvRenderer, JsonRenderer)

    @extend_schema(parameters=[TableQuery], responses={(200, "text/csv"): OpenApiTypes.STR, **problems(400)})
    def get(self, request: Request, tournament_id: UUID) -> HttpResponse:
        """Get the standings of a stage as CSV.

        UTF-8, with commas. Cells that a spreadsheet would compute begin with an apostrophe; exact fractions are text.
        """
        asked = self.query(TableQuery)
        return respond_file(crosstables.table_file(str(tournament_id), "standings.csv", self.actor(), **asked))


class TournamentFile(Endpoint):
    renderer_classes = (AnyFileRenderer, JsonRenderer)

    @extend_schema(
        parameters=[TableQuery, file_name((*crosstables.FILES, REPORT))],
        responses={(200, "*/*"): OpenApiTypes.BINARY, **problems(400, 409)},
    )
    def get(self, request: Request, tournament_id: UUID, name: str) -> HttpResponse:
        """Get the standings or the crosstable of a stage as CSV, XLSX or ODS, or the stage as FIDE's report (TRF26).

        Numbers are numbers, and days are days. Texts are never computed. Where a column has a figure that no decimal
        states exactly, the next one, such as `buchholz_exact`, has the exact ones as text. The report is of Swiss
        tournaments and round robins of single players at tables of two that count wins, draws and losses, else 409.
        """
        asked = self.query(TableQuery)
        if name == REPORT:
            return respond_file(report_file(str(tournament_id), self.actor(), stage=asked.get("stage")))
        return respond_file(crosstables.table_file(str(tournament_id), name, self.actor(), **asked))


class Bracket(Endpoint):
    @extend_schema(responses={200: bracket.TournamentBracket})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Get the bracket of the knockout that ends a tournament, straight from the log.

        Every table lists its entrants, or a text for those not yet known, such as `Winner of Semifinal 1`. Before the
        knockout begins: which places of which groups meet, as far as that is fixed. Drafts are not included.
        """
        return Response(bracket.bracket(str(tournament_id), self.actor()))
