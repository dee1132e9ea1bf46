"""Later rounds that would have been drawn differently after a decision.

A round is drawn again from its stored seed, field and algorithm, with only that part of the entrants' history changed
that the decision changes. Where it changes none of it, the draw stays. Where it leaves a table of an earlier round
without a result, there would be no draw yet.
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
    """A round that would have been drawn differently.

    `gone`: its tables that would not exist; `instead`: (group, entrants by seat) of those that would; `out`: entrants
    who would have a bye and have none. `by_hand`: the draw was changed before it was published. `impossible`: the code
    of the error where no draw would be possible.
    """

    round: int
    published: bool
    by_hand: bool
    gone: tuple[Table, ...]
    instead: tuple[tuple[int, tuple[str, ...]], ...]
    out: tuple[str, ...] = ()
    impossible: str | None = None


class _ChangedDraw(NamedTuple):
    """The new draw of a group, or why none is possible."""

    group: int
    new: Draw | None
    impossible: str | None = None


class _Decision(NamedTuple):
    """A tournament with its results before and after a decision on a match of round `number`."""

    tournament: Tournament
    before: Results
    after: Results
    number: int

    def at(self, number: int) -> Tournament:
        """The tournament with only the rounds before round *number*."""
        return self.tournament._replace(
            rounds=tuple(each for each in self.tournament.rounds if each.number < number),
            penalties=tuple(each for each in self.tournament.penalties if each.round < number),
        )


def draw_changes(tournament: Tournament, before: Results, after: Results, number: int) -> tuple[DrawChange, ...]:
    """Rounds after round *number*, including a draft, that would have been drawn differently."""
    decision, found = _Decision(tournament, before, after, number), []
    for round_ in tournament.rounds:
        if round_.number > number:
            stage = tournament.stages[round_.stage]
            found.append(
                _swiss(decision, round_, stage) if stage.bracket is None else _knockout(decision, round_, stage)
            )
    return tuple(change for change in found if change is not None)


def _swiss(decision: _Decision, round_: Round, stage: StageState) -> DrawChange | None:
    others = [*_draw_differences(decision, round_, stage), *_schedule_differences(decision, round_, stage)]
    if not others:
        return None
    groups = {other.group for other in others}
    new = {(other.group, table.seats) for other in others if other.new for table in other.new.tables}
    there = [table for table in round_.tables if table.group in groups]
    seated = {(table.group, table.seats) for table in there}
    byes = {entrant for _, entrant in round_.byes}
    return DrawChange(
        round_.number,
        round_.published,
        round_.parts != round_.drawn,
        tuple(table for table in there if (table.group, table.seats) not in new),
        tuple(sorted(new - seated)),
        tuple(entrant for other in others if other.new for entrant in other.new.out if entrant not in byes),
        next((other.impossible for other in others if other.impossible), None),
    )


def _draw_differences(decision: _Decision, round_: Round, stage: StageState) -> Iterator[_ChangedDraw]:
    then = decision.at(round_.number)
    for part in round_.drawn:
        if part.inputs is None or part.group >= len(stage.groups):
            continue
        if _loses_result(decision, then, stage, part.group):
            yield _ChangedDraw(part.group, None, ResultsMissing.code)
            continue
        inputs = _changed_inputs(decision, then, stage, part.group, part.inputs)
        if inputs is None:
            continue
        try:
            new = draw_round(inputs)
        except LeagueError as error:
            yield _ChangedDraw(part.group, None, error.code)
        else:
            if _differ(part.draw, new):
                yield _ChangedDraw(part.group, new)


def _schedule_differences(decision: _Decision, round_: Round, stage: StageState) -> Iterator[_ChangedDraw]:
    """Rounds of a schedule that was drawn up after the round of the decision."""
    index = round_.number - stage.plans_from
    if stage.plans_from <= decision.number or index < 0:
        return
    then = decision.at(stage.plans_from)
    for part in round_.drawn:
        if part.inputs is not None or part.group >= len(stage.plans):
            continue
        plan = stage.plans[part.group]
        inputs = _changed_inputs(decision, then, stage, part.group, plan.inputs)
        if inputs is None or index >= len(plan.rounds):
            continue
        try:
            new = draw_all_rounds(inputs)
        except LeagueError as error:
            yield _ChangedDraw(part.group, None, error.code)
        else:
            if index >= len(new) or _differ(plan.rounds[index], new[index]):
                yield _ChangedDraw(part.group, new[index] if index < len(new) else None)


def _loses_result(decision: _Decision, then: Tournament, stage: StageState, group: int) -> bool:
    """Whether the decision removes a result from which the group was drawn."""
    return any(
        table.group == group and table not in missing_results(then, each, decision.before)
        for each in then.published
        if each.stage == stage.number
        for table in missing_results(then, each, decision.after)
    )


def _changed_inputs(
    decision: _Decision, then: Tournament, stage: StageState, group: int, stored: Inputs
) -> Inputs | None:
    """What a draw would have been made from. None if the decision changes nothing of it."""
    there = [seeker.id for seeker in stored.seekers]
    then = then._replace(settings=msgspec.structs.replace(then.settings, neighbours=stored.neighbours))
    old, new = (
        draw_inputs(then, results, stage, group, algorithm=stored.algorithm, seed=stored.seed, there=there)
        for results in (decision.before, decision.after)
    )
    return None if old == new else msgspec.structs.replace(stored, seekers=new.seekers)


def _differ(one: Draw, other: Draw) -> bool:
    return _tables(one) != _tables(other) or set(one.out) != set(other.out)


def _tables(draw: Draw) -> set[tuple[str, ...]]:
    return {table.seats for table in draw.tables}


def _knockout(decision: _Decision, round_: Round, stage: StageState) -> DrawChange | None:
    """Tables that would now have other players, even if an earlier correction was kept without that change."""
    then = decision.at(round_.number)
    old, new = _ready_nodes(then, decision.before, stage), _ready_nodes(then, decision.after, stage)
    other = {node for node in old.keys() | new.keys() if old.get(node) != new.get(node)}
    gone = tuple(
        table for table in round_.tables if table.node in other and set(new.get(table.node, ())) != set(table.seats)
    )
    if not gone:
        return None
    instead = tuple((table.group, new[table.node]) for table in gone if table.node in new)
    return DrawChange(round_.number, round_.published, round_.parts != round_.drawn, gone, instead)


def _ready_nodes(then: Tournament, results: Results, stage: StageState) -> dict[str | None, tuple[str, ...]]:
    """The nodes of a knock-out that can be played next, with who would meet there."""
    if stage.bracket is None:
        return {}
    state = resolve(stage.bracket, node_results(then, results)[0], withdrawals(then))
    return {node: state.entrants[node] for node in state.ready}
