"""Serializers of the match endpoints."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from api.fields import Digits, Id, Input, OneOf, Text, Typed, Whole
from api.pagination import PageQuery
from league.common.read_models import GameOptions
from league.matches.queries.list import OUTCOMES
from league.matches.services.play import MoveRequest

MOST_MOVES = 1000
LONGEST_MOVE = 2000  # characters; a move that lays every tile of a game takes fewer
LATEST = 2**31 - 1
HEX32 = "^[0-9a-f]{64}$"  # 32 bytes


class MatchesQuery(PageQuery):
    club = Id(required=False)
    series = Id(required=False)
    game = Text(required=False, max_length=64)
    status = serializers.ChoiceField(choices=("running", "over"), required=False)
    outcome = serializers.ChoiceField(choices=OUTCOMES, required=False)
    tournament = Id(required=False)


class MatchInput(Input):
    club = Id(source="club_id")
    game = Text(max_length=64)
    rules = Text(required=False, max_length=16, help_text="The current rules number by default.")
    seats = serializers.ListField(
        child=Id(allow_null=True),
        min_length=1,
        max_length=12,
        help_text="Player ids by seat; null for somebody who is not known.",
    )
    level = serializers.ChoiceField(choices=("full", "open", "score"), default="full")
    dealing = serializers.ChoiceField(
        choices=("server", "joint", "table"),
        default="server",
        help_text="Who deals and draws in a full match: the service, from a sealed seed (`server`), or from that and "
        "seeds of the seats (`joint`), or the table.",
    )
    options = Typed(GameOptions, required=False, help_text="Options of the game; see `games`.")
    series = Id(source="series_id", required=False, allow_null=True)


class SeatSeedInput(Input):
    """First `commitment`; once every seat has sent one, `seed`."""

    commitment = serializers.RegexField(
        HEX32,
        required=False,
        help_text="SHA-256, hexadecimal, of four lines: `ludex seat seed 1`, the `seed_hash` of the match, the seat, "
        "the seed.",
    )
    seed = serializers.RegexField(HEX32, required=False, help_text="32 bytes of chance, hexadecimal.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError(gettext("Send either commitment or seed."))
        return attrs


class EventsQuery(Input):
    after = Digits(default=0, min_value=0, max_value=LATEST)
    limit = Digits(default=500, min_value=1, max_value=1000)


class MoveInput(Input):
    seat = Whole(min_value=-1, max_value=11, help_text="-1 is nature, at a table that deals itself.")
    move = Text(max_length=LONGEST_MOVE)
    seconds = Whole(required=False, allow_null=True, min_value=0, max_value=86_400)


@OneOf(One=(("seat", "move"), ("seconds",)), Several=(("moves",), ()))
class MovesInput(Input):
    """Either `seat` and `move`, or `moves`."""

    revision = Whole(source="expected", min_value=1, max_value=LATEST)
    seat = Whole(min_value=-1, max_value=11, required=False)
    move = Text(max_length=LONGEST_MOVE, required=False)
    seconds = Whole(required=False, allow_null=True, min_value=0, max_value=86_400)
    moves = serializers.ListField(child=MoveInput(), required=False, min_length=1, max_length=MOST_MOVES)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        one = {name: attrs[name] for name in ("seat", "move", "seconds") if name in attrs}
        if ("moves" in attrs) == bool(one) or (one and not {"seat", "move"} <= one.keys()):
            raise serializers.ValidationError(gettext("Send either seat and move, or moves."))
        given = attrs.get("moves", [one])
        plies = [MoveRequest(each["seat"], each["move"], each.get("seconds")) for each in given]
        return {"expected": attrs["expected"], "plies": plies}


class MoveWithdrawalInput(Input):
    revision = Whole(source="expected", min_value=1, max_value=LATEST)


class PositionQuery(Input):
    at = Digits(required=False, min_value=1, max_value=LATEST, help_text="A revision.")
    seat = Digits(required=False, min_value=0, max_value=11, help_text="Seen from this seat.")


class LegalQuery(Input):
    seat = Digits(min_value=-1, max_value=11)


class TotalsQuery(Input):
    after = Digits(
        required=False,
        min_value=1,
        max_value=LATEST,
        help_text="Without effect: totals are always current.",
    )
