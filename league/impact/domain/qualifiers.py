"""Who goes on from a stage, before and after a decision."""

from typing import NamedTuple

from league.tournaments.domain.qualification import qualifiers
from league.tournaments.domain.results import Results
from league.tournaments.domain.tournament import Tournament


class QualifierChange(NamedTuple):
    """Who goes on from a group by its standings, best first, and who would.

    `frozen`: the qualification is decided already, and a correction alone does not change it.
    """

    stage: int
    group: int
    frozen: bool
    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def come(self) -> tuple[str, ...]:
        """Who would come in."""
        return tuple(entrant for entrant in self.after if entrant not in self.before)

    @property
    def fall(self) -> tuple[str, ...]:
        """Who would fall out."""
        return tuple(entrant for entrant in self.before if entrant not in self.after)


def qualifier_changes(tournament: Tournament, before: Results, after: Results) -> tuple[QualifierChange, ...]:
    """Every group of a stage that another one follows from which others would go on, or the same in another order."""
    there = {entry.id for entry in tournament.active}
    found = []
    for stage in tournament.stages:
        if stage.number + 1 >= len(tournament.settings.stages):
            continue
        frozen = tournament.qualified.get(stage.number, ())
        asked = there.union(*frozen)
        for group in range(len(stage.groups)):
            old = qualifiers(tournament, before, stage, group, asked)
            new = qualifiers(tournament, after, stage, group, asked)
            if old != new:
                found.append(QualifierChange(stage.number, group, bool(frozen), old, new))
    return tuple(found)
