"""The results of a tournament's matches, as standings, draws and brackets take them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from games.records.series import winners
from league.seating.knockout.bracket import NodeResult
from league.standings.types import GameFigures, MatchResult, Outcome, TableResult
from league.tournaments.domain.byes import byes_in_advance
from league.tournaments.domain.tournament import Round, Table, Tournament
from league.tournaments.errors import ResultsMissing

Results: TypeAlias = Mapping[str, MatchResult]

NOBODY: frozenset[int] = frozenset()

FINAL_OUTCOMES = (Outcome.REPORTED, Outcome.CONFIRMED, Outcome.FORFEIT, Outcome.VOID, Outcome.BYE)


def table_results(tournament: Tournament, results: Results, stages: Sequence[int] | None = None) -> list[TableResult]:
    """Every published table, with its result, of the stages (all, if None); a bye is a table of one."""
    found: list[TableResult] = []
    for round_ in tournament.published:
        if stages is None or round_.stage in stages:
            found += [table_result(tournament, round_, table, results) for table in round_.tables]
            found += [*_byes(round_), *byes_in_advance(tournament, round_)]
    return found


def _byes(round_: Round) -> Iterator[TableResult]:
    for number, (group, entrant) in enumerate(round_.byes, len(round_.tables) + 1):
        yield TableResult(round_.number, number, (entrant,), Outcome.BYE, stage=round_.stage, group=group)


def table_result(tournament: Tournament, round_: Round, table: Table, results: Results) -> TableResult:
    """One table: entrants as they sat in its match, followed by those whose seats were taken away."""
    result = results.get(table.match or "")
    if result is None:
        return _result(round_, table, table.seats, Outcome.UNPLAYED)
    if len(table.seats) == 1 and tournament.meta.team:
        return _team_result(round_, table, result)
    if result.origins == tuple(range(len(table.seats))):  # as nearly always
        left = result.absent if result.games else NOBODY
        return _result(
            round_,
            table,
            table.seats,
            result.outcome,
            points=result.points,
            wins=result.wins,
            winners=_winners(tournament, result),
            games=result.games,
            absent=result.absent,
            left=left,
            each=result.each,
        )
    return _moved_result(tournament, round_, table, result)


def _moved_result(tournament: Tournament, round_: Round, table: Table, result: MatchResult) -> TableResult:
    """The result of a table at which seats were changed, by entrant again.

    Ann, Bea and Cid are published at seats 0, 1 and 2. Ann leaves, and Cid moves to her seat: the match has two seats
    with origins (2, 1). The entrants are (Cid, Bea, Ann), and Ann, who has no seat, is absent with no points.
    """
    seats = [(seat, origin) for seat, origin in enumerate(result.origins) if origin is not None]
    gone = [entrant for origin, entrant in enumerate(table.seats) if origin not in result.origins]
    place = {seat: number for number, (seat, _) in enumerate(seats)}
    nothing = (0,) * len(gone)
    absent = frozenset(place[seat] for seat in result.absent if seat in place)
    return _result(
        round_,
        table,
        (*(table.seats[origin] for _, origin in seats), *gone),
        result.outcome,
        points=(*(result.points[seat] for seat in place), *nothing) if result.points else (),
        wins=(*(result.wins[seat] for seat in place), *nothing) if result.wins else (),
        winners=tuple(place[seat] for seat in _winners(tournament, result) if seat in place),
        games=result.games,
        absent=absent | {*range(len(place), len(table.seats))},
        left=absent if result.games else NOBODY,
        each=tuple(_moved_game(game, place, len(table.seats)) for game in result.each),
    )


def _moved_game(game: GameFigures, place: Mapping[int, int], size: int) -> GameFigures:
    """A game by entrant: *place* by seat, followed by those who have no seat in it, up to *size*."""
    gone = range(len(place), size)
    return GameFigures(
        (*(game.points[seat] for seat in place), *(0 for _ in gone)),
        tuple(place[seat] for seat in game.winners if seat in place),
        frozenset(place[seat] for seat in game.absent if seat in place).union(gone),
    )


def _result(
    round_: Round,
    table: Table,
    entrants: tuple[str, ...],
    outcome: Outcome,
    *,
    points: tuple[int, ...] = (),
    wins: tuple[int, ...] = (),
    winners: tuple[int, ...] = (),
    games: int = 0,
    absent: frozenset[int] = NOBODY,
    left: frozenset[int] = NOBODY,
    each: tuple[GameFigures, ...] = (),
) -> TableResult:
    where = table.match, round_.stage, table.group
    figures = points, wins, winners, games, absent, left
    return TableResult(round_.number, table.number, entrants, outcome, *figures, *where, each=each)


def _winners(tournament: Tournament, result: MatchResult) -> tuple[int, ...]:
    """Who won; where seats lost without play after games were played, the best of the others."""
    if result.outcome != Outcome.FORFEIT or not result.points:
        return result.winners
    return winners(tournament.meta, result.points, result.wins, result.absent)


def entrant_seats(tournament: Tournament, table: Table, entrant: str, results: Results) -> list[tuple[int, str | None]]:
    """The seats of a published table's match that play for the entrant, with who sits there."""
    result = results.get(table.match or "")
    if result is None:
        return []
    team = tournament.meta.team
    seats = zip(result.players, result.origins, strict=True)
    own = table.seats.index(entrant)
    return [(seat, player) for seat, (player, origin) in enumerate(seats) if team or origin == own]


