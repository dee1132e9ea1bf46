"""Matches: open one, make moves, see what one may see of it."""

from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from msgspec import Meta
from rest_framework import status
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import FILE, LIST, Endpoint, respond_created, write_operation
from api.headers import LASTING
from api.matches.examples import MOVES, OPENINGS
from api.matches.serializers import (
    EventsQuery,
    LegalQuery,
    MatchesQuery,
    MatchInput,
    MovesInput,
    MoveWithdrawalInput,
    PositionQuery,
    SeatSeedInput,
    TotalsQuery,
)
from api.openapi import problems
from api.pagination import FollowingPage, page_response
from api.parsers import JsonParser, RecordParser
from api.records.views import ImportInput
from api.renderers import JsonRenderer, RecordRenderer
from api.results.serializers import RecordQuery
from api.results.views import ChangedMatch, match_outcome
from league.common.read_models import Address
from league.matches.queries import detail as match_queries
from league.matches.queries import totals
from league.matches.queries.list import ListedMatch, list_matches
from league.matches.services import play as match_play
from league.matches.services import seat_links, seat_seeds


class Revision(msgspec.Struct, frozen=True):
    revision: int


class MatchRecord(msgspec.Struct, frozen=True):
    record: str


class Matches(Endpoint):
    quota = "matches"

    @extend_schema(parameters=[MatchesQuery], responses={200: FollowingPage[ListedMatch]})
    def get(self, request: Request) -> Response:
        """List matches, the newest first.

        Page by page, with `current`: whether the rows have taken in every event so far.
        """
        return page_response(self, list_matches, MatchesQuery)

    @write_operation(MatchInput, {201: match_queries.MatchDetail}, examples=OPENINGS)
    def post(self, request: Request) -> Response:
        """Open a match.

        Officials of the club open any; players one in which they have a seat. In a full match that the service deals,
        the first game is dealt at once from a seed that stays sealed until the match is over; in a `joint` deal once
        every seat of a known player has added a seed of its own, or the deal does without.
        """
        opened = match_play.open_match(**self.command(MatchInput))
        return respond_created(match_queries.match_detail(opened.id, self.actor()))


class Match(Endpoint):
    @extend_schema(responses={200: match_queries.MatchDetail})
    def get(self, request: Request, match_id: UUID) -> Response:
        """Get one match as it stands now, straight from the log.

        `due` has the games without a result, `may` what the reader may do, and `you` the reader's seats.
        """
        return Response(match_queries.match_detail(str(match_id), self.actor()))


class Events(Endpoint):
    @extend_schema(parameters=[EventsQuery], responses={200: list[match_queries.EventDetail]})
    def get(self, request: Request, match_id: UUID) -> Response:
        """List the events of a match in order.

        In a move, `?` stands for what the reader may not know yet.
        """
        asked = self.query(EventsQuery)
        lasts = match_queries.is_over(str(match_id))  # before they are read
        shown = match_queries.events(str(match_id), self.actor(), **asked)
        return Response(shown, headers=LASTING if lasts and len(shown) == asked["limit"] else None)


