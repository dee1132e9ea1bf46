"""The standings of a tournament: one function behind pages, API, exports, cuts, seedings and draws."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from games.engine import Level, Table
from games.registry import engine
from league.seating.knockout.bracket import Bracket
from league.standings.reachable.absence_gains import absence_gains
from league.standings.reachable.bracket_places import display_places, possible_places
from league.standings.reachable.ranks import PossibleRanks, Prospects, fixed_ranks
from league.standings.reachable.table_bounds import Remaining
from league.standings.table import Figure, Standing, Standings
from league.standings.types import Entrant, TableResult
from league.tournaments.domain.leavers import settle_leavers
from league.tournaments.domain.results import Results, node_results, table_results
from league.tournaments.domain.tournament import StageState, Tournament


class Field(NamedTuple):
    """What the standings of a stage, or of one group of it, are computed from."""

    entrants: list[Entrant]
    tables: list[TableResult]


def counting_stages(tournament: Tournament, stage: StageState) -> list[int]:
    """The stages whose results count in this one's standings."""
    first = stage.number
    while tournament.stages[first].rules.carry:
        first -= 1
    return list(range(first, stage.number + 1))


def field(tournament: Tournament, results: Results, stage: StageState, group: int | None = None) -> Field:
    """Entrants of the stage or of one group, and the tables that count for them."""
    members = set(stage.members if group is None else stage.groups[group])
    seeds = {entrant: place for place, entrant in enumerate(tournament.seeding, 1)}
    start = tournament.stages[counting_stages(tournament, stage)[0]].first
    entrants = []
    for number, entry in enumerate(entry for entry in tournament.entries.values() if entry.id in members):
        seed = seeds.get(entry.id, len(seeds) + 1 + number)
        entrants.append(Entrant(entry.id, seed, max(entry.since, start), entry.until))
    numbers = counting_stages(tournament, stage)
    counting = [tournament.stages[number] for number in numbers]
    found = settle_leavers(tournament, counting, table_results(tournament, results, numbers))
    return Field(entrants, [each for each in found if members & set(each.entrants)])


def standing_rows(
    tournament: Tournament, results: Results, stage: StageState, group: int | None = None, *, upto: int | None = None
) -> tuple[Standing, ...]:
    """The standings of a stage, or of one group of it, now or as they were after round *upto*.

    In a knockout the rank is how far an entrant got. While places are open, those still in share the best one left, and
    those who are out rank behind them.
    """
    rows = _stage_standings(tournament, field(tournament, results, stage, group), upto).rows
    if stage.bracket is None:
        return rows
    return _reorder_by_place(rows, _bracket_places(tournament, results, stage.bracket, upto))


def _stage_standings(tournament: Tournament, given: Field, upto: int | None = None) -> Standings:
    return Standings(
        given.entrants,
        given.tables,
        tournament.settings.scoring,
        tournament.settings.tiebreaks,
        penalties=penalties(tournament),
        lot_seed=tournament.lot,
        upto_round=upto,
    )


def _bracket_places(
    tournament: Tournament, results: Results, bracket: Bracket, upto: int | None = None
) -> Mapping[str, int]:
    """The places that the knockout gives, as far as it is played."""
    orders, _ = node_results(tournament_after_round(tournament, upto), results)
    return display_places(bracket, orders, withdrawals(tournament))


def tournament_after_round(tournament: Tournament, upto: int | None) -> Tournament:
    """The tournament without the rounds after round *upto*, or with all of them (None)."""
    if upto is None:
        return tournament
    return tournament._replace(rounds=tuple(each for each in tournament.rounds if each.number <= upto))


def withdrawals(tournament: Tournament) -> frozenset[str]:
    """Entrants that play no further round."""
    return frozenset(entry.id for entry in tournament.entries.values() if entry.status == "withdrawn")


def _reorder_by_place(rows: Sequence[Standing], places: Mapping[str, int]) -> tuple[Standing, ...]:
    taken = Counter(places[row.entrant] for row in rows)
    order = sorted(rows, key=lambda row: places[row.entrant])
    return tuple(replace(row, rank=(place := places[row.entrant]), shared=taken[place] > 1) for row in order)


def stage_figures(
    tournament: Tournament, results: Results, stage: StageState, entrant: str, upto: int | None = None
) -> tuple[Figure, ...]:
    """Score and tie-breaks of an entrant, in the terms that add up to them. KeyError if it is not in the stage."""
    group = next((number for number, members in enumerate(stage.groups) if entrant in members), None)
    return _stage_standings(tournament, field(tournament, results, stage, group), upto).figures(entrant)


