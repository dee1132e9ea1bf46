"""An arbiter's view of a match: a move with its verdict, the game's advice, and lines that are tried."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from api.appeals.serializers import AdviceQuery, ForkInput
from api.endpoint import Endpoint
from api.matches.examples import FORKS
from api.openapi import problems
from league.appeals import arbiter_view


class Contested(Endpoint):
    @extend_schema(responses={200: arbiter_view.ExaminedEvent, **problems(403)})
    def get(self, request: Request, match_id: UUID, revision: int) -> Response:
        """Get one event of a match as an arbiter sees it.

        A move comes with its verdict clause by clause and in every language, with other options that would change it,
        and with the position before and after it as each seat saw it. While the match lasts, this is for officials of
        the club. They see no hand that they may not see elsewhere, and moves are judged by what the whole table knows.
        """
        return Response(arbiter_view.event_detail(str(match_id), self.actor(), revision))


class Advice(Endpoint):
    @extend_schema(parameters=[AdviceQuery], responses={200: arbiter_view.PositionAdvice, **problems(403, 409)})
    def get(self, request: Request, match_id: UUID, revision: int) -> Response:
        """Get the game's advice for the seats on turn.

        Such as whether there is a play, and which one lays the most tiles, as far as you may know the hand.
        """
        return Response(arbiter_view.advice(str(match_id), self.actor(), revision, **self.query(AdviceQuery)))


class Forks(Endpoint):
    permission_classes = (AllowAny,)  # it only reads, though the line comes in a body

    @extend_schema(request=ForkInput, responses={200: arbiter_view.Fork, **problems(403, 409)}, examples=FORKS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Try moves from a revision of a match. Nothing is stored.

        Each move gets its verdict, up to the first that is refused. Then come the position, its legal moves (some where
        there are many), and the result if the game has ended. Chance moves can be given, with seat -1. If the service
        dealt and the match is over, the revealed seed gives those that are not.
        """
        return Response(arbiter_view.fork(str(match_id), self.actor(), **self.data(ForkInput)))
