"""How an entrant came to a place in a knockout: its tables one after another, and who got further."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.errors import gettext_noop
from league.seating.knockout.bracket import Bracket, Node, NodeResult
from league.seating.knockout.progress import BracketProgress
from league.seating.types import Sentence
from league.tournaments.domain.results import Results, is_decided_by_seed, node_results
from league.tournaments.domain.standings import standing_rows, tournament_after_round, withdrawals
from league.tournaments.domain.tournament import StageState, Tournament

WON = gettext_noop("Won against {other_id}.")
LOST = gettext_noop("Lost to {other_id}.")
WITHOUT = gettext_noop("Advanced without playing: nobody else showed up.")
FIRST = gettext_noop("First without playing: nobody else showed up.")
ABSENT = gettext_noop("No-show.")
THROUGH = gettext_noop("Place {place} of {count}: advanced.")
PLACED = gettext_noop("Place {place} of {count}.")
TIED_FIRST = gettext_noop("Tied with {other_id}, and first as the better seed.")
TIED_SECOND = gettext_noop("Tied with {other_id}, who was the better seed.")
TIED_THROUGH = gettext_noop("Place {place} of {count}, after a tie that the seeding decided: advanced.")
TIED_PLACED = gettext_noop("Place {place} of {count}, after a tie that the seeding decided.")
BY_SEED = {WON: TIED_FIRST, LOST: TIED_SECOND, THROUGH: TIED_THROUGH, PLACED: TIED_PLACED}
OPEN = gettext_noop("Not decided yet.")


class Step(NamedTuple):
    """A table of the bracket: its name, and what became of somebody there; `decided`: where an official said so.

    `round` and `table` are None where nothing was played.
    """

    name: Sentence
    what: Sentence
    round: int | None = None
    table: int | None = None
    decided: bool = False


class BracketPath(NamedTuple):
    """The steps that led to a place, and how many others came further or just as far."""

    rank: int
    further: int
    level: int
    steps: tuple[Step, ...]


def bracket_path(
    tournament: Tournament, results: Results, stage: StageState, entrant: str, upto: int | None = None
) -> BracketPath | None:
    """The path of an entrant through the bracket of the stage, now or as it was after round *upto*.

    None where the stage is no knockout. KeyError if the entrant is not in it.
    """
    if stage.bracket is None:
        return None
    ranks = {row.entrant: row.rank for row in standing_rows(tournament, results, stage, upto=upto)}
    own = ranks[entrant]
    further = sum(rank < own for rank in ranks.values())
    level = sum(rank == own for rank in ranks.values()) - 1
    return BracketPath(
        own, further, level, tuple(_steps(tournament_after_round(tournament, upto), results, stage.bracket, entrant))
    )


class _BracketState(NamedTuple):
    """A bracket with the results of its nodes, and its progress."""

    bracket: Bracket
    results: Mapping[str, NodeResult]
    progress: BracketProgress


def _steps(then: Tournament, results: Results, bracket: Bracket, entrant: str) -> Iterator[Step]:
    orders = node_results(then, results)[0]
    played = _BracketState(bracket, orders, BracketProgress(bracket, orders, withdrawals(then)))
    at = {table.node: (round_, table) for round_ in then.published for table in round_.tables if table.node}
    for node in bracket.nodes:
        if (what := _outcome(played, node, entrant)) is None:
            continue
        if node.id not in at:
            yield Step(node.label, what)
        else:
            round_, table = at[node.id]
            if what.text in BY_SEED and is_decided_by_seed(then, round_, table, results):
                what = Sentence(BY_SEED[what.text], what.params)
            yield Step(node.label, what, round_.number, table.number, table.number in round_.ties)


def _outcome(played: _BracketState, node: Node, entrant: str) -> Sentence | None:
    """How the entrant did at a node; None if it was not there."""
    result = played.results.get(node.id)
    if result is None:
        return _outcome_without_play(played, node, entrant)
    if entrant in result.absent:
        return Sentence(ABSENT)
    if entrant not in result.order:
        return None
    if len(result.order) == 1:
        return _walkover(played, node)
    place, there = result.order.index(entrant) + 1, len(result.order)
    if len(node.slots) == 2:
        return Sentence(WON if place == 1 else LOST, {"other_id": result.order[2 - place]})
    goes_on = node.id in played.progress.follows and place <= played.bracket.advance
    return Sentence(THROUGH if goes_on else PLACED, {"place": place, "count": there})


def _outcome_without_play(played: _BracketState, node: Node, entrant: str) -> Sentence | None:
    if entrant not in played.progress.live[node.id]:
        return None
    if node.id not in played.progress.orders:
        return Sentence(OPEN)
    needless = played.bracket.double and node is played.bracket.nodes[-1] and () in played.progress.came[node.id]
    return None if needless else _walkover(played, node)


def _walkover(played: _BracketState, node: Node) -> Sentence:
    return Sentence(WITHOUT if node.id in played.progress.follows else FIRST)