class Outlook(NamedTuple):
    """The standings of a stage or group, and by entrant the ranks that can still be reached, where known."""

    rows: tuple[Standing, ...]
    possible: Mapping[str, PossibleRanks]


def outlook(tournament: Tournament, results: Results, stage: StageState, group: int | None = None) -> Outlook:
    """The standings of a stage, or of one group of it, with the ranks that can still be reached."""
    given = field(tournament, results, stage, group)
    known = _stage_standings(tournament, given)
    rows, found = known.rows, tuple[PossibleRanks, ...]()
    if stage.bracket is not None:
        rows = _reorder_by_place(rows, _bracket_places(tournament, results, stage.bracket))
        if tournament.phase == "finished":
            found = fixed_ranks([(row.entrant, row.rank) for row in rows])
        else:
            found = possible_places(stage.bracket, node_results(tournament, results)[0], withdrawals(tournament))
    elif (to_come := rounds_ahead(tournament, stage)) is not None:
        prospects = Prospects(given.entrants, given.tables, known.sheets, tournament.settings.scoring, to_come)
        found = prospects.of([(row.entrant, row.rank) for row in rows], broken=bool(tournament.settings.tiebreaks))
    return Outlook(rows, {each.entrant: each for each in found})


def rounds_ahead(tournament: Tournament, stage: StageState) -> Remaining | None:
    """What is still to come in the stage; None in a knockout, and where the number of rounds is open."""
    total = total_rounds(stage)
    if stage.bracket is not None or not total:
        return None
    left = 0 if tournament.phase == "finished" else max(total - tournament.rounds_played(stage), 0)
    return Remaining(rounds=left, sizes=tournament.settings.sizes, games=_most_games(tournament))


def _most_games(tournament: Tournament) -> int:
    """The most games that a match of the tournament has."""
    rules = engine(tournament.game, tournament.rules)
    seats = max(tournament.settings.sizes) * (tournament.settings.team_size if rules.meta.team else 1)
    return len(rules.games(Table(seats, Level.SCORE, tournament.settings.options)))


def gains_by_absence(tournament: Tournament) -> list[str]:
    """The settings of rounds without play that may be worth more than coming last. In a knockout, none matters."""
    settings = tournament.settings
    if tournament.over or all(stage.format == "knockout" for stage in settings.stages):
        return []
    return list(absence_gains(settings.scoring, Remaining(sizes=settings.sizes, games=_most_games(tournament))))


def total_rounds(stage: StageState) -> int:
    """How many rounds the stage has by its settings or schedule; 0 if that is open."""
    if stage.plans:
        played = stage.plans_from - stage.first
        return played + max(len(plan.rounds) for plan in stage.plans)
    return stage.rules.rounds or 0


def penalties(tournament: Tournament) -> list[tuple[int, str, Fraction]]:
    """Round, entrant and points of each penalty that counts."""
    return [(each.round, each.entrant, each.points) for each in tournament.penalties if not each.withdrawn]


def strict_order(tournament: Tournament, results: Results, stage: StageState, group: int | None = None) -> list[str]:
    """All entrants of the stage or group, best first, without ties: by standings, then by seeding."""
    seeds = {entrant: place for place, entrant in enumerate(tournament.seeding)}
    rows = sorted(
        standing_rows(tournament, results, stage, group),
        key=lambda row: (row.rank, seeds.get(row.entrant, len(seeds)), row.entrant),
    )
    return [row.entrant for row in rows]


def final_ranking(tournament: Tournament, results: Results) -> tuple[tuple[int, str], ...]:
    """The ranking of the whole tournament: (rank, entrant). Those who got further rank higher."""
    ranking: list[tuple[int, str]] = []
    placed: set[str] = set()
    for stage in reversed(tournament.stages):
        table = standing_rows(tournament, results, stage)
        rows = _close_gaps([(row.rank, row.entrant) for row in table if row.entrant not in placed])
        ranking += [(len(placed) + place, entrant) for place, entrant in rows]
        placed |= {entrant for _, entrant in rows}
    return tuple(ranking)


def is_ranking_outdated(tournament: Tournament, results: Results) -> bool:
    """Whether results give another final ranking now than the recorded one."""
    return tournament.phase == "finished" and final_ranking(tournament, results) != tournament.ranking


def _close_gaps(rows: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Places counted among those who are left. Equal ones stay equal."""
    closed: list[tuple[int, str]] = []
    before = 0
    for number, (place, entrant) in enumerate(rows, 1):
        closed.append((closed[-1][0] if closed and place == before else number, entrant))
        before = place
    return closed
