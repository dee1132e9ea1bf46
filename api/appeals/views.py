"""Appeals and rulings of a match, and those of a club that wait."""

from functools import partial
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.appeals.serializers import (
    AppealCommandInput,
    AppealInput,
    AppealsOutput,
    ClubAppealOutput,
    ClubAppealsQuery,
    DisputedOutput,
    FiledOutput,
    GivenRulingOutput,
    OneAppealOutput,
    RuledOutput,
    RuleInput,
)
from api.endpoint import Endpoint, idempotent, respond_created
from api.openapi import KEY, problems
from api.pagination import page_of, page_response
from api.renderers import JsonRenderer, WebpRenderer
from api.results.views import match_outcome
from league.appeals import queries
from league.appeals import services as appeal_services

ANSWERS = {201: DisputedOutput, **problems(409)}


class Appeals(Endpoint):
    @extend_schema(responses={200: AppealsOutput})
    def get(self, request: Request, match_id: UUID) -> Response:
        """List the appeals of a match.

        That there are any, everybody sees; what they say, their authors and officials, and all seats after the match.
        """
        return Response(queries.appeals(str(match_id), self.actor()))

    @extend_schema(parameters=[KEY], request=AppealInput, responses={201: FiledOutput, **problems(409)})
    @idempotent
    def post(self, request: Request, match_id: UUID) -> Response:
        """File an appeal, as one of the seats of the match or an official of the club.

        Seats can until the deadline after the end of the match or after the ruling, and have one open at a time.
        """
        filed = appeal_services.file_appeal(**self.command(AppealInput, match_id=match_id))
        return respond_created({"revision": filed.revision, "appeal": filed.events[0].appeal})


class Appeal(Endpoint):
    @extend_schema(responses={200: OneAppealOutput})
    def get(self, request: Request, match_id: UUID, appeal_id: UUID) -> Response:
        """Get one appeal."""
        return Response(queries.appeal(str(match_id), appeal_id, self.actor()))


class AppealPicture(Endpoint):
    renderer_classes = (WebpRenderer, JsonRenderer)

    @extend_schema(responses={(200, "image/webp"): OpenApiTypes.BINARY, **problems(403)})
    def get(self, request: Request, match_id: UUID, appeal_id: UUID) -> HttpResponse:
        """Get the picture of an appeal, for whoever may read the appeal."""
        return picture_answer(queries.picture(str(match_id), appeal_id, self.actor()))


class AppealTake(Endpoint):
    @extend_schema(parameters=[KEY], request=AppealCommandInput, responses=ANSWERS)
    @idempotent
    def post(self, request: Request, match_id: UUID, appeal_id: UUID) -> Response:
        """Take an appeal in hand, perhaps over from somebody else; no moves are made until the ruling.

        Arbiters and organisers of the club may; who has a seat in the match, filed the appeal or gave the ruling that
        it is against, only where the club has nobody else.
        """
        given = self.command(AppealCommandInput, match_id=match_id)
        return match_outcome(appeal_services.take_appeal(**given, appeal_id=appeal_id))


class AppealWithdraw(Endpoint):
    @extend_schema(parameters=[KEY], request=AppealCommandInput, responses=ANSWERS)
    @idempotent
    def post(self, request: Request, match_id: UUID, appeal_id: UUID) -> Response:
        """Take an own appeal back, before the ruling."""
        given = self.command(AppealCommandInput, match_id=match_id)
        return match_outcome(appeal_services.withdraw_appeal(**given, appeal_id=appeal_id))


class AppealClose(Endpoint):
    @extend_schema(parameters=[KEY], request=AppealCommandInput, responses=ANSWERS)
    @idempotent
    def post(self, request: Request, match_id: UUID, appeal_id: UUID) -> Response:
        """Close an appeal once its ruling is final.

        Arbiters and organisers of the club may.
        """
        given = self.command(AppealCommandInput, match_id=match_id)
        return match_outcome(appeal_services.close_appeal(**given, appeal_id=appeal_id))


class RulingEndpoint(Endpoint):
    """An endpoint that takes a ruling."""

    def rule(self, match_id: UUID, appeal_id: UUID | None) -> Response:
        given = appeal_services.rule(**self.command(RuleInput, match_id=match_id), appeal_id=appeal_id)
        return match_outcome(given, ruling=given.events[0].ruling)


class AppealRule(RulingEndpoint):
    @extend_schema(parameters=[KEY], request=RuleInput, responses={201: RuledOutput, **problems(409)})
    @idempotent
    def post(self, request: Request, match_id: UUID, appeal_id: UUID) -> Response:
        """Rule on an appeal that you have in hand.

        `upheld`: the result stands. `annul`: play goes on from the position before a move. `adjust`: a game has these
        points. `replay`: a game is played again. `forfeit`, `void`, and `reopen`, which takes these back.
        """
        return self.rule(match_id, appeal_id)


class Rulings(RulingEndpoint):
    @extend_schema(responses={200: GivenRulingOutput(many=True)})
    def get(self, request: Request, match_id: UUID) -> Response:
        """List the rulings on a match."""
        return Response(queries.rulings(str(match_id), self.actor()))

    @extend_schema(parameters=[KEY], request=RuleInput, responses={201: RuledOutput, **problems(409)})
    @idempotent
    def post(self, request: Request, match_id: UUID) -> Response:
        """Rule on a match without an appeal, for what officials see themselves.

        Arbiters and organisers of the club may, and seats can appeal against it.
        """
        return self.rule(match_id, None)


class ClubAppeals(Endpoint):
    @extend_schema(parameters=[ClubAppealsQuery], responses={200: page_of(ClubAppealOutput), **problems(403)})
    def get(self, request: Request, club_id: UUID) -> Response:
        """List the appeals in a club that wait for a ruling, or those in another state, the oldest first.

        For officials of the club.
        """
        return page_response(self, partial(queries.list_appeals, self.actor(), club=club_id), ClubAppealsQuery)


def picture_answer(raw: bytes) -> HttpResponse:
    """A picture as no browser takes it for anything else."""
    answer = HttpResponse(raw, content_type="image/webp")
    answer["Content-Disposition"] = "inline; filename=appeal.webp"
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return answer
