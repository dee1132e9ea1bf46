"""Middleware of the installation: monitoring, request times, large bodies, compression, a replica, answers to HEAD."""

import logging
import time
from collections.abc import Callable

from corsheaders.middleware import CorsMiddleware
from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DatabaseError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.urls import Resolver404, resolve, reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext
from rest_framework.permissions import SAFE_METHODS

from deploy.observability.logs import method_of, route_of
from deploy.observability.metrics import REQUEST_SECONDS
from league import replica
from league.clubs import installation
from web.page import BODY, problem_page, reader

READING_HEADERS = ("accept", "accept-language", "content-type", "if-none-match", "last-event-id")
FRESH = 10  # seconds for which somebody who has sent something is answered by the writer
MONITORING = ("/healthz", "/readyz", "/metrics")

Answer = Callable[[HttpRequest], HttpResponseBase]

log = logging.getLogger("ludex.requests")


class Timing:
    """Times each request, and logs it by its route."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response = self.get_response(request)
        took = time.perf_counter() - began
        method, route = method_of(request), route_of(request)
        REQUEST_SECONDS.labels(method, route, str(response.status_code)).observe(took)
        noted = {"method": method, "route": route, "status": response.status_code, "ms": round(took * 1000, 1)}
        log.info("%(method)s %(route)s %(status)d in %(ms).1f ms", noted, extra=noted)
        return response


class Monitoring:
    """Answers monitoring before host name or https are looked at: it asks from within, by number."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path not in MONITORING:
            return self.get_response(request)
        request.resolver_match = resolve(request.path)
        answer: HttpResponseBase = request.resolver_match.func(request)
        return answer


class ContentPolicy(CSPMiddleware):
    """Writes what a page may load. The policy is built once, and again for answers that change it.

    django-csp builds it twice for each answer, which is a tenth of the time for a page that its reader already has.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if any(name.startswith("_csp") for name in vars(response)):
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, self._policy)
        return response

    @cached_property
    def _policy(self) -> str:
        return build_policy()


class CrossOrigin(CorsMiddleware):
    """Lets pages of any origin read what is open to all, and those of the origins that the operator named do more."""

    def add_response_headers(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        super().add_response_headers(request, response)
        if request.headers.get("Origin") in (None, *settings.CORS_ALLOWED_ORIGINS):
            return response
        if request.method not in SAFE_METHODS:
            del response.headers["Access-Control-Allow-Origin"]
        elif "Access-Control-Allow-Methods" in response.headers:
            response.headers["Access-Control-Allow-Methods"] = ", ".join(SAFE_METHODS)
            response.headers["Access-Control-Allow-Headers"] = ", ".join(READING_HEADERS)
        return response


class SmallBodies:
    """Refuses forms that are larger than their page accepts, unread. The API has limits of its own.

    Only people who have an account or a seat may send more than `BODY`, or somebody who has no account yet and brings
    the first club in a file.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        sent = int(request.META.get("CONTENT_LENGTH") or 0)
        if sent <= BODY or request.path.startswith("/api/"):
            return self.get_response(request)
        longest = self._longest(request) if self._may_send_more(request) else BODY
        if sent <= longest:
            return self.get_response(request)
        return problem_page(request, 413, gettext("Send at most {count} bytes here.").format(count=longest))

    @staticmethod
    def _longest(request: HttpRequest) -> int:
        """The bytes that the requested page accepts."""
        try:
            view = resolve(request.path).func
        except Resolver404:
            return BODY
        longest: int = getattr(getattr(view, "view_class", view), "longest_body", BODY)
        return longest

    @staticmethod
    def _may_send_more(request: HttpRequest) -> bool:
        try:
            sender = reader(request)
        except DatabaseError:  # the page will say so
            return True
        if sender.user is not None or sender.phones:
            return True
        return request.path == reverse("web:set-up-import") and installation.is_new()


class Compression(GZipMiddleware):
    """Compresses answers, but not feeds, whose events must not wait for each other.

    Each page masks its token against forged forms in another way, so its length gives nothing away.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.headers.get("Content-Type", "").startswith("text/event-stream"):
            return response
        return super().process_response(request, response)


class ReadReplica:
    """Lets the replica answer readers who aren't signed in.

    The writer answers those who have just sent something.
    What the replica doesn't know, or fails to answer, is asked of the writer. Where the writer answers after a failure,
    the replica is left alone for a while.
    """

    def __init__(self, get_response: Answer) -> None:
        if not replica.exists():
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        failed = False
        if self._may_be_behind(request) and replica.keeps_up():
            with replica.redirect_statements():
                answer = self.get_response(request)
            if answer.status_code < 400:
                return answer
            failed = answer.status_code >= 500
        answer = self.get_response(request)
        if failed and answer.status_code < 500:
            replica.rest()
        if request.method not in SAFE_METHODS:
            answer.set_cookie(
                replica.WROTE, "1", max_age=FRESH, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax"
            )
        return answer

    @staticmethod
    def _may_be_behind(request: HttpRequest) -> bool:
        known = {settings.SESSION_COOKIE_NAME, replica.WROTE} & request.COOKIES.keys()
        return request.method in SAFE_METHODS and not known and "Authorization" not in request.headers


class BodylessHead:
    """Drops the body of an answer to HEAD, of which the web server would complain, and keeps the headers."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.method == "HEAD":
            if response.streaming:
                response.streaming_content = ()  # type: ignore[attr-defined] # every streaming answer has it
            else:
                response.headers.setdefault("Content-Length", str(len(response.content)))  # type: ignore[attr-defined]
                response.content = b""  # type: ignore[attr-defined] # as above
        return response
