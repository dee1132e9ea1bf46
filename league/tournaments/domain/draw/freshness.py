"""Whether a draft is up to date: its round would still be drawn from the same inputs."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from games.errors import Phrase
from league.seating.knockout.bracket import resolve
from league.seating.types import Inputs
from league.tournaments.domain.draw.field import misplaced_entrants
from league.tournaments.domain.draw.inputs import draw_inputs
from league.tournaments.domain.qualification import qualifiers_by_table
from league.tournaments.domain.results import Results, confirmed_results, node_results
from league.tournaments.domain.standings import withdrawals
from league.tournaments.domain.tournament import Round, StageState, Tournament
from league.tournaments.errors import DraftOutdated


def require_current(tournament: Tournament, results: Results, stage: StageState, draft: Round) -> None:
    """Raise DraftOutdated if the field, results, penalties or settings that the draft depends on changed since.

    A scheduled round depends on its schedule, and so on the field alone. The first round of a later stage depends on
    the standings of the stage before it, even though who qualified is decided: a new draft keeps that.
    """
    if stage.bracket is None:
        wrong = misplaced_entrants(tournament, stage, draft)
    else:
        placed = {entrant for table in draft.tables for entrant in table.seats}
        wrong = sorted(placed & withdrawals(tournament))
    if wrong:
        raise DraftOutdated(why=Phrase("the field has changed since the draw"), entrants=", ".join(wrong))
    changed = sorted(_moved_entrants(tournament, results, stage, draft) if stage.bracket else ())
    why = Phrase("results have changed since the draw")
    if stage.bracket is None:
        for old, new in _inputs(tournament, results, stage, draft):
            changed += sorted(_changed_entrants(old, new))
            if replace(old, seekers=()) != replace(new, seekers=()):
                why = Phrase("the settings have changed since the draw")
            elif changed:
                why = Phrase("results or points have changed since the draw")
    if not changed and (changed := sorted(_requalified_entrants(tournament, results, stage, draft))):
        why = Phrase("the standings that decided who qualified have changed since the draw")
    if changed:
        raise DraftOutdated(why=why, entrants=", ".join(changed))


def standing_qualifiers(tournament: Tournament, results: Results, stage: StageState) -> tuple[tuple[str, ...], ...]:
    """Who would qualify for the stage by the standings now, by group. Nobody once it has a published round."""
    if stage.number == 0 or tournament.rounds_played(stage):
        return ()
    return qualifiers_by_table(tournament, results, tournament.stages[stage.number - 1])


def _requalified_entrants(tournament: Tournament, results: Results, stage: StageState, draft: Round) -> set[str]:
    """Entrants who would qualify, drop out or change places by the standings now, compared to those of the draw."""
    if not draft.qualifiers:  # a first stage, or a draft made before this was recorded
        return set()
    now = standing_qualifiers(tournament, results, stage)
    before, after = (
        {entrant: place for group in groups for place, entrant in enumerate(group)}
        for groups in (draft.qualifiers, now)
    )
    return {entrant for entrant in before.keys() | after.keys() if before.get(entrant) != after.get(entrant)}


def _inputs(
    tournament: Tournament, results: Results, stage: StageState, draft: Round
) -> Iterator[tuple[Inputs, Inputs]]:
    """For each group that was drawn by itself: what it was drawn from, and what it would be drawn from now."""
    for part in draft.parts:
        if part.inputs is not None:
            stored = part.inputs
            now = draw_inputs(tournament, results, stage, part.group, algorithm=stored.algorithm, seed=stored.seed)
            yield stored, now


def _changed_entrants(old: Inputs, new: Inputs) -> set[str]:
    """Entrants whose history has changed, or all of them if the settings have."""
    before, after = ({seeker.id: seeker for seeker in each.seekers} for each in (old, new))
    everybody = before.keys() | after.keys()
    if replace(old, seekers=()) != replace(new, seekers=()):
        return set(everybody)
    return {entrant for entrant in everybody if before.get(entrant) != after.get(entrant)}


def _moved_entrants(tournament: Tournament, results: Results, stage: StageState, draft: Round) -> set[str]:
    """Entrants at tables of a knockout that would have other players by now."""
    there = _ready(tournament, results, stage)
    moved = set[str]()
    for table in draft.tables:
        now = there.get(table.node or "", frozenset())
        if now != frozenset(table.seats):
            moved |= now.symmetric_difference(table.seats) if now else set(table.seats)
    return moved


def _ready(tournament: Tournament, results: Results, stage: StageState) -> Mapping[str, frozenset[str]]:
    """Who would meet at the tables that can be played next; a tie that is not decided leaves its successor open."""
    if stage.bracket is None:
        return {}
    orders, _ = node_results(tournament, confirmed_results(tournament, results))
    state = resolve(stage.bracket, orders, withdrawals(tournament))
    return {node: frozenset(state.entrants[node]) for node in state.ready}
