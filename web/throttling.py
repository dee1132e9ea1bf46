"""Limits that pages share with the API: by address, by account once signed in, or by something that is named.

if (refused := throttle(request, "sign_up")) is not None:
    return refused
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from games.errors import gettext_noop
from league.clubs.accounts import LOCKED
from web.page import problem_page

Scope: TypeAlias = Literal["sign_in", "confirm", "sign_up", "invited", "invitation", "table", "address"]

DEFAULT_WAIT = 60  # seconds

_TEXTS: Mapping[Scope, str] = {
    "sign_in": gettext_noop("Too many sign-in attempts from your address. Try again in a minute."),
    "confirm": gettext_noop("Too many attempts. Try again in a minute."),
    "sign_up": gettext_noop("Too many new accounts from your address. Try again in an hour."),
    # Higher than sign_up, since a whole club may share an address and each link works once.
    "invited": gettext_noop("Too many new accounts from your address. Try again in an hour."),
    # Each try tells whether a name is taken, and doesn't use up the link.
    "invitation": gettext_noop("Too many attempts with this invitation. Try again in an hour."),
    # A whole club may share an address: each table sends one request for a game.
    "table": gettext_noop("Too many requests from your address. Try again in a minute."),
    "address": gettext_noop("Too many e-mail addresses. Try again in an hour."),
}


def refuse_locked(request: HttpRequest) -> HttpResponse | None:
    """The page for a name that is locked after too many wrong passwords. None if the one just tried is not."""
    if not getattr(request, "axes_locked_out", False):
        return None
    answer = problem_page(request, 429, gettext(LOCKED))
    answer["Retry-After"] = str(int(settings.AXES_COOLOFF_TIME.total_seconds()))
    return answer


def throttle(request: HttpRequest, scope: Scope, of: str = "") -> HttpResponse | None:
    """The page that refuses one more request of this scope. None while the limit is not reached.

    The limits are in `REST_FRAMEWORK` of the settings. All web processes count together. *of*: what is counted instead
    of the address.
    """
    view = APIView(throttle_scope=scope, throttle_of=of)
    for limit in view.get_throttles():
        if isinstance(limit, ScopedRateThrottle) and not limit.allow_request(cast("Request", request), view):
            answer = problem_page(request, 429, gettext(_TEXTS[scope]))
            answer["Retry-After"] = str(int(limit.wait() or DEFAULT_WAIT) + 1)
            return answer
    return None
