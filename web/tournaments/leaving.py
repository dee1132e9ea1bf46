"""What will happen when somebody leaves a tournament, in words, before it does."""

from django.utils.translation import gettext

from league.common.actor import Actor
from league.tournaments.queries.detail import TournamentDetail
from league.tournaments.queries.rounds import TableDetail, round_detail


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
