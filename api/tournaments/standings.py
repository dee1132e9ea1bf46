"""Standings of tournaments: tables, figures opened into their terms, crosstables, and CSV."""

from functools import partial
from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.fields import Digits, Input, Past
from api.matches.serializers import LATEST
from api.openapi import problems
from api.pagination import CurrentPage, PageQuery, page_of, page_response
from api.renderers import CsvRenderer, JsonRenderer
from league.tournaments.queries import standings as tournament_standings
from league.tournaments.queries import standings_page
from league.tournaments.queries.standings_csv import standings_csv

AT = "As it stood at this moment of the past: by what had been entered until then, whatever was corrected later."

CURRENT = {
    "position": serializers.IntegerField(help_text="How many events of the log are taken in."),
    "current": serializers.BooleanField(help_text="Whether that is every event that has its place in the log."),
}


class ThenQuery(Input):
    upto = Digits(required=False, min_value=0, max_value=LATEST, help_text="As it was after this round.")
    at = Past(required=False, help_text=AT)


class StageQuery(Input):
    stage = Digits(required=False, min_value=0, max_value=LATEST, help_text="From 0; the one that is played, if none.")


class TableQuery(StageQuery, ThenQuery):
    pass


class CrossQuery(StageQuery):
    at = Past(required=False, help_text=AT)


class FiguresQuery(ThenQuery):
    stage = Digits(
        required=False, min_value=0, max_value=LATEST, help_text="From 0; the last that the entrant came to, if none."
    )


class TiebreakOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    title = serializers.CharField()
    text = serializers.CharField()


class StandingRowOutput(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    shared = serializers.BooleanField()
    entrant = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)
    score = serializers.CharField(help_text="Exact: `3`, `5/2`.")
    tiebreaks = serializers.ListField(child=serializers.CharField(), help_text="Exact, in the order of the chain.")
    penalty = serializers.CharField()
    counts = serializers.DictField(child=serializers.IntegerField())
    withdrawn = serializers.BooleanField()
    best = serializers.IntegerField(allow_null=True, help_text="Final rank that can still be reached.")
    worst = serializers.IntegerField(allow_null=True)
    qualified = serializers.BooleanField(
        allow_null=True, help_text="Goes on, or does not, for certain or as it was frozen; null: open."
    )


class NamedEntrantOutput(serializers.Serializer[Any]):
    entrant = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)


class FrozenOutput(serializers.Serializer[Any]):
    entrants = NamedEntrantOutput(many=True, help_text="Who goes on, best first.")
    though = NamedEntrantOutput(many=True, help_text="Who of them would not by the table as it is now.")
    instead_of = NamedEntrantOutput(many=True, help_text="Who would.")


class GroupTableOutput(serializers.Serializer[Any]):
    group = serializers.IntegerField()
    rows = StandingRowOutput(many=True)
    frozen = FrozenOutput(allow_null=True, help_text="The qualification, once it is frozen.")


class TournamentStandingsOutput(serializers.Serializer[Any]):
    tournament = serializers.UUIDField()
    revision = serializers.IntegerField()
    name = serializers.CharField()
    phase = serializers.CharField(
        help_text="Of the tournament then: `draft`, `open`, `running`, `finished`, `given_up`."
    )
    stage = serializers.IntegerField(allow_null=True, help_text="null: it had not started.")
    upto = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField(allow_null=True)
    tiebreaks = TiebreakOutput(many=True)
    groups = GroupTableOutput(many=True)


class RowsQuery(PageQuery):
    stage = Digits(required=False, min_value=0, max_value=LATEST, help_text="From 0, which is taken if none is named.")
    group = Digits(required=False, min_value=0, max_value=LATEST, help_text="Of the stage; from 0, likewise.")


class PlaceOutput(serializers.Serializer[Any]):
    place = serializers.IntegerField(help_text="In the order of the table; no two have the same.")
    rank = serializers.IntegerField()
    shared = serializers.BooleanField()
    entrant = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)
    score = serializers.CharField(help_text="Exact: `3`, `5/2`.")
    tiebreaks = serializers.ListField(child=serializers.CharField(), help_text="Exact, in the order of the chain.")
    penalty = serializers.CharField()
    counts = serializers.DictField(child=serializers.IntegerField())
    best = serializers.IntegerField(allow_null=True, help_text="Final rank that can still be reached.")
    worst = serializers.IntegerField(allow_null=True)


