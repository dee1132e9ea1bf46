"""What officials do with the links of tables, and who somebody is who comes by one."""

from typing import NamedTuple

from games.errors import Phrase
from league.common.actor import Actor, require_official
from league.errors import Refusal, Unknown
from league.matches import repository as match_repository
from league.matches.services import setup as match_setup
from league.tournaments.errors import TableLinkSpent
from league.tournaments.repository import tournaments
from league.tournaments.table_links import LinkedTable, find_linked_table


class TableVisitor(NamedTuple):
    """The table that somebody came to by its link, and who they are there."""

    table: LinkedTable
    actor: Actor


def enter_by_link(token: str) -> TableVisitor:
    """The table of a link, with an actor who speaks for it. Raises `TableLinkSpent`."""
    found = find_linked_table(token)
    return TableVisitor(found, Actor(link=found.link))


def open_links(*, tournament_id: str, number: int, actor: Actor) -> int:
    """Open a link for every table of a round that takes results and has none. Returns how many.

    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `TableLinkSpent`.
    """
    matches, opened = _round_matches(tournament_id, number, actor), 0
    _require_current(tournament_id, number)
    for match_id in matches:
        head, match = match_repository.load(match_id)
        if match.summary.link is not None:
            continue
        try:
            match_setup.open_link(match_id=match_id, expected=head.seq, actor=actor)
        except Refusal:
            continue  # it is over, or its moves are recorded
        opened += 1
    return opened


def replace_link(*, tournament_id: str, number: int, match_id: str, actor: Actor) -> None:
    """Open another link for one table of a round. The earlier one ends.

    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`.
    """
    _require_match(tournament_id, number, match_id, actor)
    _require_current(tournament_id, number)
    match_setup.open_link(match_id=match_id, expected=match_repository.load(match_id).head.seq, actor=actor)


def close_link(*, tournament_id: str, number: int, match_id: str, actor: Actor) -> None:
    """End the link of one table of a round. Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `NothingChanged`."""
    _require_match(tournament_id, number, match_id, actor)
    match_setup.close_link(match_id=match_id, expected=match_repository.load(match_id).head.seq, actor=actor)


def _require_match(tournament_id: str, number: int, match_id: str, actor: Actor) -> None:
    if match_id not in _round_matches(tournament_id, number, actor):
        raise Unknown(kind=Phrase("match of this round"), id=match_id)


def _require_current(tournament_id: str, number: int) -> None:
    """Raise TableLinkSpent for a round in which no link works: an earlier one, or of a tournament that is over."""
    tournament = tournaments.load(tournament_id).state
    if tournament.phase != "running" or number < len(tournament.published):
        raise TableLinkSpent()


def _round_matches(tournament_id: str, number: int, actor: Actor) -> list[str]:
    tournament = tournaments.load(tournament_id).state
    require_official(actor, tournament.club, match_setup.OPEN_LINK)
    found = next((round_ for round_ in tournament.published if round_.number == number), None)
    if found is None:
        raise Unknown(kind=Phrase("tournament round"), id=number)
    return [table.match for table in found.tables if table.match]
