"""Limits that pages share with the API: by address, by account once signed in."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from web.page import problem_page


def throttle_sign_in(request: HttpRequest) -> HttpResponse | None:
    """The page that refuses one more password from this address, or None."""
    return _throttle(request, "sign_in", gettext("Too many sign-in attempts from your address. Try again in a minute."))


def throttle_sign_up(request: HttpRequest) -> HttpResponse | None:
    """The page that refuses one more account from this address, or None."""
    return _throttle(request, "sign_up", gettext("Too many new accounts from your address. Try again in an hour."))


def throttle_invitation(request: HttpRequest) -> HttpResponse | None:
    """The page that refuses one more invited person, or None.

    The limit is higher than for others: a whole club may share an address, and each link works once.
    """
    return _throttle(request, "invited", gettext("Too many new accounts from your address. Try again in an hour."))


def _throttle(request: HttpRequest, scope: str, text: str) -> HttpResponse | None:
    throttle = ScopedRateThrottle()
    if throttle.allow_request(cast("Request", request), APIView(throttle_scope=scope)):
        return None
    answer = problem_page(request, 429, text)
    answer["Retry-After"] = str(int(throttle.wait() or 60) + 1)
    return answer
