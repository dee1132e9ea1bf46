"""The result of a match: reports, confirmation, contests, rulings; and its seats and level before play."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from api.endpoint import Endpoint
from api.matches.examples import CONTESTS, RESULTS
from api.matches.serializers import MatchOutput
from api.openapi import KEY, problems
from api.results.serializers import (
    ConfirmationInput,
    ContestInput,
    ForfeitInput,
    LevelInput,
    OutcomeOutput,
    PolicyRulingInput,
    ResultInput,
    SeatsInput,
    stated,
)
from league.impact import services as impact_services
from league.matches.queries import detail as seen
from league.matches.queries.score_sheet import outcome
from league.matches.services import results
from league.matches.services.results import Committed
from league.matches.services.setup import change_seats, choose_level

ANSWERS = {201: OutcomeOutput, **problems(409)}


class Commands(Endpoint):
    """An address that takes one command on a match."""

    def command(self, match_id: UUID, form: type[Serializer[Any]], do: Callable[..., Committed]) -> Response:
        """Do what was sent to the match at the revision that was sent with it; answer how it stands then."""
        sent = self.sent(form)
        expected = sent.pop("revision")

        def act() -> tuple[int, Any]:
            done = do(match_id=str(match_id), expected=expected, actor=self.actor(), **sent)
            return status.HTTP_201_CREATED, {"revision": done.revision, "outcome": outcome(done.id)}

        return self.write(act)


class Result(Commands):
    @extend_schema(responses={200: MatchOutput})
    def get(self, request: Request, match_id: UUID) -> Response:
        """Get a match with the results of its games."""
        return Response(seen.detail(str(match_id), self.actor()))

    @extend_schema(parameters=[KEY], request=ResultInput, responses=ANSWERS, examples=RESULTS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Report the result of one game of a match that is kept by results alone.

        Its seats and officials of the club may. What an official without a seat reports is confirmed. The same from a
        second seat confirms, another result contests: both are kept. Whoever stood by a result, or an official,
        corrects it by a further report with a reason.
        """

        def report(**sent: Any) -> Committed:
            place, result = stated(sent)
            given = {name: sent[name] for name in ("match_id", "expected", "actor")}
            more = {name: sent.get(name) for name in ("correction", "policy")}
            return impact_services.report_result(place=place, stated=result, **given, **more)

        return self.command(match_id, ResultInput, report)


class Confirmation(Commands):
    @extend_schema(parameters=[KEY], request=ConfirmationInput, responses=ANSWERS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Confirm the result of a match.

        Another seat than the one that reported may, or an official. A seat that contested the result takes that back.
        """
        return self.command(match_id, ConfirmationInput, results.confirm_result)


class Contest(Commands):
    @extend_schema(parameters=[KEY], request=ContestInput, responses=ANSWERS, examples=CONTESTS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Contest the result of a match.

        Its seats and officials may, with a reason and, where they like, what the result was instead. It does not count
        until it is settled.
        """

        def contest(claims: list[dict[str, Any]] | None = None, **sent: Any) -> Committed:
            return results.contest_result(claims=[stated(claim) for claim in claims or ()], **sent)

        return self.command(match_id, ContestInput, contest)


class Settlement(Commands):
    @extend_schema(parameters=[KEY], request=PolicyRulingInput, responses=ANSWERS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Settle a result: it stands, for a reason.

        Officials of the club may. Seats cannot contest it after that.
        """
        return self.command(match_id, PolicyRulingInput, impact_services.settle_result)


class Forfeit(Commands):
    @extend_schema(parameters=[KEY], request=ForfeitInput, responses=ANSWERS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Rule that seats lost without play; all of them, where nobody came.

        Officials of the club may, whatever was played.
        """
        return self.command(match_id, ForfeitInput, impact_services.forfeit_match)


class Void(Commands):
    @extend_schema(parameters=[KEY], request=PolicyRulingInput, responses=ANSWERS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Rule that a match counts as if it had never been.

        Officials of the club may, whatever was played.
        """
        return self.command(match_id, PolicyRulingInput, impact_services.void_match)


class Reopening(Commands):
    @extend_schema(parameters=[KEY], request=PolicyRulingInput, responses=ANSWERS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Take back a forfeit, or that a match is void: it stands as it stood before.

        Officials of the club may.
        """
        return self.command(match_id, PolicyRulingInput, impact_services.reopen_match)


class Seats(Commands):
    @extend_schema(parameters=[KEY], request=SeatsInput, responses=ANSWERS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Seat others, or fewer.

        Officials of the club may, as long as nobody has moved; in a match kept by results alone a substitute may take
        a seat at any time before its end. With another number of seats the first game is dealt anew.
        """

        def change(**sent: Any) -> Committed:
            return change_seats(players=sent.pop("seats"), **sent)

        return self.command(match_id, SeatsInput, change)


class Level(Commands):
    @extend_schema(parameters=[KEY], request=LevelInput, responses=ANSWERS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Choose how a match is recorded of which nothing is yet.

        Its seats and officials of the club may. The service deals only in matches that are recorded in full.
        """
        return self.command(match_id, LevelInput, choose_level)
