"""The result of a match: reports, confirmation, contests, rulings; and its seats and level before play."""

from uuid import UUID

import msgspec
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, respond_created, write_operation
from api.matches.examples import CONTESTS, RESULTS
from api.openapi import problems
from api.results.serializers import (
    ConfirmationInput,
    ContestInput,
    ForfeitInput,
    LevelInput,
    PolicyRulingInput,
    ResultInput,
    SeatsInput,
)
from league.eventlog.types import Committed
from league.impact import services as impact_services
from league.matches.queries import detail as match_queries
from league.matches.queries.list import MatchOutcome
from league.matches.queries.score_sheet import outcome
from league.matches.services.setup import choose_level
from league.tournaments.services.seats import change_seats


class ChangedMatch(msgspec.Struct, frozen=True):
    revision: int
    outcome: MatchOutcome


ANSWERS = {201: ChangedMatch, **problems(409)}


def match_outcome(committed: Committed) -> Response:
    """The new revision of a match and the outcome that it has now."""
    return respond_created(ChangedMatch(committed.revision, outcome(committed.id)))


class Result(Endpoint):
    scope = "results"

    @extend_schema(responses={200: match_queries.MatchDetail})
    def get(self, request: Request, match_id: UUID) -> Response:
        """Get a match with the results of its games.

        The same answer as for the match itself.
        """
        return Response(match_queries.match_detail(str(match_id), self.actor()))

    @write_operation(ResultInput, ANSWERS, examples=RESULTS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Report the result of one game of a match that is kept by results alone.

        Its seats and officials of the club may. What an official without a seat reports is confirmed. The same from a
        second seat confirms, another result contests: both are kept. Whoever stood by a result, or an official,
        corrects it by a further report with a reason.
        """
        return match_outcome(impact_services.report_result(**self.command(ResultInput, match_id=match_id)))


class Confirmation(Endpoint):
    scope = "results"

    @write_operation(ConfirmationInput, ANSWERS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Confirm the result of a match.

        Another seat than the one that reported may, or an official. A seat that contested the result takes that back.
        """
        return match_outcome(impact_services.confirm_result(**self.command(ConfirmationInput, match_id=match_id)))


class Contest(Endpoint):
    scope = "results"

    @write_operation(ContestInput, ANSWERS, examples=CONTESTS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Contest the result of a match.

        Its seats and officials may, with a reason and, where they like, what the result was instead. It does not count
        until it is settled.
        """
        return match_outcome(impact_services.contest_result(**self.command(ContestInput, match_id=match_id)))


class Settlement(Endpoint):
    @write_operation(PolicyRulingInput, ANSWERS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Settle a result: it stands, for a reason.

        Officials of the club may. Seats cannot contest it after that.
        """
        return match_outcome(impact_services.settle_result(**self.command(PolicyRulingInput, match_id=match_id)))


class Forfeit(Endpoint):
    @write_operation(ForfeitInput, ANSWERS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Rule that seats lost without play; all of them, where nobody came.

        Officials of the club may, whatever was played.
        """
        return match_outcome(impact_services.forfeit_match(**self.command(ForfeitInput, match_id=match_id)))


class Void(Endpoint):
    @write_operation(PolicyRulingInput, ANSWERS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Rule that a match counts as if it had never been.

        Officials of the club may, whatever was played.
        """
        return match_outcome(impact_services.void_match(**self.command(PolicyRulingInput, match_id=match_id)))


class Reopening(Endpoint):
    @write_operation(PolicyRulingInput, ANSWERS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Take back a forfeit, or that a match is void: it stands as it stood before.

        Officials of the club may.
        """
        return match_outcome(impact_services.reopen_match(**self.command(PolicyRulingInput, match_id=match_id)))


class Seats(Endpoint):
    @write_operation(SeatsInput, ANSWERS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Seat others, or fewer.

        Officials of the club may, as long as nobody has moved; in a match kept by results alone a substitute may take
        a seat at any time before its end. What was dealt is dealt again. Players at another table of the same round
        are refused.

        Once games have been played, `names` says whether the earlier names were wrong, so that the games count for the
        new players, or whether others play from now on. Without it, 409 `match.seats_unclear` lists what would change.
        """
        return match_outcome(change_seats(**self.command(SeatsInput, match_id=match_id)))


class Level(Endpoint):
    @write_operation(LevelInput, ANSWERS)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Choose how a match is recorded of which nothing is yet.

        Its seats and officials of the club may. The service deals only in matches that are recorded in full. A deal
        that it has made is discarded. In a match that it deals, a seat that is no official only proposes this: the
        match changes once every seat has proposed the same.
        """
        return match_outcome(choose_level(**self.command(LevelInput, match_id=match_id)))
