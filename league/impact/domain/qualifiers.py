"""Who advances from a stage, before and after a decision."""

from typing import NamedTuple

from league.tournaments.domain.qualification import qualifiers
from league.tournaments.domain.results import Results
from league.tournaments.domain.tournament import Tournament


class QualifierChange(NamedTuple):
    """Who advances from a group by its standings, best first, before and after.

    `frozen`: the qualification is already decided, and a correction alone does not change it.
    """

    stage: int
    group: int
    frozen: bool
    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def come(self) -> tuple[str, ...]:
        return tuple(entrant for entrant in self.after if entrant not in self.before)

    @property
    def fall(self) -> tuple[str, ...]:
        return tuple(entrant for entrant in self.before if entrant not in self.after)


def qualifier_changes(tournament: Tournament, before: Results, after: Results) -> tuple[QualifierChange, ...]:
    """The groups from which others would advance to the next stage, or the same entrants in another order."""
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