class Moves(Endpoint):
    scope = "results"
    longest_body = LIST

    @write_operation(MovesInput, {201: Revision, **problems(409)}, examples=MOVES)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Make one move, or several at once.

        All of them are recorded, or, at the first that is refused, none; of several, `params` of the problem tell by
        `index`, counted from 0, which one of `moves` that was. `revision` is the match's as the sender knows it; if
        somebody was faster, the 409 has the current one. Where seats choose at the same time, choices of others in the
        meantime do not matter: each is recorded, in any order, with the revision that all of them saw. Moves are
        written as in records. Where the service deals, every seat moves for itself; at a table, officials of the club
        write down every move, nature's too – except that in a match recorded in full an official who has a seat in it
        moves for that seat alone.
        """
        played = match_play.play_moves(**self.command(MovesInput, match_id=match_id))
        return respond_created(Revision(played.revision))


class MoveWithdrawal(Endpoint):
    scope = "results"

    @write_operation(MoveWithdrawalInput, {201: Revision, **problems(409)})
    def post(self, request: Request, match_id: UUID) -> Response:
        """Undo the last line of a match that is written down at a table.

        Those who could have written it may. Again and again it goes back line by line, also over the end of a game,
        until the match is over or somebody else has confirmed or contested what followed from the line. Refused where
        the service deals. The line stays in the log.
        """
        undone = match_play.withdraw_move(**self.command(MoveWithdrawalInput, match_id=match_id))
        return respond_created(Revision(undone.revision))


class SeatLinkAddress(msgspec.Struct, frozen=True):
    seat: int
    token: str
    url: Annotated[Address, Meta(description="A page where a phone takes the link, and plays the seat.")]


class SeatLink(Endpoint):
    @extend_schema(request=None, responses={201: SeatLinkAddress, **problems(403, 409)})
    def post(self, request: Request, match_id: UUID, seat: int) -> Response:
        """Open a link by which a phone plays a seat whose player has no account.

        Officials of the club may, where the service deals. The first phone that takes it plays the seat; a new link
        ends the one before, and its phone.
        """
        token = seat_links.open_seat_link(match_id=str(match_id), seat=seat, actor=self.actor())
        url = request.build_absolute_uri(reverse("web:seat", args=[token]))
        return respond_created(SeatLinkAddress(seat, token, url))

    @extend_schema(responses={204: None, **problems(403, 409)})
    def delete(self, request: Request, match_id: UUID, seat: int) -> Response:
        """End the link of a seat, and that its phone plays."""
        seat_links.close_seat_link(match_id=str(match_id), seat=seat, actor=self.actor())
        return Response(status=status.HTTP_204_NO_CONTENT)


class SeatSeed(Endpoint):
    scope = "results"

    @write_operation(SeatSeedInput, {201: match_queries.MatchDetail, **problems(403, 409)})
    def post(self, request: Request, match_id: UUID, seat: int) -> Response:
        """Add a seed to a deal that is made together.

        Its account sends the commitment of its seat first, and the seed once no seat is `due` any more. With the last
        seed the service deals, from all of them and its own sealed one.
        """
        given: dict[str, Any] = self.command(SeatSeedInput)
        if "seed" in given:
            seat_seeds.reveal_seat_seed(
                match_id=str(match_id), seat=seat, seed=bytes.fromhex(given["seed"]), actor=given["actor"]
            )
        else:
            seat_seeds.commit_seat_seed(match_id=str(match_id), seat=seat, **given)
        return respond_created(match_queries.match_detail(str(match_id), self.actor()))

    @extend_schema(responses={204: None, **problems(403, 409)})
    def delete(self, request: Request, match_id: UUID, seat: int) -> Response:
        """Deal without a seed of this seat, as the seat itself or an official. The log says who decided that."""
        seat_seeds.omit_seat_seeds(match_id=str(match_id), seats=[seat], actor=self.actor())
        return Response(status=status.HTTP_204_NO_CONTENT)


class Position(Endpoint):
    @extend_schema(parameters=[PositionQuery], responses={200: match_queries.PositionView, **problems(403)})
    def get(self, request: Request, match_id: UUID) -> Response:
        """Get the position, now or at a revision, as the reader or a seat may know it.

        What is hidden from `seen_by` is missing. 403 answers to a `seat` that is not yours while the game
        lasts.
        """
        asked = self.query(PositionQuery)
        lasts = "at" in asked and match_queries.is_over(str(match_id))  # before it is read
        shown = match_queries.position(str(match_id), self.actor(), **asked)
        return Response(shown, headers=LASTING if lasts else None)


class Legal(Endpoint):
    @extend_schema(parameters=[LegalQuery], responses={200: match_queries.LegalMoves, **problems(403)})
    def get(self, request: Request, match_id: UUID) -> Response:
        """List moves that a seat may make now.

        Only readers who see what the seat sees may ask. -1 is the dealer, at a table that deals itself.
        """
        return Response(match_queries.legal(str(match_id), self.actor(), **self.query(LegalQuery)))


class Totals(Endpoint):
    @extend_schema(parameters=[TotalsQuery], responses={200: totals.MatchTotals})
    def get(self, request: Request, match_id: UUID) -> Response:
        """Get points and games won by game, by round and in sum.

        They are added up when you ask, so they are current.
        """
        self.query(TotalsQuery)
        return Response(totals.totals(match_id))


class Record(Endpoint):
    scope = "results"
    longest_body = FILE
    renderer_classes = (RecordRenderer, JsonRenderer)
    parser_classes = (RecordParser, JsonParser)

    def get_renderers(self) -> list[BaseRenderer]:
        """The text is an answer to reading alone."""
        return super().get_renderers() if self.request.method in ("GET", "HEAD") else [JsonRenderer()]

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR, (200, "application/json"): MatchRecord})
    def get(self, request: Request, match_id: UUID) -> Response:
        """Get the match as a record.

        It can be replayed once the match is over; until then `?` stands for what the reader may not know yet.
        """
        return Response(MatchRecord(match_queries.record(str(match_id), self.actor())))

    @write_operation(
        {"text/plain": str, "application/json": ImportInput},
        {201: ChangedMatch, **problems(409)},
        parameters=[RecordQuery],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Import a record into a match of which nothing was written down yet.

        All of it, or nothing: game, rules, options and number of seats are those of the match, and so are the names,
        if the record has any. Officials of the club may; what a record says is reported, and waits to be confirmed.
        """
        given = self.command(ImportInput, match_id=match_id)
        return match_outcome(match_play.record_into(**given, **self.query(RecordQuery)))


class Fairness(Endpoint):
    @extend_schema(responses={200: match_queries.Fairness, **problems(409)})
    def get(self, request: Request, match_id: UUID) -> Response:
        """Check that every move of nature is the one that the sealed seed gives.

        Only once the match is over, and only where the service dealt.
        """
        return Response(match_queries.fairness(str(match_id)))
