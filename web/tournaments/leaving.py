"""What will happen when somebody leaves a tournament, or it is finished, in words, before it does."""

from collections.abc import Sequence
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from league.appeals.cases import Case, list_cases
from league.common.actor import Actor
from league.tournaments.queries.detail import TournamentDetail
from league.tournaments.queries.next_steps import OpenTable, find_loose_ends
from league.tournaments.queries.rounds import RoundDetail, TableDetail, round_detail
from web.page import Link, QuestionNote


def leaving_text(tournament: TournamentDetail, entrant: str, actor: Actor, *, own: bool = False) -> str:
    """What withdrawing an entrant means now. *own*: the sentences speak to the entrant."""
    name = next((each.name for each in tournament.entrants if each.id == entrant), None) or ""
    if tournament.phase != "running":
        text = gettext("You give up your place.") if own else gettext("{name} gives up their place.")
        return text.format(name=name)
    table = _open_table(tournament, entrant, actor)
    if table is None:
        text = gettext("You won’t be drawn again.") if own else gettext("{name} won’t be drawn again.")
        return text.format(name=name)
    text = gettext("You leave table {table} now.") if own else gettext("{name} leaves table {table} now.")
    return f"{text.format(name=name, table=table.table)} {_others_text(table, entrant)}"


def _others_text(table: TableDetail, entrant: str) -> str:
    """What becomes of those who stay."""
    others = [seat.name or "" for seat in table.seats if seat.entrant != entrant and not seat.absent]
    if len(others) == 1:
        return gettext("{name} wins without play.").format(name=others[0])
    return gettext("The others play on.")


def _open_table(tournament: TournamentDetail, entrant: str, actor: Actor) -> TableDetail | None:
    """The table without a result in the last published round where the entrant sits."""
    published = [each.number for each in tournament.rounds if each.published]
    if tournament.phase != "running" or not published:
        return None
    tables = round_detail(tournament.id, published[-1], actor).tables
    seated = [
        table
        for table in tables
        if table.outcome == "unplayed" and any(seat.entrant == entrant and not seat.absent for seat in table.seats)
    ]
    return seated[-1] if seated else None


def loose_end_notes(tournament_id: str, club: str, actor: Actor) -> list[QuestionNote]:
    """What a tournament that is finished now, or its stage, leaves unsettled, for officials."""
    left = find_loose_ends(tournament_id, actor)
    appeals = _appeal_links(tournament_id, club, actor)
    notes = [
        (
            ngettext(
                "{count} table has no result and won’t count:",
                "{count} tables have no result and won’t count:",
                len(left.unplayed),
            ),
            _table_links(left.unplayed),
        ),
        (
            ngettext(
                "{count} result is contested and won’t count:",
                "{count} results are contested and won’t count:",
                len(left.contested),
            ),
            _table_links(left.contested),
        ),
        (
            ngettext(
                "{count} result isn’t confirmed and counts as it is:",
                "{count} results aren’t confirmed and count as they are:",
                len(left.reported),
            ),
            _table_links(left.reported),
        ),
        (ngettext("{count} appeal has no ruling yet:", "{count} appeals have no ruling yet:", len(appeals)), appeals),
    ]
    return [QuestionNote(text.format(count=len(links)), links) for text, links in notes if links]


def _table_links(tables: Sequence[OpenTable]) -> list[Link]:
    return [Link(reverse("web:match", args=[each.match]), _place_words(each)) for each in tables]


def _appeal_links(tournament_id: str, club: str, actor: Actor) -> list[Link]:
    desk = reverse("web:club-appeals", args=[club])
    return [
        Link(f"{desk}?tournament={tournament_id}&case={each.id}", _place_words(each))
        for each in list_cases(actor, club=UUID(club))
        if each.is_appeal and each.tournament == tournament_id
    ]


def entered_result_note(shown: RoundDetail) -> list[QuestionNote]:
    """The tables of a round whose results would be lost, if there are any."""
    without = ("unplayed", "void")
    tables = [OpenTable(shown.number, each.table, each.match) for each in shown.tables if each.outcome not in without]
    text = ngettext("{count} table has a result:", "{count} tables have results:", len(tables))
    return [QuestionNote(text.format(count=len(tables)), _table_links(tables))] if tables else []


def _place_words(place: OpenTable | Case) -> str:
    return gettext("Round {number}, table {table}").format(number=place.round, table=place.table)
