"""Everything that a decision on a match changes."""

from typing import NamedTuple
from uuid import UUID

from league.impact.domain.rows import Change, DivisionChange, RatingChange
from league.impact.domain.tournament import TournamentChanges
from league.matches.domain.events import Forecast


class TournamentEffects(NamedTuple):
    """What changes in the tournament of the match, as of its `revision`."""

    id: str
    revision: int
    changes: TournamentChanges


class SeasonEffects(NamedTuple):
    """What changes in a season in which the tournament counts. The table of a `closed` season stays frozen."""

    league: str
    season: int
    closed: bool
    divisions: tuple[DivisionChange, ...]


class RatingEffects(NamedTuple):
    """Whose ratings change, over all clubs (None) or in one.

    `since`: how many matches were rated since that day. `changes` is None if these are too many to compute.
    """

    club: UUID | None
    since: int
    changes: tuple[RatingChange, ...] | None


class Effects(NamedTuple):
    """Everything that changes. `series`: rows of the standings of the match's series."""

    tournament: TournamentEffects | None
    seasons: tuple[SeasonEffects, ...]
    series: tuple[Change, ...]
    ratings: tuple[RatingEffects, ...]

    @property
    def any(self) -> bool:
        return bool(self.seasons or self.series or self.ratings or (self.tournament and self.tournament.changes.any))

    def forecast(self, position: int) -> Forecast:
        """How much changes, to be recorded with the decision. *position*: how many events the log had."""
        found = None if self.tournament is None else self.tournament.changes
        rows = len(self.series) + (sum(len(each.rows) for each in found.tables) if found else 0)
        places = sum(len(each.rows) for season in self.seasons for each in season.divisions)
        rated = [None if each.changes is None else len(each.changes) for each in self.ratings if each.club is None]
        return Forecast(
            position,
            ranks=rows,
            qualifiers=sum(len(each.come) for each in found.qualifiers) if found else 0,
            rounds=len(found.draws) if found else 0,
            places=places + (len(found.ranking) if found else 0),
            ratings=rated[0] if rated else 0,
            rounds_left=found.plan.rounds_left if found else (),
            stages_left=found.plan.stages_left if found else (),
        )
