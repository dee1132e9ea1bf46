"""The bracket of a tournament that ends with a knock-out."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.tournaments.standings import NamedEntrantOutput
from league.tournaments.queries import bracket

SLOT_STATE = (
    "`there`; `left`: withdrew before; `tentative`: not known yet; `nobody`: nobody will come; "
    "`bye`: beside who has it."
)
TABLE_STATE = (
    "`open` while somebody is not known yet, `known` until its round is published, `published` until it has a result, "
    "`level` until a tie is decided; `played`; `walkover`: without play; `needless`: a second grand final that nobody "
    "has to play; `bye`."
)


class SlotOutput(serializers.Serializer[Any]):
    origin = serializers.CharField(help_text="Where who plays comes from, like `Winner of Semifinal 1`.")
    state = serializers.CharField(help_text=SLOT_STATE)
    entrant = serializers.UUIDField(allow_null=True)
    name = serializers.CharField(allow_null=True)
    candidates = NamedEntrantOutput(many=True, help_text="Who it can be, where those who play for it are known.")
    place = serializers.IntegerField(allow_null=True, help_text="At the table, from 1.")
    points = serializers.IntegerField(allow_null=True)
    wins = serializers.IntegerField(allow_null=True, help_text="Games won.")
    absent = serializers.BooleanField()
    to = serializers.CharField(allow_null=True, help_text="`id` of the table that the entrant went on to.")
    to_name = serializers.CharField(allow_null=True)


class OnwardOutput(serializers.Serializer[Any]):
    what = serializers.CharField(help_text="Like `Winner goes on to Final`.")
    to = serializers.CharField(help_text="`id` of the table.")


class BracketTableOutput(serializers.Serializer[Any]):
    id = serializers.CharField(allow_null=True, help_text="In the bracket, as `node` in rounds; null: a bye.")
    name = serializers.CharField()
    state = serializers.CharField(help_text=TABLE_STATE)
    slots = SlotOutput(many=True)
    onward = OnwardOutput(many=True)
    note = serializers.CharField(allow_null=True)
    round = serializers.IntegerField(allow_null=True, help_text="Of the tournament, once it is published.")
    table = serializers.IntegerField(allow_null=True)
    match = serializers.UUIDField(allow_null=True)
    outcome = serializers.CharField(allow_null=True, help_text="As of a match; null: its round is not published.")
    decided = serializers.BooleanField(help_text="The table ended level, and an official decided it.")


class BracketRoundOutput(serializers.Serializer[Any]):
    title = serializers.CharField()
    side = serializers.CharField(help_text="`main`; with a second chance also `losers`, `final`.")
    tables = BracketTableOutput(many=True)


class BracketOutput(serializers.Serializer[Any]):
    tournament = serializers.UUIDField()
    revision = serializers.IntegerField()
    stage = serializers.IntegerField(allow_null=True, help_text="null: no knock-out is in the tournament.")
    begun = serializers.BooleanField()
    notes = serializers.ListField(child=serializers.CharField(), help_text="What is not fixed before it begins.")
    rounds = BracketRoundOutput(many=True)


class Bracket(Endpoint):
    @extend_schema(responses={200: BracketOutput})
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Get the bracket of the knock-out that ends a tournament, straight from the log.

        Every table with who plays there: entrants who are known, and words for those who are not yet, such as
        `Winner of Semifinal 1`. Before it has begun: which places of which groups meet, as far as that is fixed.
        Nothing of a draft is in it.
        """
        return Response(bracket.bracket(str(tournament_id), self.actor()))
