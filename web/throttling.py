"""Limits that pages share with the API: by address, by account once signed in."""

from collections.abc import Mapping
from typing import Literal, cast

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from games.errors import gettext_noop
from web.page import problem_page

_TEXTS: Mapping[str, str] = {
    "sign_in": gettext_noop("Too many sign-in attempts from your address. Try again in a minute."),
    "sign_up": gettext_noop("Too many new accounts from your address. Try again in an hour."),
    # Higher than sign_up, since a whole club may share an address and each link works once.
    "invited": gettext_noop("Too many new accounts from your address. Try again in an hour."),
}


def throttle(request: HttpRequest, scope: Literal["sign_in", "sign_up", "invited"]) -> HttpResponse | None:
    """The page that refuses one more request of this scope. None while the limit is not reached."""
    limit = ScopedRateThrottle()
    if limit.allow_request(cast("Request", request), APIView(throttle_scope=scope)):
        return None
    answer = problem_page(request, 429, gettext(_TEXTS[scope]))
    answer["Retry-After"] = str(int(limit.wait() or 60) + 1)
    return answer
