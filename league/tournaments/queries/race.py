"""Who stood where after each round, who has moved since, and who met whom, for pages of a tournament."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import msgspec

from league.common.actor import Actor
from league.standings.table import Standing
from league.standings.types import Outcome, TableResult
from league.tournaments.domain.results import Results, table_results
from league.tournaments.domain.standings import counting_stages, standing_rows
from league.tournaments.domain.tournament import StageState, Tournament
from league.tournaments.queries.detail import Names, entrant_names, tournament_as_of
from league.tournaments.queries.standings import TournamentStandings

MOST_MET = 60  # entrants in the table of meetings, which has a cell for each two
PLAYED = (Outcome.REPORTED, Outcome.CONFIRMED)


class Place(msgspec.Struct, frozen=True):
    """Of an entrant after a round."""

    rank: int
    row: int  # in the standings of its group, from 0: equal ranks have different rows
    score: str


class Runner(msgspec.Struct, frozen=True):
    """One entrant."""

    entrant: str
    name: str | None
    places: list[Place | None]  # after each round; None: not in the field yet


class Race(msgspec.Struct, frozen=True):
    """The rounds of a stage with a result, for one group. Runners are in the order of the last standings."""

    group: int
    rounds: list[int]
    runners: list[Runner]


class MeetingRow(msgspec.Struct, frozen=True):
    name: str | None
    times: list[int]  # with each row of the table


class Meetings(msgspec.Struct, frozen=True):
    """How often two entrants sat at one table at which both played, in the order of the standings."""

    rows: list[MeetingRow]


class Charts(msgspec.Struct, frozen=True):
    races: list[Race]
    meetings: Meetings


def charts(tournament_id: str, actor: Actor) -> Charts:
    """Races and meetings in the current stage, with the stages whose results count in it. Raises `Unknown`.

    A knockout has a bracket instead of a race, and a field of more than `MOST_MET` no table of meetings.
    """
    _, tournament, results = tournament_as_of(tournament_id, actor, None)
    stage, names = tournament.stage, entrant_names(tournament)
    if stage is None:
        return Charts([], Meetings([]))
    played = _played(tournament, results, stage)
    races = []
    if stage.bracket is None:
        rounds = sorted({each.round for each in played})
        for group in range(len(stage.groups)):
            tables = [standing_rows(tournament, results, stage, group, upto=number) for number in rounds]
            races.append(_race(group, rounds, tables, names))
    order = [row.entrant for row in standing_rows(tournament, results, stage)]
    return Charts(races, _meetings(order if len(order) <= MOST_MET else [], played, names))


def movement(found: TournamentStandings, actor: Actor) -> Mapping[str, int]:
    """How many places each entrant of the standings *found* has gained since the round before the last one.

    Only rounds with a result count. Empty in a first round and in a knockout. Raises `Unknown`.
    """
    _, tournament, results = tournament_as_of(found.tournament, actor, found.at)
    stage = None if found.stage is None else tournament.stages[found.stage]
    if stage is None or stage.bracket is not None:
        return {}
    rounds = sorted({each.round for each in _played(tournament, results, stage)})
    if found.upto is not None:
        rounds = [number for number in rounds if number <= found.upto]
    if len(rounds) < 2:
        return {}
    before = rounds[-2]
    gained: dict[str, int] = {}
    for group in found.groups:
        ranks = {row.entrant: row.rank for row in standing_rows(tournament, results, stage, group.group, upto=before)}
        gained |= {row.entrant: ranks.get(row.entrant, row.rank) - row.rank for row in group.rows}
    return gained


def _played(tournament: Tournament, results: Results, stage: StageState) -> list[TableResult]:
    """The tables with a result in the stages that count in this one."""
    found = table_results(tournament, results, counting_stages(tournament, stage))
    return [each for each in found if each.outcome in PLAYED]


def _race(group: int, rounds: list[int], tables: Sequence[Sequence[Standing]], names: Names) -> Race:
    """The race of a group by its standings after each round."""
    places = [
        {each.entrant: Place(each.rank, row, str(each.score)) for row, each in enumerate(table)} for table in tables
    ]
    order = places[-1] if places else ()
    return Race(group, rounds, [Runner(each, names.get(each), [known.get(each) for known in places]) for each in order])


def _meetings(order: list[str], tables: Iterable[TableResult], names: Names) -> Meetings:
    times: Counter[frozenset[str]] = Counter()
    for table in tables:
        came = [entrant for seat, entrant in enumerate(table.entrants) if seat not in table.absent - table.left]
        times.update(map(frozenset, combinations(came, 2)))
    return Meetings([MeetingRow(names.get(one), [times[frozenset((one, other))] for other in order]) for one in order])
