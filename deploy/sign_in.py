"""Signing in, with an end to guessing. The counting is django-axes's (`AXES_…` in the settings).

Wrong passwords are counted for a name at an address, and for a name wherever they come from. So nobody who guesses
elsewhere locks out the people of a club, unless many addresses guess together. A device on which somebody has signed in
has a cookie, and its tries for that name are counted by themselves: guesses of others never lock it out.
"""

import ipaddress
import logging
import secrets
from array import array
from collections.abc import Callable, Mapping
from typing import Any

from axes.attempts import get_cool_off_threshold
from axes.backends import AxesStandaloneBackend
from axes.handlers.database import AxesDatabaseHandler
from axes.handlers.proxy import AxesProxyHandler
from axes.helpers import get_client_username
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.backends import ModelBackend
from django.core import signing
from django.core.cache import caches
from django.db.models import Q, Sum
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.connection import ConnectionProxy
from django.utils.crypto import constant_time_compare, salted_hmac
from rest_framework.exceptions import APIException
from rest_framework.permissions import SAFE_METHODS
from rest_framework.throttling import BaseThrottle, ScopedRateThrottle, UserRateThrottle

from league.clubs import quotas
from league.clubs.accounts import find_account
from league.common.names import look_of

COOKIE = "device"
SALT = "deploy.sign_in"
REMEMBERED = 365 * 24 * 3600  # seconds
MOST_NAMES = 8  # of one device
MANY = 10  # times as many wrong passwords from everywhere lock a name as from one address
LONGEST_NAME = 200  # characters that are told apart
NETWORK = 64  # bits of an IPv6 address that one customer has

log = logging.getLogger("ludex.sign_in")


class Backend(AxesStandaloneBackend, ModelBackend):  # type: ignore[misc] # axes has no types
    """Django's own, for names that are not locked, and by what they look like."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **more: Any
    ) -> Any:
        AxesStandaloneBackend.authenticate(self, request, username=username, password=password, **more)
        account = None if username is None else find_account(username)
        name = username if account is None else account.username
        return ModelBackend.authenticate(self, request, username=name, password=password, **more)


class Counts(AxesDatabaseHandler):  # type: ignore[misc] # axes has no types
    """Counts by name and address together, and by name alone for devices that are not known."""

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        here: int = super().get_failures(request, credentials)
        name = get_client_username(request, credentials)
        if name != _counted_name(credentials):
            return here
        rows = AccessAttempt.objects.filter(username=name, attempt_time__gt=get_cool_off_threshold(request))
        everywhere: int = rows.aggregate(all=Sum("failures_since_start"))["all"] or 0
        return max(here, everywhere // MANY)

    def user_login_failed(self, sender: Any, credentials: dict[str, Any], request: Any = None, **more: Any) -> None:
        refused_before = getattr(request, "axes_locked_out", False)
        super().user_login_failed(sender, credentials, request, **more)
        if getattr(request, "axes_locked_out", False) and not refused_before:
            log.warning(
                "Too many wrong passwords for %r: no more tries from %s for an hour.",
                str(credentials.get("username"))[:LONGEST_NAME],
                request.axes_ip_address,
            )


def unlock(name: str) -> int:
    """Forget the wrong passwords for *name*, from known devices too. Returns how many there were."""
    counted = _counted_name({"username": name})
    rows = AccessAttempt.objects.filter(Q(username=counted) | Q(username__startswith=_device_name(counted, "")))
    count: int = rows.aggregate(all=Sum("failures_since_start"))["all"] or 0
    rows.delete()
    return count


def locked_names() -> set[str]:
    """The names that are locked now, at one address at least. Those of no account are shown by their looks."""
    recent = AccessAttempt.objects.filter(attempt_time__gt=timezone.now() - settings.AXES_COOLOFF_TIME)
    here = recent.values("username", "ip_address").annotate(all=Sum("failures_since_start")).order_by()
    everywhere = recent.values("username").annotate(all=Sum("failures_since_start")).order_by()
    limit = settings.AXES_FAILURE_LIMIT
    locked = {
        *here.filter(all__gte=limit).values_list("username", flat=True),
        *everywhere.filter(all__gte=limit * MANY).values_list("username", flat=True),
    }
    names = dict(get_user_model().objects.filter(look__in=locked).values_list("look", "username"))
    return {names.get(each, each) for each in locked}


def client_name(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    """What tries are counted by: the name, or the name on a device where it has signed in."""
    name = _counted_name(credentials)
    device = _device_of(request, name)
    return _device_name(name, device) if device else name


def _counted_name(credentials: dict[str, Any] | None) -> str:
    """What the name looks like, so that nobody has more tries by typing it in other letters."""
    name = str((credentials or {}).get("username") or "")
    return look_of(name[:LONGEST_NAME])[:LONGEST_NAME]


def client_address(request: HttpRequest) -> str | None:
    """The address that requests are limited by, of IPv6 its network. None if there is none."""
    try:
        address = ipaddress.ip_address(BaseThrottle().get_ident(request) or "")  # type: ignore[arg-type]
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, NETWORK), strict=False).network_address)
    return str(address)


class Limit(ScopedRateThrottle):
    """Requests by address, or by account once signed in, or by what the view names (`throttle_of`).

    A try for a name on a device where it has signed in counts for the device, and one for a name that is locked does
    not count: so one phone in a hall doesn't keep all the others from signing in.
    """

    def allow_request(self, request: Any, view: Any) -> bool:
        self.name = _name_in(request) if getattr(view, "throttle_scope", None) == "sign_in" else ""
        self.of = getattr(view, "throttle_of", "")
        asked = getattr(request, "_request", request)
        if self.name and not AxesProxyHandler.is_allowed(asked, {"username": self.name}):
            return True
        allowed: bool = super().allow_request(request, view)
        return allowed

    def get_ident(self, request: Any) -> str:
        if self.of:
            return self.of
        asked = getattr(request, "_request", request)
        device = _device_of(asked, self.name)
        return f"device-{device}" if device else client_address(asked) or ""

    def take_back(self) -> None:
        """Don't count the request that was just allowed."""
        kept = [each for each in self.cache.get(self.key, []) if each != self.now]
        self.cache.set(self.key, kept, self.parse_rate(self.rate)[1])


