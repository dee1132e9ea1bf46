"""What a decision on a match would change, before it is given."""

from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.impact.serializers import EffectsInput
from api.openapi import problems
from league.impact.queries import EffectsPreview, effects

EXAMPLES = [
    OpenApiExample(
        "A correction",
        {
            "decision": "correct",
            "revision": 9,
            "round": 1,
            "game": 1,
            "points": [20, -20],
            "reason": "out",
            "correction": "The sheet was read upside down.",
        },
        request_only=True,
    ),
    OpenApiExample(
        "A forfeit",
        {"decision": "forfeit", "revision": 9, "seats": [1], "reason": "Left", "policy": "recompute"},
        request_only=True,
    ),
]


class Effects(Endpoint):
    @extend_schema(request=EffectsInput, responses={200: EffectsPreview, **problems(409)}, examples=EXAMPLES)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Preview what a decision on a match would change, and what each policy does about it.

        For officials of the club. The body is that of the decision's own command, with the name of the decision, and is
        refused where the command would be. Nothing is stored. Draft rounds are included for organisers only.
        """
        return Response(effects(str(match_id), self.actor(), **self.data(EffectsInput)))
