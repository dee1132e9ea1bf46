"""Until when a match can be appealed, straight from the log, and who may rule on it."""

from datetime import datetime, timedelta
from typing import NamedTuple

from league.clubs.models import Membership, Player
from league.errors import Unknown
from league.eventlog import store
from league.matches import repository as match_repository
from league.matches.domain.appeals import APPEAL_HOURS
from league.matches.domain.match import Match
from league.tournaments.repository import tournaments

_ENDS = ("match.ended", "match.forfeited", "match.voided")
_RULING = "ruling.given"
_JUDGES = (Membership.Role.ARBITER, Membership.Role.ORGANISER)


class Windows(NamedTuple):
    """Hours in which the end of a match, and a ruling, can be appealed; `closes`: when the former are over.

    `closes` is None while the match lasts.
    """

    match: timedelta
    ruling: timedelta
    closes: datetime | None


def windows(match_id: str, match: Match) -> Windows:
    """The deadlines of a match: those of its tournament, or the default ones.

    If a correction ends a match again, it can be appealed again. If a ruling does, only the ruling can be appealed.
    """
    match_hours, ruling_hours = _hours(match.opened.tournament)
    ended = _end_time(match_id) if match.sheet.over else None
    hours = timedelta(hours=match_hours)
    return Windows(hours, timedelta(hours=ruling_hours), None if ended is None else ended + hours)


def judges(match: Match) -> frozenset[str]:
    """The accounts of the club's arbiters and organisers that have no seat in the match."""
    held = Membership.objects.filter(club_id=match.opened.club, role__in=_JUDGES).values_list("user_id", flat=True)
    seated = Player.objects.filter(id__in=[seat for seat in match.opened.seats if seat]).values_list(
        "user_id", flat=True
    )
    return frozenset(map(str, set(held) - set(seated)))


def _hours(tournament: str | None) -> tuple[int, int]:
    if tournament is None:
        return APPEAL_HOURS, APPEAL_HOURS
    try:
        chosen = tournaments.load(tournament).state.settings
    except Unknown:  # a match that names one has not always got it
        return APPEAL_HOURS, APPEAL_HOURS
    return chosen.appeal_hours, chosen.further_appeal_hours


def _end_time(match_id: str) -> datetime | None:
    events = store.read_kinds(match_repository.stream(match_id), (*_ENDS, _RULING))
    rulings = {event.command_id for event in events if event.kind == _RULING}
    ends = [event for event in events if event.kind != _RULING]
    own = [event.at for event in ends if event.command_id not in rulings] or [event.at for event in ends]
    return max(own, default=None)
