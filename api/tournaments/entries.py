"""Who takes part in a tournament."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.fields import Flag, Id, Input, Text, Whole
from api.openapi import KEY, problems
from api.results.serializers import LONGEST_REASON
from api.tournaments.commands import CHANGED, TournamentCommands
from api.tournaments.serializers import CommandInput
from league.eventlog.types import Committed
from league.tournaments.services import entries

LARGEST_TEAM = 20
MOST_SEEDS = 5000
LAST_SEED = 1_000_000


class EntryInput(CommandInput):
    """A player as `player`, or a team as `name` and `players`."""

    player = Id(required=False)
    name = Text(required=False, max_length=200)
    players = serializers.ListField(child=Id(), required=False, min_length=1, max_length=LARGEST_TEAM)
    seed = Whole(
        required=False, min_value=1, max_value=LAST_SEED, help_text="A lower one is better; organisers set it."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("player" in attrs) == ("players" in attrs) or ("name" in attrs) != ("players" in attrs):
            raise serializers.ValidationError(gettext("Give a player, or the name and the players of a team."))
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
            raise serializers.ValidationError({"seeds": [gettext("An entrant is named twice.")]})
        return {**attrs, "seeds": seeds}


class EnteredOutput(serializers.Serializer[Any]):
    revision = serializers.IntegerField(help_text="Of the tournament.")
    entrant = serializers.UUIDField()
    waiting = serializers.BooleanField(help_text="On the waiting list, since no place is free.")


def _entered(done: Committed) -> dict[str, Any]:
    fact = done.events[0]
    return {"entrant": fact.entrant, "waiting": fact.waiting}


class Entries(TournamentCommands):
    @extend_schema(parameters=[KEY], request=EntryInput, responses={201: EnteredOutput, **problems(409)})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Enter a player or a team.

        Organisers enter anybody of the club; players themselves once the registration is open. Where no place is free
        the entrant is put on the waiting list.
        """

        def enter(**sent: Any) -> Committed:
            if "player" in sent:
                return entries.enter(player_id=sent.pop("player"), **sent)
            return entries.enter_team(player_ids=sent.pop("players"), **sent)

        return self.command(tournament_id, EntryInput, enter, told=_entered)


class CheckIn(TournamentCommands):
    @extend_schema(parameters=[KEY], request=CheckInInput, responses=CHANGED)
    def post(self, request: Request, tournament_id: UUID, entrant: UUID) -> Response:
        """Check an entrant in, or out again: officials, and its own players."""
        return self.command(tournament_id, CheckInInput, entries.check_in, entrant=str(entrant))


class Withdrawal(TournamentCommands):
    @extend_schema(parameters=[KEY], request=WithdrawalInput, responses=CHANGED)
    def post(self, request: Request, tournament_id: UUID, entrant: UUID) -> Response:
        """Withdraw an entrant: officials, and its own players.

        At each table of two that has no result the other one wins without play; at a larger one the others play on, or
        the match ends with the games that were played, where moves are kept. Who left stands behind those who stayed.
        """
        return self.command(tournament_id, WithdrawalInput, entries.withdraw, entrant=str(entrant))


class Return(TournamentCommands):
    @extend_schema(parameters=[KEY], request=CommandInput, responses=CHANGED)
    def post(self, request: Request, tournament_id: UUID, entrant: UUID) -> Response:
        """Let an entrant that has withdrawn play again from the next round on."""
        return self.command(tournament_id, CommandInput, entries.return_, entrant=str(entrant))


class Substitution(TournamentCommands):
    @extend_schema(parameters=[KEY], request=SubstitutionInput, responses=CHANGED)
    def post(self, request: Request, tournament_id: UUID, entrant: UUID) -> Response:
        """Put a substitute in a player's place, also at every table that has no result yet.

        Organisers may. What was played stays as it was.
        """
        return self.command(tournament_id, SubstitutionInput, entries.replace, entrant=str(entrant))


class Seeds(TournamentCommands):
    @extend_schema(parameters=[KEY], request=SeedsInput, responses=CHANGED)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Set what entrants are seeded by, before the start."""
        return self.command(tournament_id, SeedsInput, entries.give_seeds)
