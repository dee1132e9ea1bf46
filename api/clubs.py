"""Clubs, their players and their series."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Endpoint
from api.pages import page_of, paged
from league.queries import lists
from league.queries.results import standings
from league.services import people


class ClubInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200)


class ClubOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()


class PlayersAsked(serializers.Serializer[Any]):
    club = serializers.UUIDField(required=False)
    name = serializers.CharField(required=False, max_length=200, help_text="Part of the name.")


class PlayerInput(serializers.Serializer[Any]):
    club = serializers.UUIDField()
    name = serializers.CharField(max_length=200)
    username = serializers.CharField(required=False, max_length=150, help_text="Account that plays as this player.")


class PlayerOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    club = serializers.UUIDField()
    name = serializers.CharField()


class RoleInput(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(choices=("organiser", "arbiter", "scorekeeper"))


class SeriesAsked(serializers.Serializer[Any]):
    club = serializers.UUIDField(required=False)


class SeriesInput(serializers.Serializer[Any]):
    club = serializers.UUIDField()
    game = serializers.SlugField(max_length=64)
    name = serializers.CharField(max_length=200)


class SeriesOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    club = serializers.UUIDField()
    game = serializers.CharField()
    name = serializers.CharField()


class StandingOutput(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    player = serializers.UUIDField()
    name = serializers.CharField(allow_null=True)
    matches = serializers.IntegerField()
    match_wins = serializers.IntegerField()
    games = serializers.IntegerField()
    wins = serializers.IntegerField(help_text="Games won.")
    points = serializers.IntegerField()


class StandingsOutput(serializers.Serializer[Any]):
    series = serializers.UUIDField()
    name = serializers.CharField()
    game = serializers.CharField()
    standings = StandingOutput(many=True)


class Clubs(Endpoint):
    """All clubs; founding one makes its founder the organiser."""

    @extend_schema(responses={200: page_of(ClubOutput)})
    def get(self, request: Request) -> Response:
        return paged(self, lists.clubs())

    @extend_schema(request=ClubInput, responses={201: ClubOutput})
    def post(self, request: Request) -> Response:
        sent = self.sent(ClubInput)
        return self.write(lambda: _made(lists.club(people.found_club(actor=self.actor(), **sent))))


class Club(Endpoint):
    """One club."""

    @extend_schema(responses={200: ClubOutput})
    def get(self, request: Request, club_id: UUID) -> Response:
        return Response(lists.one_club(club_id))


class Roles(Endpoint):
    """Give an account a role in the club."""

    @extend_schema(request=RoleInput, responses={204: None})
    def post(self, request: Request, club_id: UUID) -> Response:
        people.give_role(club_id=club_id, actor=self.actor(), **self.sent(RoleInput))
        return Response(status=status.HTTP_204_NO_CONTENT)


class Players(Endpoint):
    """Players of all clubs or one."""

    @extend_schema(parameters=[PlayersAsked], responses={200: page_of(PlayerOutput)})
    def get(self, request: Request) -> Response:
        return paged(self, lists.players(**self.asked(PlayersAsked)))

    @extend_schema(request=PlayerInput, responses={201: PlayerOutput})
    def post(self, request: Request) -> Response:
        sent = self.sent(PlayerInput)
        club_id = sent.pop("club")
        return self.write(lambda: _made(lists.player(people.add_player(club_id=club_id, actor=self.actor(), **sent))))


class SeriesList(Endpoint):
    """Series of matches of one game that share a standings table."""

    @extend_schema(parameters=[SeriesAsked], responses={200: page_of(SeriesOutput)})
    def get(self, request: Request) -> Response:
        return paged(self, lists.series(**self.asked(SeriesAsked)))

    @extend_schema(request=SeriesInput, responses={201: SeriesOutput})
    def post(self, request: Request) -> Response:
        sent = self.sent(SeriesInput)
        club_id = sent.pop("club")
        return self.write(
            lambda: _made(lists.one_series(people.start_series(club_id=club_id, actor=self.actor(), **sent)))
        )


class Standings(Endpoint):
    """The standings of a series: games won first, then points."""

    @extend_schema(responses={200: StandingsOutput})
    def get(self, request: Request, series_id: UUID) -> Response:
        return Response(standings(series_id))


def _made(body: dict[str, Any]) -> tuple[int, Any]:
    return status.HTTP_201_CREATED, body
