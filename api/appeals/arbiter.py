"""An arbiter's view of a match: a move with the verdict on it, what the game advises, and lines that are tried."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from api.appeals.arbiter_serializers import AdviceOutput, AdviceQuery, ContestedOutput, ForkInput, ForkOutput
from api.endpoint import Endpoint
from api.matches.examples import FORKS
from api.openapi import problems
from league.appeals import arbiter_view
from league.matches.services.play import MoveRequest


class Contested(Endpoint):
    @extend_schema(responses={200: ContestedOutput, **problems(403)})
    def get(self, request: Request, match_id: UUID, revision: int) -> Response:
        """Get one event of a match as an arbiter looks at it.

        With the verdict of the rules on a move, clause by clause and in every language, other rulings that would alter
        it, and the position before and after it as each seat saw it. While the match lasts only officials of the club
        may; they see no hand that they may not see elsewhere, and verdicts are then by what the whole table knows.
        """
        return Response(arbiter_view.event_detail(str(match_id), self.actor(), revision))


class Advice(Endpoint):
    @extend_schema(parameters=[AdviceQuery], responses={200: AdviceOutput, **problems(403, 409)})
    def get(self, request: Request, match_id: UUID, revision: int) -> Response:
        """Get what the game can work out for the seats on turn.

        Such as whether there is a play, and which one lays the most tiles, as far as the reader may know the hand.
        """
        return Response(arbiter_view.advice(str(match_id), self.actor(), revision, **self.query(AdviceQuery)))


class Forks(Endpoint):
    permission_classes = (AllowAny,)  # it is reading, though what is asked comes in a body

    @extend_schema(request=ForkInput, responses={200: ForkOutput, **problems(403, 409)}, examples=FORKS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Try moves from a revision of a match; nothing of it is kept.

        Each gets its verdict, up to the first that is refused; then the position, legal moves (some where they are
        many), and the result if the game has ended. Nature's moves are given like others, seat -1. Where the service
        dealt and the match is over, the revealed seed gives those that are not. One move tells whether it is legal.
        """
        sent = self.data(ForkInput)
        plies = [MoveRequest(each["seat"], each["move"], each.get("seconds")) for each in sent["moves"]]
        return Response(arbiter_view.fork(str(match_id), self.actor(), sent["revision"], plies, sent["start"]))
