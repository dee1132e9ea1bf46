"""Links of seats: officials hand them out as QR codes, and a phone that takes one plays the seat without an account."""

from typing import NamedTuple
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from league.errors import LeagueError, NotAllowed, Unknown
from league.matches.errors import SeatLinkSpent
from league.matches.queries.detail import MatchDetail, match_detail
from league.matches.queries.list import MatchSeat
from league.matches.queries.table import SeatLinkState, find_linked_seat, list_seat_links, match_played_by
from league.matches.services import seat_links as services
from league.tournaments.queries.error_messages import error_text
from web.command_form import require_sign_in
from web.locales import use_club_locale
from web.matches.header import match_header
from web.page import SEAT_KEYS, form_page, parse_number, problem_page, qr_code, reader
from web.templatetags.words import seat_name
from web.throttling import throttle

GONE = 410
MOST_KEYS = 40  # that a phone keeps


class SeatCard(NamedTuple):
    """A seat with its player, its link, and the link drawn."""

    seat: MatchSeat
    link: SeatLinkState
    address: str
    drawn: str


@form_page
@require_sign_in
def links(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Every seat whose player can't sign in, with its link. Links are opened and closed one by one."""
    actor = reader(request)
    found = list_seat_links(str(match_id), actor)
    if request.method == "POST":
        try:
            _run(request, str(match_id))
        except (NotAllowed, Unknown):
            raise
        except LeagueError as refusal:
            messages.error(request, error_text(refusal))
        return redirect("web:seat-links", match_id)
    match = match_detail(str(match_id), actor)
    cards = [_card(request, match, link) for link in found if link.linked or not link.has_account]
    return render(request, "web/seat_links.html", {**match_header(match, actor), "cards": cards})


def _run(request: HttpRequest, match_id: str) -> None:
    actor, seat = reader(request), parse_number(request.POST.get("seat"))
    if seat is None:
        return
    if "close" in request.POST:
        services.close_seat_link(match_id=match_id, seat=seat, actor=actor)
        messages.success(request, gettext("The link is closed. No phone plays this seat any more."))
    else:
        services.open_seat_link(match_id=match_id, seat=seat, actor=actor)
        messages.success(request, gettext("The link is open. Let the player scan it with their own phone."))


def _card(request: HttpRequest, match: MatchDetail, link: SeatLinkState) -> SeatCard:
    if link.token is None:
        return SeatCard(match.seats[link.seat], link, "", "")
    address = request.build_absolute_uri(reverse("web:seat", args=[link.token]))
    return SeatCard(match.seats[link.seat], link, address, qr_code(address))


@form_page
def take(request: HttpRequest, token: str) -> HttpResponse:
    """What a link opens, and a button by which this phone takes it."""
    try:
        if (playing := match_played_by(token, reader(request))) is not None:
            return redirect("web:play", playing)
        linked = find_linked_seat(token)
        with use_club_locale(request, "match", linked.match):
            return _take(request, token) if request.method == "POST" else _offer(request, linked.match, linked.seat)
    except SeatLinkSpent as spent:
        return throttle(request, "table") or problem_page(request, GONE, error_text(spent))


def _offer(request: HttpRequest, match_id: str, seat: int) -> HttpResponse:
    actor = reader(request)
    match = match_detail(match_id, actor)
    values = {**match_header(match, actor), "name": seat_name(match.seats[seat]), "shared": bool(match.you)}
    return render(request, "web/seat.html", values)


def _take(request: HttpRequest, token: str) -> HttpResponse:
    if (refused := throttle(request, "table")) is not None:
        return refused
    taken = services.take_seat_link(token=token, actor=reader(request))
    request.session[SEAT_KEYS] = [*request.session.get(SEAT_KEYS, ()), taken.key][-MOST_KEYS:]
    return redirect("web:play", taken.match)
