"""The links of the tables of a round: opened, closed, and as cards with QR codes to lay on the tables."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from games.errors import Phrase
from league.errors import LeagueError, NotAllowed, Unknown
from league.tournaments.queries import detail as seen
from league.tournaments.queries import rounds as round_queries
from league.tournaments.queries.error_messages import error_text
from league.tournaments.queries.rounds import RoundDetail, TableDetail, TableLink, table_links
from league.tournaments.services import table_links as services
from web.command_form import require_sign_in
from web.page import form_page, page, qr_code, reader


@dataclass(frozen=True, kw_only=True)
class TableCard:
    """A table with its people, its link, and the link drawn."""

    table: TableDetail
    link: TableLink
    address: str = ""
    drawn: str = ""


@form_page
@require_sign_in
def links(request: HttpRequest, tournament_id: UUID, number: int) -> HttpResponse:
    """Every table with its QR code. Links are opened for all that have none, and closed or replaced one by one."""
    actor = reader(request)
    if request.method == "POST":
        try:
            _run(request, str(tournament_id), number)
        except (NotAllowed, Unknown):
            raise
        except LeagueError as refusal:
            messages.error(request, error_text(refusal))
        return redirect(reverse("web:table-links", args=[tournament_id, number]))
    shown = round_queries.round_detail(str(tournament_id), number, actor)
    cards = _cards(request, shown)
    context = {
        "tournament": seen.detail(str(tournament_id), actor),
        "round": shown,
        "cards": cards,
        "lacking": sum(card.link.takes_one and not card.link.token for card in cards),
        "linked": sum(bool(card.link.token) for card in cards),
    }
    return render(request, "web/table_links.html", context)


@page
@require_sign_in
def links_paper(request: HttpRequest, tournament_id: UUID, number: int) -> HttpResponse:
    """The cards of all tables that have a link, to be printed."""
    actor = reader(request)
    shown = round_queries.round_detail(str(tournament_id), number, actor)
    cards = [card for card in _cards(request, shown) if card.link.token]
    if not cards:
        raise Unknown(kind=Phrase("open table link"), id=number)
    context = {"tournament": seen.detail(str(tournament_id), actor), "round": shown, "cards": cards}
    return render(request, "web/paper_table_links.html", context)


def _run(request: HttpRequest, tournament_id: str, number: int) -> None:
    actor, chosen = reader(request), request.POST.get("match", "")
    if not chosen:
        count = services.open_links(tournament_id=tournament_id, number=number, actor=actor)
        text = ngettext("{count} link opened.", "{count} links opened.", count).format(count=count)
    elif "close" in request.POST:
        services.close_link(tournament_id=tournament_id, number=number, match_id=chosen, actor=actor)
        text = gettext("The link is closed. Its QR code no longer works.")
    else:
        services.replace_link(tournament_id=tournament_id, number=number, match_id=chosen, actor=actor)
        text = gettext("A new link is open. An earlier QR code of this table no longer works.")
    messages.success(request, text)


def _cards(request: HttpRequest, shown: RoundDetail) -> list[TableCard]:
    tables = {table.match: table for table in shown.tables}
    found = table_links(shown.tournament, shown.number, reader(request))
    return [_card(request, tables[each.match], each) for each in found]


def _card(request: HttpRequest, table: TableDetail, link: TableLink) -> TableCard:
    if link.token is None:
        return TableCard(table=table, link=link)
    address = request.build_absolute_uri(reverse("web:pad", args=[link.token]))
    return TableCard(table=table, link=link, address=address, drawn=qr_code(address))