def table_players(tournament: Tournament, table: Table, results: Results) -> Mapping[str, tuple[str, ...]]:
    """Who plays, or played, at a published table for each of its entrants; nobody for one whose seat was taken away.

    Before it is published, the players of the entrants as they are now.
    """
    result = results.get(table.match or "")
    if result is None:
        return {entrant: tournament.entries[entrant].players for entrant in table.seats}
    if len(table.seats) == 1 and tournament.meta.team:
        return {table.seats[0]: tuple(player for player in result.players if player is not None)}
    found: dict[str, tuple[str, ...]] = dict.fromkeys(table.seats, ())
    for player, origin in zip(result.players, result.origins, strict=True):
        if origin is not None and player is not None:
            found[table.seats[origin]] = (player,)
    return found


def _team_result(round_: Round, table: Table, result: MatchResult) -> TableResult:
    nobody_came = bool(result.absent) and len(result.absent) == len(result.players)
    return _result(
        round_,
        table,
        table.seats,
        result.outcome,
        points=result.points[:1],
        wins=result.wins[:1],
        winners=(0,) if result.winners else (),
        games=result.games,
        absent=frozenset({0}) if nobody_came else NOBODY,
    )


def seated_players(tournament: Tournament, round_: Round, results: Results) -> Iterator[tuple[int, set[str]]]:
    """The number of each table of a round with the people who sit there. Nobody may sit at two.

    Void tables are left out, and in an open stage, where a round is a whole evening, so are tables with a result.
    """
    evening = tournament.stages[round_.stage].rules.format == "open"
    for table in round_.tables:
        known = results.get(table.match or "")
        if known is not None and known.outcome != Outcome.VOID and not (evening and known.over):
            yield (
                table.number,
                {player for seat, player in enumerate(known.players) if player and seat not in known.absent},
            )


def require_results(tournament: Tournament, results: Results) -> None:
    """Raise ResultsMissing unless every table of the published rounds has a result."""
    for round_ in tournament.published:
        if lacking := missing_results(tournament, round_, results):
            raise ResultsMissing(round=round_.number, tables=", ".join(str(table.number) for table in lacking))


def all_missing_results(tournament: Tournament, results: Results) -> list[tuple[Round, Table]]:
    """All tables without a result from which the next round can be drawn, with their rounds."""
    return [
        (round_, table) for round_ in tournament.published for table in missing_results(tournament, round_, results)
    ]


