"""Leagues: seasons, their events and divisions, season tables, closing and reopening."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from api.endpoint import Endpoint, made
from api.leagues.serializers import (
    TRUTHS,
    AttachInput,
    ClosingInput,
    DivisionsInput,
    LeagueChangedOutput,
    LeagueEventOutput,
    LeagueInput,
    LeagueNameInput,
    LeagueOutput,
    LeagueRowOutput,
    LeaguesAsked,
    SeasonChangeInput,
    SeasonInput,
    SeasonOutput,
    SeasonReasonInput,
    SeasonTableAsked,
    SeasonTableOutput,
    rules_of,
)
from api.openapi import KEY, problems
from api.pagination import PageAsked, page_of, paged
from league.eventlog.types import Committed
from league.seasons import queries as shown
from league.seasons import services as season_services
from league.seasons.history import history

CHANGED = {201: LeagueChangedOutput, **problems(409, 422)}


class LeagueCommands(Endpoint):
    """An address that takes one command on a league."""

    def command(
        self, form: type[Serializer[Any]], do: Callable[..., Committed], league_id: UUID, **more: Any
    ) -> Response:
        """Do what was sent; answer the league's new revision."""
        sent = {**self.sent(form), **more}
        if "revision" in sent:
            sent["expected"] = sent.pop("revision")
        if "tournament" in sent:
            sent["tournament_id"] = str(sent.pop("tournament"))
        if "rules" in sent or form in (SeasonInput, SeasonChangeInput):
            sent["rules"] = rules_of(sent.get("rules", {}))

        def act() -> tuple[int, Any]:
            done = do(league_id=str(league_id), actor=self.actor(), **sent)
            return status.HTTP_201_CREATED, {"revision": done.revision}

        return self.write(act)


class Leagues(Endpoint):
    @extend_schema(parameters=[LeaguesAsked], responses={200: page_of(LeagueRowOutput)})
    def get(self, request: Request) -> Response:
        """List leagues, the newest first, as the projection last saw them."""
        return paged(self, shown.list_leagues, LeaguesAsked)

    @extend_schema(parameters=[KEY], request=LeagueInput, responses={201: LeagueOutput})
    def post(self, request: Request) -> Response:
        """Found a league of one game; organisers of the club may."""
        sent = self.sent(LeagueInput)
        club_id = sent.pop("club")

        def act() -> tuple[int, Any]:
            actor = self.actor()
            return made(shown.league_detail(season_services.create(club_id=club_id, actor=actor, **sent).id, actor))

        return self.write(act)


class League(LeagueCommands):
    @extend_schema(responses={200: LeagueOutput})
    def get(self, request: Request, league_id: UUID) -> Response:
        """Get one league with its seasons, straight from the log."""
        return Response(shown.league_detail(str(league_id), self.actor()))

    @extend_schema(parameters=[KEY], request=LeagueNameInput, responses=CHANGED)
    def patch(self, request: Request, league_id: UUID) -> Response:
        """Give the league another name."""
        return self.command(LeagueNameInput, season_services.rename, league_id)


class LeagueEvents(Endpoint):
    @extend_schema(parameters=[PageAsked], responses={200: page_of(LeagueEventOutput)})
    def get(self, request: Request, league_id: UUID) -> Response:
        """List what happened in a league, the newest first: when, by whom, why, and what it was before."""
        return paged(self, partial(history, str(league_id), self.actor()), PageAsked)


class Seasons(LeagueCommands):
    @extend_schema(parameters=[KEY], request=SeasonInput, responses=CHANGED)
    def post(self, request: Request, league_id: UUID) -> Response:
        """Open a season; it has the next number."""
        return self.command(SeasonInput, season_services.open_season, league_id)


class Season(LeagueCommands):
    @extend_schema(responses={200: SeasonOutput})
    def get(self, request: Request, league_id: UUID, number: int) -> Response:
        """Get one season: rules, events, members of divisions, and how it was closed.

        `proposed`: the divisions that the last closed season before it leaves.
        """
        return Response(shown.season_detail(str(league_id), number, self.actor()))

    @extend_schema(parameters=[KEY], request=SeasonChangeInput, responses=CHANGED)
    def put(self, request: Request, league_id: UUID, number: int) -> Response:
        """Change the name and the rules of an open season, with a reason."""
        return self.command(SeasonChangeInput, season_services.change_season, league_id, number=number)


class SeasonEvents(LeagueCommands):
    @extend_schema(parameters=[KEY], request=AttachInput, responses=CHANGED)
    def post(self, request: Request, league_id: UUID, number: int) -> Response:
        """Attach a tournament of the club: it counts in the season, for one division or for each."""
        return self.command(AttachInput, season_services.attach, league_id, number=number)


class Detachment(LeagueCommands):
    @extend_schema(parameters=[KEY], request=SeasonReasonInput, responses=CHANGED)
    def post(self, request: Request, league_id: UUID, number: int, tournament_id: UUID) -> Response:
        """Detach a tournament: it counts in the season no longer."""
        more = {"number": number, "tournament_id": str(tournament_id)}
        return self.command(SeasonReasonInput, season_services.detach, league_id, **more)


class Divisions(LeagueCommands):
    @extend_schema(parameters=[KEY], request=DivisionsInput, responses=CHANGED)
    def post(self, request: Request, league_id: UUID, number: int) -> Response:
        """Draw up the divisions; once they are, with a reason."""
        return self.command(DivisionsInput, season_services.draw_up, league_id, number=number)


class SeasonTable(Endpoint):
    @extend_schema(parameters=[SeasonTableAsked], responses={200: SeasonTableOutput})
    def get(self, request: Request, league_id: UUID, number: int) -> Response:
        """Get the table of a season, straight from the log; of a closed one, as it was frozen.

        Each row has the terms that add up to its points. Exact numbers are text.
        """
        provisional = TRUTHS[self.asked(SeasonTableAsked)["provisional"]]
        return Response(shown.season_table(str(league_id), number, self.actor(), provisional=provisional))


class Closing(LeagueCommands):
    @extend_schema(parameters=[KEY], request=ClosingInput, responses=CHANGED)
    def post(self, request: Request, league_id: UUID, number: int) -> Response:
        """Close a season: its tables are frozen, and who goes up and down is worked out."""
        return self.command(ClosingInput, season_services.close, league_id, number=number)


class SeasonReopening(LeagueCommands):
    @extend_schema(parameters=[KEY], request=SeasonReasonInput, responses=CHANGED)
    def post(self, request: Request, league_id: UUID, number: int) -> Response:
        """Reopen a closed season."""
        return self.command(SeasonReasonInput, season_services.reopen, league_id, number=number)
