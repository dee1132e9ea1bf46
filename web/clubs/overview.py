"""Lists of tournaments and matches with what their readers ask first: who leads, and who won."""

from collections.abc import Sequence
from uuid import UUID

from league.common.actor import Actor
from league.matches.queries.list import ListedMatch, MatchSeat
from league.matches.queries.totals import MatchScore, scores_of
from league.tournaments.queries.list import TournamentOverview
from league.tournaments.queries.standings_page import StandingPlace, standing_list

LEADERS = 4

Line = tuple[MatchSeat, int | None, bool]  # a seat, its points once there are any, and whether it won


def with_leaders(
    tournaments: Sequence[TournamentOverview], actor: Actor
) -> list[tuple[TournamentOverview, Sequence[StandingPlace]]]:
    """Each tournament with the first of its first stage, as the projection last saw them."""
    return [(each, standing_list(UUID(each.id), actor).first(LEADERS)) for each in tournaments]


def with_scores(matches: Sequence[ListedMatch]) -> list[tuple[ListedMatch, list[Line]]]:
    """Each match with its seats and their points."""
    scores = scores_of(each.id for each in matches)
    return [(each, _lines(each, scores.get(each.id))) for each in matches]


def _lines(match: ListedMatch, score: MatchScore | None) -> list[Line]:
    if score is None:
        return [(seat, None, False) for seat in match.seats]
    return [(seat, score.points[seat.seat], seat.seat in score.winners) for seat in match.seats]
