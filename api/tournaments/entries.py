"""Who takes part in a tournament."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import LIST, respond_created, write_operation
from api.fields import Flag, Id, Input, OneOf, Text, Whole
from api.openapi import problems
from api.results.serializers import LONGEST_REASON
from api.tournaments.commands import CHANGED, EntrantEntered, TournamentEndpoint, respond_changed
from api.tournaments.serializers import CommandInput
from league.tournaments.services import entries

LARGEST_TEAM = 20
MOST_SEEDS = 5000
LAST_SEED = 1_000_000
LAST_ROUND = 200
CHOICES = ("full", "half", "zero", "none")


@OneOf(Player=(("player",), ()), Team=(("name", "players"), ()))
class EntryInput(CommandInput):
    """A player as `player`, or a team as `name` and `players`."""

    player = Id(source="player_id", required=False)
    name = Text(required=False, max_length=200)
    players = serializers.ListField(
        source="player_ids", child=Id(), required=False, min_length=1, max_length=LARGEST_TEAM
    )
    seed = Whole(
        required=False, min_value=1, max_value=LAST_SEED, help_text="A lower one is better. Set by organisers."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("player_id" in attrs) == ("player_ids" in attrs) or ("name" in attrs) != ("player_ids" in attrs):
            raise serializers.ValidationError(gettext("Send either a player, or the name and players of a team."))
        return attrs


class GuestInput(CommandInput):
    name = Text(max_length=200)
    host = Id(source="host_id", required=False, help_text="Your player who brings the guest, if you have several.")


class CheckInInput(CommandInput):
    present = Flag(default=True)


class ByesInput(CommandInput):
    rounds = serializers.ListField(child=Whole(min_value=1, max_value=LAST_ROUND), min_length=1, max_length=LAST_ROUND)
    worth = serializers.ChoiceField(choices=CHOICES, help_text="`none`: the entrant plays in these rounds after all.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return {**attrs, "worth": None if attrs["worth"] == "none" else attrs["worth"]}


class WithdrawalInput(CommandInput):
    reason = Text(required=False, allow_blank=True, max_length=LONGEST_REASON)
    no_show = Flag(default=False, help_text="The entrant was drawn and did not come.")


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


class Entries(TournamentEndpoint):
    @write_operation(EntryInput, {201: EntrantEntered, **problems(409)})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Enter a player or a team.

        Organisers enter anybody of the club; players enter themselves once registration is open. Where no place is
        free the entrant is put on the waiting list.
        """
        given = self.command(EntryInput)
        committed = entries.enter(**given) if "player_id" in given else entries.enter_team(**given)
        entered = committed.events[0]
        return respond_created(EntrantEntered(committed.revision, entered.entrant, entered.waiting))


class Guests(TournamentEndpoint):
    @write_operation(GuestInput, {201: EntrantEntered, **problems(403, 409)})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Bring a guest: somebody who is new to the club, by name. For players of the tournament.

        `guests` of the settings says how many a player may bring. The host may withdraw the guest.
        """
        committed = entries.enter_guest(**self.command(GuestInput))
        entered = committed.events[0]
        return respond_created(EntrantEntered(committed.revision, entered.entrant, entered.waiting))


class CheckIn(TournamentEndpoint):
    @write_operation(CheckInInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID, entrant: UUID) -> Response:
        """Check an entrant in, or out again. For officials and the entrant's players."""
        return respond_changed(entries.check_in(**self.command(CheckInInput)))


class Byes(TournamentEndpoint):
    @write_operation(ByesInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID, entrant: UUID) -> Response:
        """Take a bye for rounds to come, or cancel it. For officials and the entrant's players.

        The entrant is not drawn for these rounds of a Swiss or a fixed series. Organisers give byes of any worth.
        Others take zero-point byes, and as many half-point byes as the tournament allows everybody (`half_byes`).
        """
        return respond_changed(entries.take_byes(**self.command(ByesInput)))


class Withdrawal(TournamentEndpoint):
    @write_operation(WithdrawalInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID, entrant: UUID) -> Response:
        """Withdraw an entrant. For officials and the entrant's players.

        At each table of two without a result the opponent wins without play. At a larger one the others play on, or
        the match ends with the games that were played, where moves are recorded. Those who stayed finish ahead of those
        who left.
        """
        return respond_changed(entries.withdraw(**self.command(WithdrawalInput)))


class Return(TournamentEndpoint):
    @write_operation(CommandInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID, entrant: UUID) -> Response:
        """Let a withdrawn entrant play again from the next round on."""
        return respond_changed(entries.return_(**self.command(CommandInput)))


class Substitution(TournamentEndpoint):
    @write_operation(SubstitutionInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID, entrant: UUID) -> Response:
        """Put a substitute in a player's place, also at every table without a result. For organisers.

        Games already played are not changed.
        """
        return respond_changed(entries.replace(**self.command(SubstitutionInput)))


class Seeds(TournamentEndpoint):
    longest_body = LIST

    @write_operation(SeedsInput, CHANGED)
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Set the seeds of entrants before the start.

        For organisers. Entrants who are left out keep theirs.
        """
        return respond_changed(entries.give_seeds(**self.command(SeedsInput)))
