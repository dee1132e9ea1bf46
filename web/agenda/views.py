"""Calendars for programs that follow an address, and the page where people get the address of their own."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_POST

from league.agenda import calendars, services
from web.command_form import require_sign_in
from web.page import account_id, page, reader

KEEP = 900  # seconds that a public calendar may be kept


@page
def club_calendar(request: HttpRequest, club_id: UUID) -> HttpResponseBase:
    return _calendar(request, partial(calendars.club_calendar, club_id), public=True)


@page
def tournament_calendar(request: HttpRequest, tournament_id: UUID) -> HttpResponseBase:
    return _calendar(request, partial(calendars.tournament_calendar, tournament_id), public=True)


@page
def league_calendar(request: HttpRequest, league_id: UUID) -> HttpResponseBase:
    return _calendar(request, partial(calendars.league_calendar, league_id), public=True)


@page
def own_calendar(request: HttpRequest, token: str) -> HttpResponseBase:
    """The calendar of a person. Its address is a secret, so no cache may keep it."""
    return _calendar(request, partial(calendars.own_calendar, token), public=False)


@page
@require_sign_in
def own_address(request: HttpRequest) -> HttpResponse:
    """Whether the account has a calendar of its own, and the buttons that give it an address, or close it."""
    return _own_page(request)


@require_POST
@require_sign_in
def renew_address(request: HttpRequest) -> HttpResponse:
    """A new address, shown on this page only."""
    token = services.renew_link(actor=reader(request), language=get_language() or "en", now=datetime.now(UTC))
    return _own_page(request, request.build_absolute_uri(reverse("web:own-calendar", args=[token])))


@require_POST
@require_sign_in
def close_address(request: HttpRequest) -> HttpResponse:
    services.close_link(actor=reader(request))
    messages.success(request, gettext("The address of your calendar no longer works."))
    return redirect("web:calendar-address")


def _own_page(request: HttpRequest, address: str = "") -> HttpResponse:
    answer = render(
        request, "web/own_calendar.html", {"made": services.link_made_at(account_id(request)), "address": address}
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _calendar(request: HttpRequest, make: Callable[[str, datetime], bytes], *, public: bool) -> HttpResponseBase:
    """A calendar, or 304 for a program that has it already."""
    body = make(request.build_absolute_uri("/").rstrip("/"), datetime.now(UTC))
    etag = f'"{sha256(body).hexdigest()[:32]}"'
    answer = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    answer.headers["ETag"] = etag
    answer.headers["Cache-Control"] = f"public, max-age={KEEP}" if public else "private, no-cache"
    answer.headers["Content-Disposition"] = 'inline; filename="ludex.ics"'
    return get_conditional_response(request, etag=etag, response=answer) or answer