class Writes(UserRateThrottle):
    """Changes that an account sends. Each process counts for itself, for a move must not wait for another statement."""

    scope = quotas.WRITES
    is_for_writes = True
    cache = ConnectionProxy(caches, "process")  # type: ignore[assignment]

    def allow_request(self, request: Any, view: Any) -> bool:
        if request.method in SAFE_METHODS or not request.user.is_authenticated:
            return True
        allowed: bool = super().allow_request(request, view)
        return allowed

    def throttle_success(self) -> bool:
        """Keep the times as an array: as a list, thousands of them would take longer than the move itself."""
        self.history = array("d", self.history)  # type: ignore[assignment] # what it does with the list, an array can
        return bool(super().throttle_success())


class RememberDevice:
    """Middleware: gives a device on which somebody signs in its cookie."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        name = getattr(request, "signed_in", None)
        if name is not None:
            device, names = _read_device(request)
            names = [_digest(name), *(each for each in names if each != _digest(name))][:MOST_NAMES]
            response.set_cookie(
                COOKIE,
                signing.dumps([device or secrets.token_hex(8), names], salt=SALT),
                max_age=REMEMBERED,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response


def note_sign_in(sender: Any, request: Any, user: Any, **more: Any) -> None:
    """A receiver of `user_logged_in`: leaves the name for `RememberDevice`."""
    if request is not None:
        request.signed_in = user.get_username()


def _name_in(request: Any) -> str:
    """The name that somebody wants to sign in with, or "". Bodies that cannot be read are refused later."""
    try:
        sent = getattr(request, "data", request.POST)
    except APIException:
        return ""
    name = sent.get("username") if isinstance(sent, Mapping) else None
    return get_user_model().normalize_username(name[:LONGEST_NAME]) if isinstance(name, str) else ""


def _device_of(request: HttpRequest, name: str) -> str:
    """The device of a request if *name* has signed in on it, else ""."""
    device, names = _read_device(request)
    return device if any(constant_time_compare(each, _digest(name)) for each in names) else ""


def _read_device(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        device, names = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=REMEMBERED)
    except signing.BadSignature:
        return "", []
    return device, names


def _digest(name: str) -> str:
    return salted_hmac(SALT, look_of(name), algorithm="sha256").hexdigest()[:16]


def _device_name(name: str, device: str) -> str:
    return f"{name} on device {device}"
