"""Who qualifies from a stage: by its standings, for certain, and as it was decided."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from league.standings.reachable.ranks import PossibleRanks
from league.tournaments.domain.results import Results
from league.tournaments.domain.standings import standing_rows, strict_order, withdrawals
from league.tournaments.domain.tournament import StageState, Tournament


class CutTie(NamedTuple):
    """Entrants of a group who share a rank across the cut, in the order of the seeding, and how many places they fill.

    `lot`: whether the lot, rather than the seeding, separates those who would qualify by it from those who would not.
    """

    group: int
    entrants: tuple[str, ...]
    places: int
    lot: bool


def qualifiers(
    tournament: Tournament, results: Results, stage: StageState, group: int, there: Collection[str]
) -> tuple[str, ...]:
    """Who qualifies from a group on current standings, best first, out of those who are *there*.

    Tied entrants are in the order that an organiser decided with the qualification, else in that of the seeding.
    """
    places = {entrant: place for place, entrant in enumerate(tournament.decided.get(stage.number, ()))}
    left = _remaining(tournament, results, stage, group, there)
    left.sort(key=lambda each: (each[0], places.get(each[1], len(places))))
    return tuple(entrant for _, entrant in left[: stage.rules.qualify])


def ties_at_the_cut(tournament: Tournament, results: Results, stage: StageState) -> list[CutTie]:
    """By group, the entrants still in the tournament whose tie leaves open who qualifies."""
    there = {entry.id for entry in tournament.active}
    groups = range(len(stage.groups))
    left = {group: _remaining(tournament, results, stage, group, there) for group in groups}
    cut = stage.rules.qualify
    return [tie for group in groups if cut and (tie := _tie(tournament, group, left[group], cut))]


def _tie(tournament: Tournament, group: int, left: Sequence[tuple[int, str]], cut: int) -> CutTie | None:
    """The tie of those *left*, by rank, across the first *cut* of them."""
    if cut >= len(left) or left[cut - 1][0] != left[cut][0]:
        return None
    level = [entrant for rank, entrant in left if rank == left[cut][0]]
    places = sum(rank == left[cut][0] for rank, _ in left[:cut])
    seeds = {tournament.entries[entrant].seed for entrant in level[places - 1 : places + 1]}
    return CutTie(group, tuple(level), places, lot=len(seeds) == 1)


class Successors(NamedTuple):
    """Who qualifies from a group instead of those who withdrew after the qualification, and their `tie` for that."""

    entrants: tuple[str, ...]
    tie: CutTie | None


def successors(tournament: Tournament, results: Results, stage: StageState, group: int) -> Successors:
    """The next of the group on current standings, tied ones in the order that an organiser decided."""
    kept, there = tournament.qualified[stage.number][group], {entry.id for entry in tournament.active}
    gaps = len(kept) - len(there.intersection(kept))
    if not gaps:
        return Successors((), None)
    places = {entrant: place for place, entrant in enumerate(tournament.decided.get(stage.number, ()))}
    left = _remaining(tournament, results, stage, group, there.difference(kept))
    tie = _tie(tournament, group, left, gaps)
    left.sort(key=lambda each: (each[0], places.get(each[1], len(places))))
    return Successors(tuple(entrant for _, entrant in left[:gaps]), tie)


def _remaining(
    tournament: Tournament, results: Results, stage: StageState, group: int, there: Collection[str]
) -> list[tuple[int, str]]:
    """(rank, entrant) of those of a group who are *there*, tied ones in the order of the seeding."""
    ranks = {row.entrant: row.rank for row in standing_rows(tournament, results, stage, group)}
    return [
        (ranks[entrant], entrant) for entrant in strict_order(tournament, results, stage, group) if entrant in there
    ]


def qualifiers_by_table(tournament: Tournament, results: Results, stage: StageState) -> tuple[tuple[str, ...], ...]:
    """By group, who would qualify on current standings from a stage whose qualification is decided.

    Those who did qualify count as being there, even if they have withdrawn since.
    """
    kept = tournament.qualified[stage.number]
    there = {entry.id for entry in tournament.active}.union(*kept)
    return tuple(qualifiers(tournament, results, stage, group, there) for group in range(len(kept)))


def qualification_by_entrant(
    tournament: Tournament, stage: StageState, group: int, possible: Mapping[str, PossibleRanks]
) -> Mapping[str, bool | None]:
    """By entrant of a group, whether it qualifies; None while that is open, or where all do.

    Once the qualification is decided, later results do not change it. Before that, a withdrawn entrant does not qualify
    and makes room for one more. *possible* are the ranks that can still be reached.
    """
    if stage.number in tournament.qualified:
        frozen = tournament.qualified[stage.number][group]
        return {entrant: entrant in frozen for entrant in stage.groups[group]}
    if (cut := stage.rules.qualify) is None:
        return {}
    gone = withdrawals(tournament).intersection(stage.groups[group])
    found: dict[str, bool | None] = dict.fromkeys(gone, False)
    for entrant, may in possible.items():
        if entrant not in gone:
            found[entrant] = True if may.clinched(cut) else False if may.eliminated(cut + len(gone)) else None
    return found


class FrozenQualification(NamedTuple):
    """Who qualifies from a group as it was decided, best first.

    `though`: those of them who would not qualify on current standings; `instead_of`: who would.
    """

    entrants: tuple[str, ...]
    though: tuple[str, ...]
    instead_of: tuple[str, ...]


def frozen_qualification(
    tournament: Tournament, results: Results, stage: StageState, group: int
) -> FrozenQualification | None:
    """The qualification of a group beside its current standings; None until it is decided."""
    if stage.number not in tournament.qualified:
        return None
    kept = tournament.qualified[stage.number][group]
    by_table = qualifiers_by_table(tournament, results, stage)[group]
    return FrozenQualification(
        kept,
        tuple(entrant for entrant in kept if entrant not in by_table),
        tuple(entrant for entrant in by_table if entrant not in kept),
    )
