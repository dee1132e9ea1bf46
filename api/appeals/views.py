"""Appeals and rulings of a match, the pending appeals of a club, and the arbiter's view of a match."""

from functools import partial
from uuid import UUID

import msgspec
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from api.appeals.serializers import (
    AdviceQuery,
    AppealInput,
    ClubAppealsQuery,
    ForkInput,
    RuleInput,
)
from api.endpoint import FILE, Endpoint, respond_created, write_operation
from api.matches.examples import FORKS
from api.openapi import problems
from api.pagination import FollowingPage, page_response
from api.renderers import JsonRenderer, WebpRenderer
from api.results.serializers import ConfirmationInput
from api.results.views import ChangedMatch, match_outcome
from league.appeals import arbiter_view, queries
from league.appeals import services as appeal_services
from league.common.read_models import Id
from league.matches.queries.score_sheet import outcome

ANSWERS = {201: ChangedMatch, **problems(409)}
PICTURE_HEADERS = {  # which keep browsers from interpreting a picture as anything else
    "Content-Disposition": "inline; filename=appeal.webp",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
}


class FiledAppeal(msgspec.Struct, frozen=True):
    revision: int
    appeal: Id


class RuledMatch(ChangedMatch, frozen=True):
    ruling: Id


class Appeals(Endpoint):
    scope = "results"
    longest_body = FILE

    @extend_schema(responses={200: queries.MatchAppeals})
    def get(self, request: Request, match_id: UUID) -> Response:
        """List the appeals of a match.

        That there are any is public. What they say is for their authors, officials and, after the match, all seats.
        """
        return Response(queries.appeals(str(match_id), self.actor()))

    @write_operation(AppealInput, {201: FiledAppeal, **problems(409)})
    def post(self, request: Request, match_id: UUID) -> Response:
        """File an appeal, as one of the seats of the match or an official of the club.

        Seats can appeal until a deadline after the end of the match or after the ruling, with one open at a time.
        """
        filed = appeal_services.file_appeal(**self.command(AppealInput, match_id=match_id))
        return respond_created(FiledAppeal(filed.revision, filed.events[0].appeal))


class Appeal(Endpoint):
    @extend_schema(responses={200: queries.SingleAppeal})
    def get(self, request: Request, match_id: UUID, appeal_id: UUID) -> Response:
        """Get one appeal.

        While the match lasts, only its author and officials read the statement. Others get null.
        """
        return Response(queries.appeal(str(match_id), appeal_id, self.actor()))


class AppealPicture(Endpoint):
    renderer_classes = (WebpRenderer, JsonRenderer)

    @extend_schema(responses={(200, "image/webp"): OpenApiTypes.BINARY, **problems(403)})
    def get(self, request: Request, match_id: UUID, appeal_id: UUID) -> HttpResponse:
        """Get the picture of an appeal, if you may read the appeal.

        403 answers if you may not, and 404 if there is none or it was erased.
        """
        raw = queries.picture(str(match_id), appeal_id, self.actor())
        return HttpResponse(raw, content_type="image/webp", headers=PICTURE_HEADERS)


class AppealTake(Endpoint):
    @write_operation(ConfirmationInput, ANSWERS)
    def post(self, request: Request, match_id: UUID, appeal_id: UUID) -> Response:
        """Take up an appeal, or take it over from another official. No moves can be made until the ruling.

        For arbiters and organisers of the club. Those who have a seat in the match, filed the appeal or gave the ruling
        that it is against may only if the club has nobody else.
        """
        given = self.command(ConfirmationInput, match_id=match_id, appeal_id=appeal_id)
        return match_outcome(appeal_services.take_appeal(**given))


class AppealWithdraw(Endpoint):
    scope = "results"

    @write_operation(ConfirmationInput, ANSWERS)
    def post(self, request: Request, match_id: UUID, appeal_id: UUID) -> Response:
        """Withdraw your own appeal before the ruling.

        It stays in the history, and nobody rules on it any more.
        """
        given = self.command(ConfirmationInput, match_id=match_id, appeal_id=appeal_id)
        return match_outcome(appeal_services.withdraw_appeal(**given))


class AppealClose(Endpoint):
    @write_operation(ConfirmationInput, ANSWERS)
    def post(self, request: Request, match_id: UUID, appeal_id: UUID) -> Response:
        """Close an appeal once its ruling is final.

        For arbiters and organisers of the club.
        """
        given = self.command(ConfirmationInput, match_id=match_id, appeal_id=appeal_id)
        return match_outcome(appeal_services.close_appeal(**given))


class RulingEndpoint(Endpoint):
    def rule(self, **ids: UUID) -> Response:
        given = appeal_services.rule(**self.command(RuleInput, **ids))
        return respond_created(RuledMatch(given.revision, outcome(given.id), given.events[0].ruling))


class AppealRule(RulingEndpoint):
    @write_operation(RuleInput, {201: RuledMatch, **problems(409)})
    def post(self, request: Request, match_id: UUID, appeal_id: UUID) -> Response:
        """Rule on an appeal that you have taken up.

        `upheld`: the result stands. `annul`: play resumes from the position before a move. `adjust`: a game gets these
        points. `replay`: a game is played again. `forfeit`, `void`, and `reopen`, which undoes these two.
        """
        return self.rule(match_id=match_id, appeal_id=appeal_id)


class Rulings(RulingEndpoint):
    @extend_schema(responses={200: list[queries.GivenRuling]})
    def get(self, request: Request, match_id: UUID) -> Response:
        """List the rulings on a match.

        In their order, with the official, the reason, and what each changed. Everybody sees them.
        """
        return Response(queries.rulings(str(match_id), self.actor()))

    @write_operation(RuleInput, {201: RuledMatch, **problems(409)})
    def post(self, request: Request, match_id: UUID) -> Response:
        """Rule on a match without an appeal.

        For arbiters and organisers of the club. Seats can appeal against it.
        """
        return self.rule(match_id=match_id)


class ClubAppeals(Endpoint):
    @extend_schema(parameters=[ClubAppealsQuery], responses={200: FollowingPage[queries.ClubAppeal], **problems(403)})
    def get(self, request: Request, club_id: UUID) -> Response:
        """List the appeals in a club that are waiting for a ruling, or those in another state, oldest first.

        For officials of the club.
        """
        return page_response(self, partial(queries.list_appeals, self.actor(), club=club_id), ClubAppealsQuery)


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
    scope = "read"  # nothing is written
    permission_classes = (AllowAny,)  # it only reads, though the line comes in a body

    @extend_schema(request=ForkInput, responses={200: arbiter_view.Fork, **problems(403, 409)}, examples=FORKS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Try moves from a revision of a match. Nothing is stored.

        Each move gets its verdict, up to the first that is refused. Then come the position, its legal moves (some where
        there are many), and the result if the game has ended. Chance moves can be given, with seat -1. If the service
        dealt and the match is over, the revealed seed gives those that are not.
        """
        return Response(arbiter_view.fork(str(match_id), self.actor(), **self.data(ForkInput)))
