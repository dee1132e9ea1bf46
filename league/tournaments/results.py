"""The results of a tournament's matches, straight from the log."""

from datetime import datetime

from league.eventlog import store
from league.eventlog.store import ends_at
from league.matches import outcomes
from league.matches import repository as match_repository
from league.standings.types import MatchResult
from league.tournaments.domain.results import Results
from league.tournaments.domain.tournament import Tournament, replay
from league.tournaments.repository import decode, tournaments


def match_results(tournament: Tournament) -> Results:
    """How every match of the published rounds stands, by its id."""
    return outcomes.match_results(match_ids(tournament))


def match_ids(tournament: Tournament) -> list[str]:
    """The ids of the matches of all published rounds."""
    return [table.match for round_ in tournament.published for table in round_.tables if table.match]


def tournament_at(tournament_id: str, at: datetime) -> tuple[int, Tournament] | None:
    """The number of its last event then and how it stood; None if there was none yet. Raises `Unknown`."""
    standing = tournaments.load(tournament_id)
    if standing.head.at <= at:
        return standing.head.seq, standing.state
    stream = tournaments.stream(tournament_id)
    last = ends_at([stream], at).get(stream)
    if last is None:
        return None
    return last, replay([decode(event) for event in store.read(stream).events if event.seq <= last])


def results_at(then: Tournament, at: datetime) -> Results:
    """How the matches of its published rounds stood then, by id; those that were not there yet are left out.

    Matches in which nothing has happened since are not read again.
    """
    streams = {match_repository.stream(match_id): match_id for match_id in match_ids(then)}
    then_ended, now_ended = ends_at(list(streams), at), store.ends(list(streams))
    same = [streams[stream] for stream, last in then_ended.items() if last == now_ended[stream]]
    found = dict(outcomes.match_results(same))
    others = [stream for stream, last in then_ended.items() if not _is_current(found.get(streams[stream]), last)]
    for stream, history in store.read_many(others, without=outcomes.MOVES).items():
        last = then_ended[stream]
        found[streams[stream]] = outcomes.fold_result([event for event in history if event.seq <= last], last)
    return found


def _is_current(known: MatchResult | None, revision: int) -> bool:
    """Whether a match is known as it stood at this revision; something may have happened while it was looked up."""
    return known is not None and known.revision == revision
