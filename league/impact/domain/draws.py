"""Later rounds drawn once more: which of them a decision would have drawn otherwise.

A round is drawn from what it stored, its seed, its field and its algorithm, with that part of everybody's history
changed which the decision changes. Where it changes none of it, the draw is left alone. Where it leaves a table of an
earlier round to be played, there would be no draw at all yet.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from league.errors import LeagueError
from league.seating.draw import draw_all_rounds, draw_round
from league.seating.knockout.bracket import resolve
from league.seating.types import Draw, Inputs
from league.tournaments.domain.draw.inputs import draw_inputs
from league.tournaments.domain.results import Results, missing_results, node_results
from league.tournaments.domain.standings import withdrawals
from league.tournaments.domain.tournament import Round, StageState, Table, Tournament
from league.tournaments.errors import ResultsMissing


class DrawChange(NamedTuple):
    """A round that would have been drawn otherwise.

    `gone`: its tables that there would not be; `instead`: (group, entrants by seat) of those that there would; `out`:
    who would sit out and does not. `by_hand`: somebody changed the draw before it was published. `impossible`: the
    code of the error where there would be no draw at all.
    """

    round: int
    published: bool
    by_hand: bool
    gone: tuple[Table, ...]
    instead: tuple[tuple[int, tuple[str, ...]], ...]
    out: tuple[str, ...] = ()
    impossible: str | None = None


class _ChangedDraw(NamedTuple):
    """The part of a round that would be another one; no draw where none is possible."""

    drawn: Draw
    new: Draw | None
    group: int
    impossible: str | None = None


def draw_changes(tournament: Tournament, before: Results, after: Results, number: int) -> tuple[DrawChange, ...]:
    """Rounds after round *number*, a draft too, that would have been drawn otherwise."""
    found: list[DrawChange] = []
    for round_ in tournament.rounds:
        if round_.number > number:
            stage = tournament.stages[round_.stage]
            change = _swiss if stage.bracket is None else _knockout
            other = change(tournament, before, after, round_, stage, number)
            if other is not None:
                found.append(other)
    return tuple(found)


def _tournament_before(tournament: Tournament, number: int) -> Tournament:
    """The tournament with the rounds before round *number* alone."""
    return tournament._replace(
        rounds=tuple(each for each in tournament.rounds if each.number < number),
        penalties=tuple(each for each in tournament.penalties if each.round < number),
    )


def _swiss(
    tournament: Tournament, before: Results, after: Results, round_: Round, stage: StageState, number: int
) -> DrawChange | None:
    others = [
        *_draw_differences(tournament, before, after, round_, stage),
        *_schedule_differences(tournament, before, after, round_, stage, number),
    ]
    if not others:
        return None
    groups = {other.group for other in others}
    new = {(other.group, table.seats) for other in others if other.new for table in other.new.tables}
    there = [table for table in round_.tables if table.group in groups]
    seated = {(table.group, table.seats) for table in there}
    resting = {entrant for _, entrant in round_.byes}
    return DrawChange(
        round_.number,
        round_.published,
        round_.parts != round_.drawn,
        tuple(table for table in there if (table.group, table.seats) not in new),
        tuple(sorted(new - seated)),
        tuple(entrant for other in others if other.new for entrant in other.new.out if entrant not in resting),
        next((other.impossible for other in others if other.impossible), None),
    )


def _draw_differences(
    tournament: Tournament, before: Results, after: Results, round_: Round, stage: StageState
) -> Iterator[_ChangedDraw]:
    then = _tournament_before(tournament, round_.number)
    for part in round_.drawn:
        if part.inputs is None or part.group >= len(stage.groups):
            continue
        if _loses_result(then, before, after, stage, part.group):
            yield _ChangedDraw(part.draw, None, part.group, ResultsMissing.code)
            continue
        given = _input_changes(then, before, after, stage, part.group, part.inputs)
        if given is None:
            continue
        try:
            new = draw_round(given)
        except LeagueError as error:
            yield _ChangedDraw(part.draw, None, part.group, error.code)
        else:
            if _differ(part.draw, new):
                yield _ChangedDraw(part.draw, new, part.group)


def _schedule_differences(
    tournament: Tournament, before: Results, after: Results, round_: Round, stage: StageState, number: int
) -> Iterator[_ChangedDraw]:
    """Rounds of a schedule that was drawn up after round *number*."""
    index = round_.number - stage.plans_from
    if stage.plans_from <= number or index < 0:
        return
    then = _tournament_before(tournament, stage.plans_from)
    for part in round_.drawn:
        if part.inputs is not None or part.group >= len(stage.plans):
            continue
        plan = stage.plans[part.group]
        given = _input_changes(then, before, after, stage, part.group, plan.inputs)
        if given is None or index >= len(plan.rounds):
            continue
        try:
            new = draw_all_rounds(given)
        except LeagueError as error:
            yield _ChangedDraw(part.draw, None, part.group, error.code)
        else:
            if index >= len(new) or _differ(plan.rounds[index], new[index]):
                yield _ChangedDraw(part.draw, new[index] if index < len(new) else None, part.group)


def _loses_result(then: Tournament, before: Results, after: Results, stage: StageState, group: int) -> bool:
    """Whether the decision takes a result away from which the group was drawn."""
    return any(
        table.group == group
        and table.number in set(missing_results(then, each, after)) - set(missing_results(then, each, before))
        for each in then.published
        if each.stage == stage.number
        for table in each.tables
    )


def _input_changes(
    then: Tournament, before: Results, after: Results, stage: StageState, group: int, stored: Inputs
) -> Inputs | None:
    """What a draw would have been made from; None if the decision changes nothing of it."""
    there = [seeker.id for seeker in stored.seekers]

    def of(results: Results) -> Inputs:
        return draw_inputs(then, results, stage, group, algorithm=stored.algorithm, seed=stored.seed, there=there)

    old, new = of(before), of(after)
    return None if old == new else msgspec.structs.replace(stored, seekers=new.seekers)


def _differ(one: Draw, other: Draw) -> bool:
    return _tables(one) != _tables(other) or set(one.out) != set(other.out)


def _tables(draw: Draw) -> set[tuple[str, ...]]:
    return {table.seats for table in draw.tables}


def _knockout(
    tournament: Tournament, before: Results, after: Results, round_: Round, stage: StageState, number: int
) -> DrawChange | None:
    then = _tournament_before(tournament, round_.number)
    old, new = _ready(then, before, stage), _ready(then, after, stage)
    other = {node for node in old.keys() | new.keys() if old.get(node) != new.get(node)}
    gone = tuple(table for table in round_.tables if table.node in other)
    if not gone:
        return None
    instead = tuple((table.group, new[table.node]) for table in gone if table.node in new)
    return DrawChange(round_.number, round_.published, round_.parts != round_.drawn, gone, instead)


def _ready(then: Tournament, results: Results, stage: StageState) -> dict[str | None, tuple[str, ...]]:
    """The nodes of a knock-out that can be played next, with who would meet there."""
    if stage.bracket is None:
        return {}
    state = resolve(stage.bracket, node_results(then, results)[0], withdrawals(then))
    return {node: state.entrants[node] for node in state.ready}
