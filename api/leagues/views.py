"""Leagues: seasons, their events and divisions, season tables, closing and reopening."""

from functools import partial
from uuid import UUID

import msgspec
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import LIST, Endpoint, respond_created, respond_file, write_operation
from api.fields import TRUTHS
from api.leagues.serializers import (
    AttachInput,
    ClosingInput,
    DivisionsInput,
    LeagueInput,
    LeagueNameInput,
    LeaguesQuery,
    SeasonChangeInput,
    SeasonInput,
    SeasonReasonInput,
    SeasonTableQuery,
)
from api.openapi import file_name, problems
from api.pagination import FollowingPage, Page, PageQuery, page_response
from api.renderers import AnyFileRenderer, JsonRenderer
from league.club_data.handbook.pdf import NAME as HANDBOOK
from league.club_data.handbook.pdf import handbook_file
from league.eventlog.types import Committed
from league.seasons import queries
from league.seasons import services as season_services
from league.seasons.history import LeagueHistoryEvent, history


class LeagueChanged(msgspec.Struct, frozen=True):
    """The new revision of the league."""

    revision: int


CHANGED = {201: LeagueChanged, **problems(409, 422)}


def respond_revision(committed: Committed) -> Response:
    return respond_created(LeagueChanged(committed.revision))


class Leagues(Endpoint):
    @extend_schema(parameters=[LeaguesQuery], responses={200: FollowingPage[queries.LeagueSummary]})
    def get(self, request: Request) -> Response:
        """List leagues, the newest first, as the projection last saw them.

        Page by page. `current` says whether the rows have taken in every event so far.
        """
        return page_response(self, queries.list_leagues, LeaguesQuery)

    @write_operation(LeagueInput, {201: queries.LeagueDetail})
    def post(self, request: Request) -> Response:
        """Found a league of one game; organisers of the club may.

        It has no season yet: open the first one with `seasons/`.
        """
        given = self.command(LeagueInput)
        return respond_created(queries.league_detail(season_services.create(**given).id, given["actor"]))


class League(Endpoint):
    @extend_schema(responses={200: queries.LeagueDetail})
    def get(self, request: Request, league_id: UUID) -> Response:
        """Get one league with its seasons, straight from the log.

        Its `revision` is the one that commands on the league and its seasons take.
        """
        return Response(queries.league_detail(str(league_id), self.actor()))

    @write_operation(LeagueNameInput, CHANGED)
    def patch(self, request: Request, league_id: UUID) -> Response:
        """Give the league another name.

        For organisers. Earlier names stay in its history.
        """
        return respond_revision(season_services.rename(**self.command(LeagueNameInput, league_id=league_id)))


class LeagueEvents(Endpoint):
    @extend_schema(parameters=[PageQuery], responses={200: Page[LeagueHistoryEvent]})
    def get(self, request: Request, league_id: UUID) -> Response:
        """List what happened in a league, the newest first: when, by whom, why, and what it was before.

        Page by page. Everybody sees it.
        """
        return page_response(self, partial(history, str(league_id), self.actor()), PageQuery)


class Seasons(Endpoint):
    @write_operation(SeasonInput, CHANGED)
    def post(self, request: Request, league_id: UUID) -> Response:
        """Open a season; it has the next number.

        For organisers.
        """
        return respond_revision(season_services.open_season(**self.command(SeasonInput, league_id=league_id)))


class Season(Endpoint):
    @extend_schema(responses={200: queries.SeasonDetail})
    def get(self, request: Request, league_id: UUID, number: int) -> Response:
        """Get one season: rules, events, members of divisions, and how it was closed.

        `proposed`: the divisions that the last closed season before it leaves.
        """
        return Response(queries.season_detail(str(league_id), number, self.actor()))

    @write_operation(SeasonChangeInput, CHANGED)
    def put(self, request: Request, league_id: UUID, number: int) -> Response:
        """Change the name and the rules of an open season, with a reason.

        For organisers. Tables are computed by the new rules at once.
        """
        return respond_revision(
            season_services.change_season(**self.command(SeasonChangeInput, league_id=league_id), number=number)
        )


class SeasonEvents(Endpoint):
    @write_operation(AttachInput, CHANGED)
    def post(self, request: Request, league_id: UUID, number: int) -> Response:
        """Attach a tournament of the club: it counts in the season, for one division or for each.

        For organisers. It must be of the league's game.
        """
        return respond_revision(season_services.attach(**self.command(AttachInput, league_id=league_id), number=number))


class Detachment(Endpoint):
    @write_operation(SeasonReasonInput, CHANGED)
    def post(self, request: Request, league_id: UUID, number: int, tournament_id: UUID) -> Response:
        """Detach a tournament: it counts in the season no longer.

        For organisers. The tournament itself stays as it is.
        """
        given = self.command(SeasonReasonInput, league_id=league_id, tournament_id=tournament_id)
        return respond_revision(season_services.detach(**given, number=number))


class Divisions(Endpoint):
    longest_body = LIST

    @write_operation(DivisionsInput, CHANGED)
    def post(self, request: Request, league_id: UUID, number: int) -> Response:
        """Draw up the divisions; once they are, with a reason.

        For organisers. Every player is in one division at most.
        """
        return respond_revision(
            season_services.draw_up(**self.command(DivisionsInput, league_id=league_id), number=number)
        )


class SeasonTable(Endpoint):
    @extend_schema(parameters=[SeasonTableQuery], responses={200: queries.SeasonTable})
    def get(self, request: Request, league_id: UUID, number: int) -> Response:
        """Get the table of a season, straight from the log; of a closed one, as it was frozen.

        Each row has the terms that add up to its points. Exact numbers are text.
        """
        provisional = TRUTHS[self.query(SeasonTableQuery)["provisional"]]
        return Response(queries.season_table(str(league_id), number, self.actor(), provisional=provisional))


class SeasonFile(Endpoint):
    renderer_classes = (AnyFileRenderer, JsonRenderer)

    @extend_schema(
        parameters=[SeasonTableQuery, file_name((*queries.FILES, HANDBOOK))],
        responses={(200, "*/*"): OpenApiTypes.BINARY, **problems(400)},
    )
    def get(self, request: Request, league_id: UUID, number: int, name: str) -> HttpResponse:
        """Get the table of a season as CSV, XLSX or ODS, or its handbook as PDF.

        The table has a line for each player and a column for each event. The handbook has the tables, all results and
        the rules, in the language of the club.
        """
        provisional = TRUTHS[self.query(SeasonTableQuery)["provisional"]]
        if name == HANDBOOK:
            return respond_file(handbook_file(str(league_id), number, self.actor()))
        return respond_file(queries.season_file(str(league_id), number, name, self.actor(), provisional=provisional))


class Closing(Endpoint):
    longest_body = LIST

    @write_operation(ClosingInput, CHANGED)
    def post(self, request: Request, league_id: UUID, number: int) -> Response:
        """Close a season: its tables are frozen, and who goes up and down is worked out.

        For organisers. Players who are tied at the line are named in a 409, until `decided` lists them.
        """
        return respond_revision(season_services.close(**self.command(ClosingInput, league_id=league_id), number=number))


class SeasonReopening(Endpoint):
    @write_operation(SeasonReasonInput, CHANGED)
    def post(self, request: Request, league_id: UUID, number: int) -> Response:
        """Reopen a closed season.

        For organisers, with a reason. Its tables follow results again, until it is closed again.
        """
        return respond_revision(
            season_services.reopen(**self.command(SeasonReasonInput, league_id=league_id), number=number)
        )
