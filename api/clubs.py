"""Clubs, their players and their series."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Endpoint
from api.fields import Id, Input, Text
from api.pages import PageAsked, page_of, paged
from api.schema import KEY
from league.queries import lists
from league.queries.results import standings
from league.services import people


class ClubInput(Input):
    name = Text(max_length=200)


class ClubOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()


class PlayersAsked(PageAsked):
    club = Id(required=False)
    name = Text(required=False, max_length=200, help_text="Part of the name.")


class PlayerInput(Input):
    club = Id()
    name = Text(max_length=200)
    username = Text(required=False, max_length=150, help_text="Account that plays as this player.")


class PlayerOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    club = serializers.UUIDField()
    name = serializers.CharField()


class RoleInput(Input):
    username = Text(max_length=150)
    role = serializers.ChoiceField(choices=("organiser", "arbiter", "scorekeeper"))


class SeriesAsked(PageAsked):
    club = Id(required=False)


class SeriesInput(Input):
    club = Id()
    game = Text(max_length=64)
    name = Text(max_length=200)


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
    @extend_schema(parameters=[PageAsked], responses={200: page_of(ClubOutput)})
    def get(self, request: Request) -> Response:
        """List clubs by name."""
        return paged(self, lists.clubs, PageAsked)

    @extend_schema(parameters=[KEY], request=ClubInput, responses={201: ClubOutput})
    def post(self, request: Request) -> Response:
        """Found a club; whoever founds it is its organiser."""
        sent = self.sent(ClubInput)
        return self.write(lambda: _made(lists.club(people.found_club(actor=self.actor(), **sent))))


class Club(Endpoint):
    @extend_schema(responses={200: ClubOutput})
    def get(self, request: Request, club_id: UUID) -> Response:
        """Get one club."""
        return Response(lists.one_club(club_id))


class Roles(Endpoint):
    @extend_schema(request=RoleInput, responses={204: None})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Give an account a role in the club.

        Organisers alone may. Giving it twice is giving it once.
        """
        people.give_role(club_id=club_id, actor=self.actor(), **self.sent(RoleInput))
        return Response(status=status.HTTP_204_NO_CONTENT)


class Players(Endpoint):
    @extend_schema(parameters=[PlayersAsked], responses={200: page_of(PlayerOutput)})
    def get(self, request: Request) -> Response:
        """List players of one club or all, by name."""
        return paged(self, lists.players, PlayersAsked)

    @extend_schema(parameters=[KEY], request=PlayerInput, responses={201: PlayerOutput})
    def post(self, request: Request) -> Response:
        """Add a player to a club.

        Officials of the club may; giving the player an account is for organisers.
        """
        sent = self.sent(PlayerInput)
        club_id = sent.pop("club")
        return self.write(lambda: _made(lists.player(people.add_player(club_id=club_id, actor=self.actor(), **sent))))


class SeriesList(Endpoint):
    @extend_schema(parameters=[SeriesAsked], responses={200: page_of(SeriesOutput)})
    def get(self, request: Request) -> Response:
        """List series, the newest first.

        The matches of a series are of one game and share a standings table.
        """
        return paged(self, lists.series, SeriesAsked)

    @extend_schema(parameters=[KEY], request=SeriesInput, responses={201: SeriesOutput})
    def post(self, request: Request) -> Response:
        """Start a series of matches of one game."""
        sent = self.sent(SeriesInput)
        club_id = sent.pop("club")
        return self.write(
            lambda: _made(lists.one_series(people.start_series(club_id=club_id, actor=self.actor(), **sent)))
        )


class Standings(Endpoint):
    @extend_schema(responses={200: StandingsOutput})
    def get(self, request: Request, series_id: UUID) -> Response:
        """Get the standings of a series: games won first, then points."""
        return Response(standings(series_id))


def _made(body: dict[str, Any]) -> tuple[int, Any]:
    return status.HTTP_201_CREATED, body
