"""Everything that a decision on a match changes, put together."""

from typing import NamedTuple
from uuid import UUID

from league.impact.domain.ratings import RatingChange
from league.impact.domain.row_diff import Change
from league.impact.domain.seasons import DivisionChange
from league.impact.domain.tournaments import TournamentEffects
from league.matches.domain.events import Forecast


class InTournament(NamedTuple):
    """What changes in the tournament of the match, looked at as of this revision."""

    id: str
    revision: int
    effects: TournamentEffects


class InSeason(NamedTuple):
    """What changes in a season in which the tournament counts; `closed`: its table is frozen and stays."""

    league: str
    season: int
    closed: bool
    divisions: tuple[DivisionChange, ...]


class InRatings(NamedTuple):
    """Whose ratings move, over all clubs (None) or in one; None where too many matches were rated `since`."""

    club: UUID | None
    since: int
    moved: tuple[RatingChange, ...] | None


class Effects(NamedTuple):
    """Everything that changes; `series`: the rows of the standings of the match's series."""

    tournament: InTournament | None
    seasons: tuple[InSeason, ...]
    series: tuple[Change, ...]
    ratings: tuple[InRatings, ...]

    @property
    def any(self) -> bool:
        """Whether anything changes."""
        return bool(self.seasons or self.series or self.ratings or (self.tournament and self.tournament.effects.any))

    def counted(self, position: int) -> Forecast:
        """How much changes, for the record."""
        found = None if self.tournament is None else self.tournament.effects
        rows = len(self.series) + (sum(len(each.rows) for each in found.tables) if found else 0)
        places = sum(len(each.rows) for season in self.seasons for each in season.divisions)
        moved = [None if each.moved is None else len(each.moved) for each in self.ratings if each.club is None]
        return Forecast(
            position,
            ranks=rows,
            qualifiers=sum(len(each.come) for each in found.qualifiers) if found else 0,
            rounds=len(found.draws) if found else 0,
            places=places + (len(found.ranking) if found else 0),
            ratings=moved[0] if moved else 0,
            rounds_left=found.plan.rounds_left if found else (),
            stages_left=found.plan.stages_left if found else (),
        )
