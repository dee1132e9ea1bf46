"""What the addresses of a match take and give."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from api.fields import Digits, Id, Input, Text, Whole
from api.history.serializers import ByOutput
from api.pagination import PageQuery
from league.matches.services.play import MoveRequest

MOST_MOVES = 1000
LONGEST_MOVE = 2000  # characters; every tile of a game laid anew takes fewer
LATEST = 2**31 - 1
CORRECTIONS = (
    "correct",
    "settle",
    "forfeit",
    "void",
    "reopen",
    "seats",
    "upheld",
    "annul",
    "adjust",
    "replay",
)
OUTCOMES = ("unplayed", "reported", "confirmed", "contested", "forfeit", "void")


class MatchesQuery(PageQuery):
    club = Id(required=False)
    series = Id(required=False)
    game = Text(required=False, max_length=64)
    status = serializers.ChoiceField(choices=("running", "over"), required=False)
    outcome = serializers.ChoiceField(choices=OUTCOMES, required=False)
    tournament = Id(required=False)


class SeatOutput(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    player = serializers.UUIDField(allow_null=True)
    name = serializers.CharField(allow_null=True)


class MatchRowOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    club = serializers.UUIDField()
    series = serializers.UUIDField(allow_null=True)
    game = serializers.CharField()
    game_name = serializers.CharField()
    level = serializers.CharField()
    status = serializers.CharField()
    outcome = serializers.ChoiceField(choices=OUTCOMES)
    tournament = serializers.UUIDField(allow_null=True)
    revision = serializers.IntegerField()
    opened_at = serializers.DateTimeField()
    seats = SeatOutput(many=True)


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
        choices=("server", "table"),
        default="server",
        help_text="Who deals and draws in a full match: the service, from a sealed seed, or the table.",
    )
    options = serializers.DictField(required=False, help_text="Options of the game; see `games`.")
    series = Id(source="series_id", required=False, allow_null=True)


class ResultOutput(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    game = serializers.IntegerField()
    points = serializers.ListField(child=serializers.IntegerField())
    winners = serializers.ListField(child=serializers.IntegerField())
    reason = serializers.CharField()


class ClaimOutput(serializers.Serializer[Any]):
    points = serializers.ListField(child=serializers.IntegerField())
    winners = serializers.ListField(child=serializers.IntegerField())
    reason = serializers.CharField()


class ObjectionOutput(serializers.Serializer[Any]):
    seat = serializers.IntegerField(allow_null=True, help_text="null: an official.")
    reason = serializers.CharField()
    claim = ClaimOutput(allow_null=True, help_text="What the result is said to be instead.")


class LineOutput(ResultOutput):
    absent = serializers.ListField(child=serializers.IntegerField(), help_text="Seats that had left, with 0 points.")
    confirmed_by = serializers.ListField(child=serializers.IntegerField(), help_text="Seats that stand by the result.")
    official = serializers.BooleanField(help_text="Whether an official does, or the service itself, which dealt.")
    settled = serializers.BooleanField(help_text="Whether an official has ruled that it stands.")
    objections = ObjectionOutput(many=True)


class ByOrSeatOutput(ByOutput):
    seat = serializers.IntegerField(allow_null=True, help_text="Of whose seat it is; null: not a seat's.")


class GameCorrectedOutput(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    game = serializers.IntegerField()
    old = ClaimOutput(allow_null=True, help_text="null: it had no result.")
    new = ClaimOutput(
        allow_null=True, help_text="null: it has none any more. Under the policy `report`: proposed only."
    )
    old_text = serializers.CharField()
    new_text = serializers.CharField()


class OutcomeCorrectedOutput(serializers.Serializer[Any]):
    old = serializers.ChoiceField(choices=OUTCOMES)
    new = serializers.ChoiceField(choices=OUTCOMES)


class SeatsCorrectedOutput(serializers.Serializer[Any]):
    old = serializers.ListField(child=serializers.CharField(allow_null=True), help_text="Names by seat.")
    new = serializers.ListField(child=serializers.CharField(allow_null=True))


class CorrectionOutput(serializers.Serializer[Any]):
    """A correction or a ruling: what, who, why, and what it was before."""

    revision = serializers.IntegerField()
    at = serializers.DateTimeField()
    decision = serializers.ChoiceField(choices=CORRECTIONS)
    reason = serializers.CharField()
    by = ByOrSeatOutput()
    policy = serializers.CharField(allow_null=True, help_text="`report`: put on record, and nothing was changed.")
    foreseen = serializers.DictField(allow_null=True)
    games = GameCorrectedOutput(many=True, help_text="Those whose results were changed by it.")
    outcome = OutcomeCorrectedOutput(help_text="Of the match.")
    seats = SeatsCorrectedOutput(allow_null=True, help_text="Where others were seated.")


class MatchOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    club = serializers.UUIDField()
    series = serializers.UUIDField(allow_null=True)
    game = serializers.CharField()
    rules = serializers.CharField()
    level = serializers.CharField()
    dealing = serializers.CharField()
    options = serializers.DictField()
    seats = SeatOutput(many=True)
    revision = serializers.IntegerField()
    status = serializers.CharField()
    round = serializers.IntegerField(allow_null=True, help_text="Of the game that is played.")
    game_number = serializers.IntegerField(allow_null=True)
    turn = serializers.ListField(child=serializers.IntegerField(), help_text="Seats that may act; -1 is nature.")
    seed_hash = serializers.CharField(allow_null=True, help_text="SHA-256 of the sealed seed, hexadecimal.")
    seed = serializers.CharField(allow_null=True, help_text="The seed itself, once the match is over.")
    outcome = serializers.ChoiceField(choices=OUTCOMES)
    tournament = serializers.UUIDField(allow_null=True)
    ruling = serializers.CharField(allow_null=True, help_text="Why it is forfeit or void.")
    absent = serializers.ListField(child=serializers.IntegerField(), help_text="Seats that lost by forfeit or left.")
    left = serializers.ListField(child=serializers.IntegerField(), help_text="Seats that play no further game.")
    results = LineOutput(many=True)
    corrections = CorrectionOutput(many=True, help_text="And rulings, in their order.")
    you = serializers.ListField(child=serializers.IntegerField(), help_text="Your own seats.")
    may = serializers.ListField(child=serializers.CharField(), help_text="What you may do with its result and seats.")


class EventsQuery(Input):
    after = Digits(default=0, min_value=0, max_value=LATEST)
    limit = Digits(default=500, min_value=1, max_value=1000)


class EventOutput(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    actor = serializers.UUIDField(allow_null=True)
    payload = serializers.DictField()
    hash = serializers.CharField(allow_null=True, help_text="Of a move only once the match is over.")


class MoveInput(Input):
    seat = Whole(min_value=-1, max_value=11, help_text="-1 is nature, at a table that deals itself.")
    move = Text(max_length=LONGEST_MOVE)
    seconds = Whole(required=False, allow_null=True, min_value=0, max_value=86_400)


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


class RevisionOutput(serializers.Serializer[Any]):
    revision = serializers.IntegerField()


class PositionQuery(Input):
    at = Digits(required=False, min_value=1, max_value=LATEST, help_text="A revision.")
    seat = Digits(required=False, min_value=0, max_value=11, help_text="Seen from this seat.")


class PositionOutput(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    game = serializers.IntegerField(allow_null=True)
    move = serializers.IntegerField(help_text="Moves made in this game so far.")
    turn = serializers.ListField(child=serializers.IntegerField())
    seen_by = serializers.JSONField(help_text="A seat, `public`, or `everything`.")
    position = serializers.DictField(allow_null=True)


class LegalQuery(Input):
    seat = Digits(min_value=-1, max_value=11)


class LegalOutput(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    seat = serializers.IntegerField()
    complete = serializers.BooleanField(help_text="Whether these are all legal moves, or some.")
    moves = serializers.ListField(child=serializers.CharField())


class TotalsQuery(Input):
    after = Digits(
        required=False,
        min_value=1,
        max_value=LATEST,
        help_text="Wait up to a second for the totals to be current to this revision.",
    )


class RoundOutput(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    points = serializers.ListField(child=serializers.IntegerField())
    wins = serializers.ListField(child=serializers.IntegerField())


class TotalsOutput(serializers.Serializer[Any]):
    match = serializers.UUIDField()
    seats = SeatOutput(many=True)
    games = ResultOutput(many=True)
    rounds = RoundOutput(many=True)
    points = serializers.ListField(child=serializers.IntegerField())
    wins = serializers.ListField(child=serializers.IntegerField(), help_text="Games won.")
    winners = serializers.ListField(child=serializers.IntegerField(), help_text="Of the match, once it is complete.")
    complete = serializers.BooleanField()
    revision = serializers.IntegerField(help_text="Up to which revision of the match this is current.")
    current = serializers.BooleanField()


class RecordOutput(serializers.Serializer[Any]):
    record = serializers.CharField()


class DrawOutput(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    move = serializers.CharField()
    due = serializers.CharField(help_text="What the seed gives.")


class SeedOutput(serializers.Serializer[Any]):
    seed = serializers.CharField()
    seed_hash = serializers.CharField()
    sealed = serializers.BooleanField(help_text="Whether the seed has the hash that was published before its draws.")


class FairnessOutput(SeedOutput):
    fair = serializers.BooleanField(help_text="Whether every seed has, and every move of nature is the one it gives.")
    earlier = SeedOutput(many=True, help_text="Seeds that were replaced when a match was played on after its end.")
    draws = DrawOutput(many=True)