def missing_results(tournament: Tournament, round_: Round, results: Results) -> list[Table]:
    """The round's tables without a result from which the next round can be drawn."""
    done = {*FINAL_OUTCOMES} - ({Outcome.REPORTED} if tournament.settings.confirm else set())
    return [table for table in round_.tables if table_result(tournament, round_, table, results).outcome not in done]


def tables_to_void(tournament: Tournament, results: Results) -> Mapping[str, tuple[str, ...]]:
    """Match and entrants of each published table without a result. A reported result is one."""
    return {
        table.match: table.seats
        for round_ in tournament.published
        for table in round_.tables
        if table.match and table_result(tournament, round_, table, results).outcome not in FINAL_OUTCOMES
    }


def confirmed_results(tournament: Tournament, results: Results) -> Results:
    """What rounds are drawn from: where results must be confirmed, those that are not yet count as missing."""
    if not tournament.settings.confirm:
        return results
    return {
        match: known._replace(outcome=Outcome.UNPLAYED, points=(), wins=(), winners=())
        if known.outcome == Outcome.REPORTED
        else known
        for match, known in results.items()
    }


def node_results(tournament: Tournament, results: Results) -> tuple[dict[str, NodeResult], list[tuple[int, int]]]:
    """Orders of finish in the knockout by node, and (round, table) of ties that are not decided."""
    orders: dict[str, NodeResult] = {}
    level: list[tuple[int, int]] = []
    for round_ in tournament.published:
        for table in round_.tables:
            if table.node is None:
                continue
            played = table_result(tournament, round_, table, results)
            if played.outcome not in FINAL_OUTCOMES:
                continue
            absent = frozenset(played.entrants[seat] for seat in played.absent)
            if played.outcome == Outcome.VOID:
                absent = frozenset(played.entrants)
            order = round_.ties.get(table.number) or _order(tournament, played, absent)
            if order is None:
                level.append((round_.number, table.number))
            else:
                orders[table.node] = NodeResult(order=order, absent=tuple(sorted(absent)))
    return orders, level


def _order(tournament: Tournament, played: TableResult, absent: frozenset[str]) -> tuple[str, ...] | None:
    """Entrants who played, best first; None where a tie leaves open who advances.

    With `seed_advances` no tie does, since the better seed is first.
    """
    rules = tournament.stages[played.stage].rules
    figures = _figures_of_present(tournament, played, absent)
    if not rules.seed_advances and _is_tied_at(rules.advance, figures):
        return None
    return tuple(entrant for entrant, _ in figures)


def is_decided_by_seed(tournament: Tournament, round_: Round, table: Table, results: Results) -> bool:
    """Whether a published knockout table ended in a tie that leaves open who advances, and the better seed did."""
    rules = tournament.stages[round_.stage].rules
    played = table_result(tournament, round_, table, results)
    if not rules.seed_advances or table.number in round_.ties or played.outcome not in FINAL_OUTCOMES:
        return False
    absent = frozenset(played.entrants[seat] for seat in played.absent)
    return played.outcome != Outcome.VOID and _is_tied_at(
        rules.advance, _figures_of_present(tournament, played, absent)
    )


def _figures_of_present(
    tournament: Tournament, played: TableResult, absent: frozenset[str]
) -> list[tuple[str, tuple[int, int]]]:
    """Games won and points of those who played at a knockout table, best first; equal ones by seed or seat.

    Without figures they are tied: somebody did not come, and the others did not play.
    """
    stage = tournament.stages[played.stage]
    sign = -1 if tournament.meta.fewest_wins else 1
    found = [
        (entrant, (played.wins[seat], sign * played.points[seat]) if played.points else (0, 0))
        for seat, entrant in enumerate(played.entrants)
        if entrant not in absent
    ]
    if stage.rules.seed_advances:
        found.sort(key=lambda pair: stage.members.index(pair[0]))
    return sorted(found, key=lambda pair: pair[1], reverse=True)


def _is_tied_at(cut: int, figures: Sequence[tuple[str, tuple[int, int]]]) -> bool:
    return cut < len(figures) and figures[cut - 1][1] == figures[cut][1]
