"""Who takes part in a tournament."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import idempotent
from api.fields import Flag, Id, Input, Text, Whole
from api.openapi import KEY, problems
from api.results.serializers import LONGEST_REASON
from api.tournaments.commands import CHANGED, TournamentEndpoint, respond_revision
from api.tournaments.serializers import CommandInput
from league.tournaments.services import entries

LARGEST_TEAM = 20
MOST_SEEDS = 5000
LAST_SEED = 1_000_000


class EntryInput(CommandInput):
    """A player as `player`, or a team as `name` and `players`."""

    player = Id(source="player_id", required=False)
    name = Text(required=False, max_length=200)
    players = serializers.ListField(
        source="player_ids", child=Id(), required=False, min_length=1, max_length=LARGEST_TEAM
    )
    seed = Whole(
        required=False, min_value=1, max_value=LAST_SEED, help_text="A lower one is better; organisers set it."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("player_id" in attrs) == ("player_ids" in attrs) or ("name" in attrs) != ("player_ids" in attrs):
            raise serializers.ValidationError(gettext("Send either a player, or the name and players of a team."))
        return attrs


class CheckInInput(CommandInput):
    present = Flag(default=True)


class WithdrawalInput(CommandInput):
    reason = Text(required=False, allow_blank=True, max_length=LONGEST_REASON)
    no_show = Flag(default=False, help_text="It was drawn and did not come.")


class SubstitutionInput(CommandInput):
    out = Id(help_text="Who leaves.")
    substitute = Id(help_text="Who comes.")
    reason = Text(required=False, allow_blank=True, max_length=LONGEST_REASON)


class SeedInput(Input):
    entrant = Id()
    seed = Whole(min_value=1, max_value=LAST_SEED)


class SeedsInput(CommandInput):
    seeds = serializers.ListField(child=SeedInput(), min_length=1, max_length=MOST_SEEDS)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        seeds = {str(each["entrant"]): each["seed"] for each in attrs["seeds"]}
        if len(seeds) < len(attrs["seeds"]):
            raise serializers.ValidationError({"seeds": [gettext("An entrant is listed twice.")]})
        return {**attrs, "seeds": seeds}


class EnteredOutput(serializers.Serializer[Any]):
    revision = serializers.IntegerField(help_text="Of the tournament.")
    entrant = serializers.UUIDField()
    waiting = serializers.BooleanField(help_text="On the waiting list, since no place is free.")


class Entries(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=EntryInput, responses={201: EnteredOutput, **problems(409)})
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Enter a player or a team.

        Organisers enter anybody of the club; players themselves once the registration is open. Where no place is free
        the entrant is put on the waiting list.
        """

        given = self.command(EntryInput, tournament_id=tournament_id)
        enter = entries.enter if "player_id" in given else entries.enter_team
        entered = enter(**given)
        return respond_revision(entered, entrant=entered.events[0].entrant, waiting=entered.events[0].waiting)


class CheckIn(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=CheckInInput, responses=CHANGED)
    @idempotent
    def post(self, request: Request, tournament_id: UUID, entrant: UUID) -> Response:
        """Check an entrant in, or out again: officials, and its own players."""
        return respond_revision(
            entries.check_in(**self.command(CheckInInput, tournament_id=tournament_id), entrant=str(entrant))
        )


class Withdrawal(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=WithdrawalInput, responses=CHANGED)
    @idempotent
    def post(self, request: Request, tournament_id: UUID, entrant: UUID) -> Response:
        """Withdraw an entrant: officials, and its own players.

        At each table of two that has no result the other one wins without play; at a larger one the others play on, or
        the match ends with the games that were played, where moves are kept. Who left stands behind those who stayed.
        """
        return respond_revision(
            entries.withdraw(**self.command(WithdrawalInput, tournament_id=tournament_id), entrant=str(entrant))
        )


class Return(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=CommandInput, responses=CHANGED)
    @idempotent
    def post(self, request: Request, tournament_id: UUID, entrant: UUID) -> Response:
        """Let an entrant that has withdrawn play again from the next round on."""
        return respond_revision(
            entries.return_(**self.command(CommandInput, tournament_id=tournament_id), entrant=str(entrant))
        )


class Substitution(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=SubstitutionInput, responses=CHANGED)
    @idempotent
    def post(self, request: Request, tournament_id: UUID, entrant: UUID) -> Response:
        """Put a substitute in a player's place, also at every table that has no result yet.

        Organisers may. What was played stays as it was.
        """
        return respond_revision(
            entries.replace(**self.command(SubstitutionInput, tournament_id=tournament_id), entrant=str(entrant))
        )


class Seeds(TournamentEndpoint):
    @extend_schema(parameters=[KEY], request=SeedsInput, responses=CHANGED)
    @idempotent
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Set what entrants are seeded by, before the start."""
        return respond_revision(entries.give_seeds(**self.command(SeedsInput, tournament_id=tournament_id)))
