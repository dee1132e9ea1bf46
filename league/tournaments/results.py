"""The results of a tournament's matches, straight from the log."""

from league.matches import outcomes
from league.matches.domain.match import Match
from league.tournaments.domain.results import MatchResult, Results
from league.tournaments.domain.tournament import Tournament


def match_results(tournament: Tournament) -> Results:
    """How every match of the published rounds stands, by its id."""
    return {match_id: match_result(each) for match_id, each in outcomes.match_results(match_ids(tournament)).items()}


def match_ids(tournament: Tournament) -> list[str]:
    """The ids of the matches of all published rounds."""
    return [table.match for round_ in tournament.published for table in round_.tables if table.match]


def match_result(each: outcomes.MatchResult) -> MatchResult:
    """A result from what is remembered of its match."""
    return MatchResult(
        each.outcome, each.seats, each.points, each.wins, each.winners, each.games, each.absent, each.origins
    )


def preview_result(match: Match, known: MatchResult) -> MatchResult:
    """How a match stands that is in no log yet, where it stood as *known*."""
    sums = match.totals()
    return MatchResult(
        match.outcome,
        match.opened.seats,
        sums.points if match.scores else (),
        sums.wins if match.scores else (),
        sums.winners,
        len(match.scores),
        match.sheet.away.union(match.sheet.absent),
        known.origins,
    )
