"""Rounds in which some entrants must meet again, since the field is too small for so many rounds."""

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from league.seating.errors import FieldImpossible
from league.seating.table_sizes import fit_tables
from league.tournaments.domain.settings.model import Settings
from league.tournaments.domain.tournament import Tournament

WITHOUT_REPEATS = ("swiss", "fixed")  # formats with a number of rounds that are drawn to avoid repeats


class StageRepeats(NamedTuple):
    """From `round` of the stage on (counted from 1), some of the `entrants` of a group meet again whatever is drawn."""

    stage: int
    entrants: int
    round: int


def certain_repeats(tournament: Tournament) -> Iterator[StageRepeats]:
    """For stages whose field is known: the current one, or the first one with those who have entered so far."""
    stage, settings = tournament.stage, tournament.settings
    active = {entry.id for entry in tournament.active}
    if tournament.over or not settings.stages:
        return
    if stage is None:
        fewest, number = len(active) // settings.stages[0].groups, 0
    else:
        fewest, number = min(len(active.intersection(group)) for group in stage.groups), stage.number
    rules = settings.stages[number]
    first = _first_repeat(settings, fewest)
    if rules.format in WITHOUT_REPEATS and rules.rounds and first is not None and first <= rules.rounds:
        yield StageRepeats(number, fewest, first)


def _first_repeat(settings: Settings, entrants: int) -> int | None:
    """The first round that has more meetings in it and before it than there are pairs."""
    try:
        tables, _ = fit_tables(entrants, settings.sizes, settings.preferred)
    except FieldImpossible:
        return None
    meetings = sum(comb(size, 2) for size in tables)
    return comb(entrants, 2) // meetings + 1 if meetings else None
