"""Feeds: the events of a match or a tournament, sent as they happen (server-sent events)."""

from functools import partial
from importlib import import_module
from typing import Any
from uuid import UUID

from axes.helpers import get_client_ip_address
from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import APIException, AuthenticationFailed, ValidationError
from rest_framework.request import Request

from api.endpoint import Endpoint
from api.feeds.hub import Reader, account_client, hub, raise_descriptor_limit
from api.feeds.socket_handover import answer
from api.fields import Digits, Input
from api.matches.serializers import LATEST
from api.openapi import problems
from api.renderers import EventStreamRenderer, JsonRenderer
from league.clubs.sessions import actor
from league.common.actor import Actor
from league.feeds.channels import Channel, MatchChannel, TournamentChannel

RESUMED = "Last-Event-ID"
RETRY = b"retry: 2000\n"  # milliseconds until a browser comes back; a line of the first event
LAST = OpenApiParameter(
    RESUMED,
    {"type": "string", "pattern": "^[0-9]{1,10}$"},
    OpenApiParameter.HEADER,
    description="The `id` of the last event that was received; browsers send it when they come back.",
)
STREAM = {(200, "text/event-stream"): OpenApiTypes.STR, **problems(429)}


class FeedFull(APIException):
    """Every listener takes memory, so their number is limited."""

    status_code = 503
    default_code = "feed_full"
    default_detail = gettext_lazy("Too many listeners right now. Try again later.")
    wait = 10  # seconds


class FeedFullForClient(APIException):
    """One client may not take the places of all others."""

    status_code = 429
    default_code = "feed_full_for_client"
    default_detail = gettext_lazy("You have too many feeds open. Close some of them.")
    wait = 10  # seconds


class FeedQuery(Input):
    after = Digits(default=0, min_value=0, max_value=LATEST, help_text="A revision, after which events are sent.")


class _Feed(Endpoint):
    renderer_classes = (EventStreamRenderer, JsonRenderer)

    def listen(self, channel: Channel[Any]) -> StreamingHttpResponse:
        after = self._resumed() or self.query(FeedQuery)["after"]
        reader = self._reader()
        channel.check(reader.actor, after)
        raise_descriptor_limit()
        if hub.full:
            raise FeedFull
        if hub.is_full_for(reader):
            raise FeedFullForClient
        receive = partial(hub.add, channel, reader, after)
        body = answer(self.request.META, RETRY, receive) if self.request.method == "GET" else ()
        return StreamingHttpResponse(
            body, content_type="text/event-stream; charset=utf-8", headers={"X-Accel-Buffering": "no"}
        )

    def _resumed(self) -> int:
        given = self.request.headers.get(RESUMED)
        if given is None:
            return 0
        query = FeedQuery(data={"after": given})
        if not query.is_valid():
            raise ValidationError({RESUMED: query.errors["after"]})
        after: int = query.validated_data["after"]
        return after

    def _reader(self) -> Reader:
        if not self.request.user.is_authenticated:
            return Reader(self.actor(), None, get_client_ip_address(self.request._request) or "")
        given, cookie = self.request._request, self.request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        meta: dict[str, Any] = {
            name: given.META[name] for name in ("HTTP_AUTHORIZATION", "REMOTE_ADDR") if name in given.META
        }
        return Reader(self.actor(), partial(_sender, meta, cookie), account_client(self.request.user.pk))


class MatchFeed(_Feed):
    @extend_schema(parameters=[FeedQuery, LAST], responses=STREAM)
    def get(self, request: Request, match_id: UUID) -> StreamingHttpResponse:
        """Listen to a match: its events as `events` lists them, and from then on every one as it happens.

        Server-sent events; `id` is the revision, `data` the event. In a move, `?` stands for what the listener may not
        know yet. A broken connection is resumed by `Last-Event-ID`, or by `after`: nothing is lost or sent twice.
        """
        return self.listen(MatchChannel(str(match_id)))


class TournamentFeed(_Feed):
    @extend_schema(parameters=[FeedQuery, LAST], responses=STREAM)
    def get(self, request: Request, tournament_id: UUID) -> StreamingHttpResponse:
        """Listen to a tournament: what has happened, and from then on whatever happens.

        Server-sent events, resumed like those of a match; `data` has `revision`, `kind`, `at` and a `payload` of what
        everybody may know. Drafts of rounds are sent to organisers only, so revisions may have gaps. Results,
        appeals and rulings in its matches are notes without `id`: `match`, `match_revision`, `kind` and `at`.
        """
        return self.listen(TournamentChannel(str(tournament_id)))


def _sender(meta: dict[str, Any], cookie: str | None) -> Actor | None:
    """The account that these headers and this cookie sign in as of now, if they still do."""
    request = HttpRequest()
    request.META, request.method = meta, "GET"
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(cookie)
    request.user = get_user(request)
    try:
        user = Endpoint().initialize_request(request).user
    except AuthenticationFailed:
        return None
    return actor(user.pk) if user.is_authenticated else None
