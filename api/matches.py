"""Matches: open one, make moves, see what one may see of it."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Endpoint
from api.match_forms import (
    EventOutput,
    EventsAsked,
    FairnessOutput,
    LegalAsked,
    LegalOutput,
    MatchesAsked,
    MatchInput,
    MatchOutput,
    MatchRowOutput,
    MovesInput,
    PositionAsked,
    PositionOutput,
    ResultInput,
    RevisionOutput,
    TotalsAsked,
    TotalsOutput,
)
from api.pages import page_of, paged
from league.queries import lists, results
from league.queries import matches as seen
from league.services import matches


class Matches(Endpoint):
    """Matches, the newest first; opening one."""

    @extend_schema(parameters=[MatchesAsked], responses={200: page_of(MatchRowOutput)})
    def get(self, request: Request) -> Response:
        return paged(self, lists.matches(**self.asked(MatchesAsked)))

    @extend_schema(request=MatchInput, responses={201: MatchOutput})
    def post(self, request: Request) -> Response:
        sent = self.sent(MatchInput)
        wanted = {"club_id": sent.pop("club"), "series_id": sent.pop("series", None), **sent}

        def act() -> tuple[int, Any]:
            done = matches.open_match(actor=self.actor(), **wanted)
            return status.HTTP_201_CREATED, seen.detail(done.match_id, self.actor())

        return self.write(act)


class Match(Endpoint):
    """One match as it stands now, straight from the log."""

    @extend_schema(responses={200: MatchOutput})
    def get(self, request: Request, match_id: UUID) -> Response:
        return Response(seen.detail(str(match_id), self.actor()))


class Events(Endpoint):
    """The events of a match in order; `?` stands for what the reader may not know yet."""

    @extend_schema(parameters=[EventsAsked], responses={200: EventOutput(many=True)})
    def get(self, request: Request, match_id: UUID) -> Response:
        return Response(seen.events(str(match_id), self.actor(), **self.asked(EventsAsked)))


class Moves(Endpoint):
    """Make one move, or several at once: all of them are recorded, or, at the first that is refused, none.

    `revision` is the match's revision as the sender knows it; 409 tells the current one if somebody was faster.
    """

    @extend_schema(request=MovesInput, responses={201: RevisionOutput})
    def post(self, request: Request, match_id: UUID) -> Response:
        sent = self.sent(MovesInput)

        def act() -> tuple[int, Any]:
            done = matches.play_moves(
                match_id=str(match_id), plies=sent["plies"], expected=sent["revision"], actor=self.actor()
            )
            return status.HTTP_201_CREATED, {"revision": done.revision}

        return self.write(act)


class Position(Endpoint):
    """The position, now or at a revision, as the reader or a seat may know it."""

    @extend_schema(parameters=[PositionAsked], responses={200: PositionOutput})
    def get(self, request: Request, match_id: UUID) -> Response:
        return Response(seen.position(str(match_id), self.actor(), **self.asked(PositionAsked)))


class Legal(Endpoint):
    """Moves that a seat may make now."""

    @extend_schema(parameters=[LegalAsked], responses={200: LegalOutput})
    def get(self, request: Request, match_id: UUID) -> Response:
        return Response(seen.legal(str(match_id), self.actor(), **self.asked(LegalAsked)))


class Result(Endpoint):
    """The results of the games of a match; reporting one, for a match that is kept by results alone."""

    @extend_schema(responses={200: MatchOutput})
    def get(self, request: Request, match_id: UUID) -> Response:
        return Response(seen.detail(str(match_id), self.actor()))

    @extend_schema(request=ResultInput, responses={201: RevisionOutput})
    def post(self, request: Request, match_id: UUID) -> Response:
        sent = self.sent(ResultInput)
        stated = matches.Stated(
            tuple(sent["points"]) if "points" in sent else None,
            sent["reason"],
            {name: sent[name] for name in ("racks", "left", "rounds") if name in sent},
        )

        def act() -> tuple[int, Any]:
            done = matches.report_result(
                match_id=str(match_id),
                place=(sent["round"], sent["game"]),
                stated=stated,
                expected=sent["revision"],
                correction=sent.get("correction"),
                actor=self.actor(),
            )
            return status.HTTP_201_CREATED, {"revision": done.revision}

        return self.write(act)


class Totals(Endpoint):
    """Points and games won by game, by round and in sum, and how far they are current."""

    @extend_schema(parameters=[TotalsAsked], responses={200: TotalsOutput})
    def get(self, request: Request, match_id: UUID) -> Response:
        return Response(results.totals(match_id, **self.asked(TotalsAsked)))


class Record(Endpoint):
    """The match as a record: text that can be replayed once the match is over."""

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        text = seen.record(str(match_id), self.actor())
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class Fairness(Endpoint):
    """Whether every move of nature is the one that the sealed seed gives; only once the match is over."""

    @extend_schema(responses={200: FairnessOutput})
    def get(self, request: Request, match_id: UUID) -> Response:
        return Response(seen.fairness(str(match_id)))
