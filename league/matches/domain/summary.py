"""What a match has come to by its events alone, without the rules of its game and without its moves.

The score sheet, the appeals and rulings, and for whom each seat plays. Projections, results, corrections and records
read it; `Match` adds the positions of play.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine import Level, Table
from games.records import series
from games.records.series import Totals
from games.registry import engine
from league.matches.domain import disputes as disputes_module
from league.matches.domain import score_sheet
from league.matches.domain.disputes import Disputes
from league.matches.domain.events import (
    LevelChosen,
    MatchEvent,
    MatchOpened,
    SeatLinkClosed,
    SeatLinkOpened,
    SeatLinkTaken,
    SeatsChanged,
    SeatsLeft,
    TableLinkClosed,
    TableLinkOpened,
)
from league.matches.domain.score_sheet import ScoreSheet
from league.matches.domain.seats import substitutions as substitutions_module
from league.matches.domain.seats.substitutions import Substitutions


class SeatLink(NamedTuple):
    """The link of a seat. `phone`: the hash of the key of the phone that took it, if one has."""

    seat: int
    link: str
    phone: str | None = None


class MatchSummary(NamedTuple):
    """A match at `revision`. `opening` has seats, level, dealing and sealed seed as they were changed since."""

    opening: MatchOpened
    sheet: ScoreSheet
    substitutions: Substitutions
    disputes: Disputes = Disputes()
    revision: int = 1
    link: str | None = None  # of the table, while it is valid
    seat_links: tuple[SeatLink, ...] = ()  # that are valid, one for a seat

    def seat_link(self, seat: int) -> SeatLink | None:
        """The valid link of a seat."""
        return next((each for each in self.seat_links if each.seat == seat), None)

    def totals(self) -> Totals:
        """Points and games won by round and in sum, by seat; winners once every game has a result."""
        rules, seats = engine(self.opening.game, self.opening.rules), len(self.opening.seats)
        places = rules.games(Table(seats, Level.SCORE, self.opening.options))
        return series.totals(rules.meta, seats, places, self.sheet.scores, self.sheet.away)


def start(opening: MatchEvent) -> MatchSummary:
    """A match of which nothing but its opening is known."""
    if not isinstance(opening, MatchOpened):
        raise TypeError(f"A match begins with its opening, not with {opening}.")
    return MatchSummary(opening, score_sheet.start(opening), substitutions_module.start(opening))


def evolve(summary: MatchSummary, event: MatchEvent, revision: int | None = None) -> MatchSummary:
    """The match after one more event, which has this revision. Without one it is the next."""
    revision = summary.revision + 1 if revision is None else revision
    seated = summary.substitutions
    if isinstance(event, SeatsChanged):
        seated = substitutions_module.change_seats(seated, event)
    return MatchSummary(
        score_sheet.evolve_opening(summary.opening, event),
        score_sheet.evolve(summary.sheet, event),
        seated,
        disputes_module.evolve(summary.disputes, event, revision),
        revision,
        _evolve_link(summary.link, event),
        _evolve_seat_links(summary.seat_links, event),
    )


def _evolve_link(link: str | None, event: MatchEvent) -> str | None:
    """The valid link of the table after one more event. It was for those who sat there, and for results alone."""
    match event:
        case TableLinkOpened():
            return event.link
        case TableLinkClosed() | SeatsChanged() | SeatsLeft() | LevelChosen():
            return None
        case _:
            return link


def _evolve_seat_links(links: tuple[SeatLink, ...], event: MatchEvent) -> tuple[SeatLink, ...]:
    """The valid links of seats after one more event. They were for those who sat there, and for play on phones."""
    match event:
        case SeatLinkOpened():
            return (*(each for each in links if each.seat != event.seat), SeatLink(event.seat, event.link))
        case SeatLinkTaken():
            return tuple(each._replace(phone=event.phone) if each.seat == event.seat else each for each in links)
        case SeatLinkClosed():
            return tuple(each for each in links if each.seat != event.seat)
        case SeatsChanged() | LevelChosen():
            return ()
        case _:
            return links


def fold(events: Sequence[MatchEvent]) -> MatchSummary:
    """The match that *events* make, from its first on."""
    first, *rest = events
    summary = start(first)
    for event in rest:
        summary = evolve(summary, event)
    return summary