class TermOutput(serializers.Serializer[Any]):
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    what = serializers.CharField()
    value = serializers.CharField()


class FigureOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    value = serializers.CharField()
    terms = TermOutput(many=True)


class StepOutput(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="Of the table in the knock-out, like `Semifinal 1`.")
    round = serializers.IntegerField(allow_null=True, help_text="null: nothing was played.")
    table = serializers.IntegerField(allow_null=True)
    what = serializers.CharField()
    decided = serializers.BooleanField(help_text="The table ended level, and an official decided it.")


class WayOutput(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    further = serializers.IntegerField(help_text="How many came further.")
    level = serializers.IntegerField(help_text="How many others came just as far.")
    steps = StepOutput(many=True)


class ExplainedOutput(serializers.Serializer[Any]):
    tournament = serializers.UUIDField()
    revision = serializers.IntegerField()
    entrant = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)
    stage = serializers.IntegerField()
    upto = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField(allow_null=True)
    figures = FigureOutput(many=True)
    way = WayOutput(allow_null=True, help_text="What made the place in a knock-out; null in other stages.")


class CellOutput(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    match = serializers.UUIDField(allow_null=True)
    outcome = serializers.CharField(help_text="As of a match; or `bye`.")
    seat = serializers.IntegerField()
    opponents = serializers.ListField(child=serializers.UUIDField())
    points = serializers.IntegerField(allow_null=True)
    winner = serializers.BooleanField()
    absent = serializers.BooleanField()
    left = serializers.BooleanField(help_text="Whether it left after a game was played.")


class CrossRowOutput(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    entrant = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)
    cells = CellOutput(many=True)


class CrosstableOutput(serializers.Serializer[Any]):
    tournament = serializers.UUIDField()
    revision = serializers.IntegerField()
    stage = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField(allow_null=True)
    rows = CrossRowOutput(many=True)


class TournamentStandings(Endpoint):
    @extend_schema(parameters=[TableQuery], responses={200: TournamentStandingsOutput})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Get the standings of a stage, group by group, now, as they were after a round, or as they stood at a moment.

        Straight from the log; `revision` is the tournament's. With `upto` and `at`: as they were after the round, by
        what was known at the moment. Before the start there are no groups.
        """
        return Response(tournament_standings.standings(str(tournament_id), self.actor(), **self.query(TableQuery)))


class TournamentPlaces(Endpoint):
    @extend_schema(parameters=[RowsQuery], responses={200: page_of(PlaceOutput, **CURRENT), **problems(404)})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """List the standings of a stage, or of one group of it, row by row.

        As the worker last wrote them: cheap for fields of any size, and at most a moment behind.
        """
        current = standings_page.lag_state()
        listing = partial(standings_page.standing_list, tournament_id, self.actor())
        return page_response(self, listing, RowsQuery, CurrentPage, **current)


class Explained(Endpoint):
    @extend_schema(parameters=[FiguresQuery], responses={200: ExplainedOutput})
    def get(self, request: Request, tournament_id: UUID, entrant: UUID) -> Response:
        """Get an entrant's score and tie-breaks in a stage, each with the terms that add up to it.

        In a knock-out, where neither makes the place, `way` tells what did.
        """
        return Response(
            tournament_standings.explanation(str(tournament_id), str(entrant), self.actor(), **self.query(FiguresQuery))
        )


class Crosstable(Endpoint):
    @extend_schema(parameters=[CrossQuery], responses={200: CrosstableOutput})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Get every entrant's tables round by round, in the order of the standings."""
        return Response(tournament_standings.crosstable(str(tournament_id), self.actor(), **self.query(CrossQuery)))


class StandingsFile(Endpoint):
    renderer_classes = (CsvRenderer, JsonRenderer)

    @extend_schema(parameters=[TableQuery], responses={(200, "text/csv"): OpenApiTypes.STR, **problems(400)})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Get the standings of a stage as CSV.

        UTF-8, with commas. Cells that a spreadsheet would compute begin with an apostrophe; exact fractions are text.
        """
        headers = {"Content-Disposition": 'attachment; filename="standings.csv"'}
        table = standings_csv(str(tournament_id), self.actor(), **self.query(TableQuery))
        return Response({"csv": table}, headers=headers)
