"""Tournaments as events of a season, straight from the log."""

from collections.abc import Mapping, Sequence

import msgspec

from league.clubs.merges import kept_players
from league.common.exact import Exact
from league.seasons.domain.league import League, Season, people_by_division
from league.seasons.domain.table import EventResult, Placing
from league.standings.scoring import ItemKind, items
from league.standings.types import Outcome
from league.tournaments.domain.leavers import settle_leavers
from league.tournaments.domain.results import Results, table_results
from league.tournaments.domain.standings import final_ranking, standing_rows
from league.tournaments.domain.tournament import Tournament
from league.tournaments.repository import tournaments
from league.tournaments.results import match_results


def resolve_people(league: League) -> League:
    """The league with people as members of divisions, and what closed seasons leave: nobody is in two.

    The kept player has the place of one who was merged, unless they have a place already. Frozen tables stay.
    """
    kept = kept_players({player for season in league.seasons for player in season.named})
    if not kept:
        return league
    seasons = []
    for season in league.seasons:
        closed = season.closed
        if closed is not None:
            closed = msgspec.structs.replace(closed, divisions=people_by_division(closed.divisions, kept))
        seasons.append(season._replace(members=people_by_division(season.members, kept), closed=closed))
    return league._replace(seasons=tuple(seasons))


def event_results(season: Season) -> dict[str, EventResult]:
    """Every attached tournament as it stands, by id. One that has not begun has placed nobody."""
    return {each.tournament: event_result(each.tournament, season) for each in season.events}


def event_result(tournament_id: str, season: Season) -> EventResult:
    """A tournament: its final ranking, or as it is now, without those who were never there to play.

    The score of an entrant is that of the last stage that it came to. Players are those who are kept.
    """
    tournament = tournaments.load(tournament_id).state
    return resolve_result(tournament_result(tournament_id, tournament, match_results(tournament), season))


def resolve_result(result: EventResult) -> EventResult:
    """The *result* with the kept player for everybody who was merged."""
    kept = kept_players({player for each in result.placed for player in each.players})
    placed = [
        each._replace(players=tuple(kept.get(player, player) for player in each.players)) for each in result.placed
    ]
    return result._replace(placed=tuple(placed))


def tournament_result(tournament_id: str, tournament: Tournament, results: Results, season: Season) -> EventResult:
    """The result of *tournament* with these *results* of its matches, by the players who were entered."""
    finished = tournament.phase == "finished"
    scores = {} if season.rules.points else _scores(tournament, results)
    there = _participants(tournament, results)
    ranking = tournament.ranking if finished else final_ranking(tournament, results)
    games = _games(tournament, results) if season.rules.unit == "games" else {}
    placed = tuple(
        Placing(rank, tournament.entries[entrant].players, scores.get(entrant, 0), tuple(games.get(entrant, ())))
        for rank, entrant in ranking
        if entrant in there
    )
    return EventResult(tournament_id, finished, placed, tournament.name)


def _scores(tournament: Tournament, results: Results) -> Mapping[str, Exact]:
    return {row.entrant: row.score for stage in tournament.stages for row in standing_rows(tournament, results, stage)}


def _games(tournament: Tournament, results: Results) -> Mapping[str, Sequence[Exact]]:
    """What each game gave to its entrants, in order. A table is one game, unless each of its games counts."""
    scoring = tournament.settings.scoring
    found: dict[str, list[Exact]] = {}
    for stage in tournament.stages:
        tables = settle_leavers(tournament, [stage], table_results(tournament, results, [stage.number]))
        for table in (each for each in tables if not each.struck):
            for entrant, item in items(table, scoring):
                if item.how == ItemKind.PLAYED and scoring.each_game:
                    found.setdefault(entrant, []).extend(item.games)
                elif item.how == ItemKind.PLAYED or (item.how == ItemKind.FORFEIT and item.seat in table.left):
                    found.setdefault(entrant, []).append(item.score)
    return found


def _participants(tournament: Tournament, results: Results) -> set[str]:
    """Entrants who played at a table, came to one without opponents, or had a bye for more than half a point."""
    return {
        entrant
        for each in table_results(tournament, results)
        if each.outcome not in (Outcome.UNPLAYED, Outcome.VOID) and each.bye in (None, "full")
        for seat, entrant in enumerate(each.entrants)
        if seat not in each.absent
    }
