"""The results of a tournament's matches, straight from the log."""

from league.matches.domain.match import Match
from league.matches.outcomes import Standing, outcomes
from league.tournaments.domain.results import MatchResult, Results
from league.tournaments.domain.tournament import Tournament


def results_of(now: Tournament) -> Results:
    """How every match of the published rounds stands, by its id."""
    return {match_id: result_from(each) for match_id, each in outcomes(matches_of(now)).items()}


def matches_of(now: Tournament) -> list[str]:
    """The ids of the matches of all published rounds."""
    return [table.match for round_ in now.published for table in round_.tables if table.match]


def result_from(each: Standing) -> MatchResult:
    """A result from what is remembered of its match."""
    return MatchResult(
        each.outcome, each.seats, each.points, each.wins, each.winners, each.games, each.absent, each.origins
    )


def result_of(now: Match, known: MatchResult) -> MatchResult:
    """How a match stands that is in no log yet, where it stood as *known*."""
    sums = now.totals()
    return MatchResult(
        now.outcome,
        now.opened.seats,
        sums.points if now.scores else (),
        sums.wins if now.scores else (),
        sums.winners,
        len(now.scores),
        now.sheet.away.union(now.sheet.absent),
        known.origins,
    )
