"""Whoever watches from within asks by number, without a name or https; that is answered before either is looked at."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import resolve

PATHS = ("/healthz", "/readyz", "/metrics")


class Within:
    """Middleware that answers for those who watch, and passes on all else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path not in PATHS:
            return self.get_response(request)
        request.resolver_match = resolve(request.path)
        answer: HttpResponse = request.resolver_match.func(request)
        return answer
