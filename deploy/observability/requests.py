"""Each request is timed, and noted by its route."""

import logging
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from deploy.observability.metrics import REQUEST_SECONDS
from deploy.observability.routes import method_of, route_of

log = logging.getLogger("ludex.requests")


class Observed:
    """Middleware for all that comes in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = self.get_response(request)
        took = time.perf_counter() - began
        method, route = method_of(request), route_of(request)
        REQUEST_SECONDS.labels(method, route, str(response.status_code)).observe(took)
        noted = {"method": method, "route": route, "status": response.status_code, "ms": round(took * 1000, 1)}
        log.info("%(method)s %(route)s %(status)d in %(ms).1f ms", noted, extra=noted)
        return response
