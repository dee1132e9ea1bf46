"""What a tournament waits for, and where somebody plays next: told at a glance."""

from collections.abc import Sequence
from typing import Any

from league.common.actor import Actor
from league.standings.types import Outcome
from league.tournaments.domain.draw import rounds
from league.tournaments.domain.results import (
    Results,
    entrant_seats,
    missing_results,
    node_results,
    table_players,
    table_result,
)
from league.tournaments.domain.standings import total_rounds
from league.tournaments.domain.tournament import Entry, StageState, Tournament
from league.tournaments.errors import NotDueYet
from league.tournaments.queries.detail import Names, entrant_names, is_team, stand_in, visible_tournament
from league.tournaments.results import match_results


def next_step(tournament_id: str, actor: Actor) -> dict[str, Any]:
    """What an organiser does next, and the tables of published rounds that lack a result.

    `step`: `enter`, `start`, `publish`, `level`, `results`, `draw`, `table`, `stage`, `finish` or `over`.
    `level`: tables of a knock-out that have to be decided, with those who played. Raises `Unknown`.
    """
    _, tournament = visible_tournament(tournament_id, actor)
    results = match_results(tournament)
    lacking = [
        {"round": round_.number, "table": table.number, "match": table.match}
        for round_ in tournament.published
        for table in round_.tables
        if table.number in missing_results(tournament, round_, results)
    ]
    level = _undecided_tables(tournament, results)
    return {
        "step": _step(tournament, results, lacking=bool(lacking), level=bool(level)),
        "round": len(tournament.published) + 1,
        "lacking": lacking,
        "level": level,
    }


def _undecided_tables(tournament: Tournament, results: Results) -> list[dict[str, Any]]:
    found = node_results(tournament, results)[1] if tournament.phase == "running" else []
    tables = {
        (round_.number, table.number): (round_, table) for round_ in tournament.published for table in round_.tables
    }
    level = []
    for number, table in found:
        played = table_result(tournament, *tables[number, table], results)
        there = [entrant for seat, entrant in enumerate(played.entrants) if seat not in played.absent]
        level.append({"round": number, "table": table, "match": played.match, "entrants": there})
    return level


def _step(tournament: Tournament, results: Results, *, lacking: bool, level: bool) -> str:
    if tournament.over:
        return "over"
    if tournament.stage is None:
        return "start" if tournament.active else "enter"
    if tournament.draft is not None:
        return "publish"
    if tournament.stage.rules.format == "open":
        return "table" if any(round_.stage == tournament.stage.number for round_ in tournament.published) else "draw"
    if level:
        return "level"
    if lacking:
        return "results"
    if _has_rounds(tournament, results, tournament.stage):
        return "draw"
    return "stage" if len(tournament.stages) < len(tournament.settings.stages) else "finish"


def _has_rounds(tournament: Tournament, results: Results, stage: StageState) -> bool:
    played = sum(round_.stage == stage.number for round_ in tournament.published)
    total = total_rounds(stage)
    if stage.bracket is None:
        return not total or played < total
    try:
        return bool(rounds.draw(tournament, results, "", anew=True))
    except NotDueYet:
        return False


def own_places(tournament_id: str, actor: Actor) -> list[dict[str, Any]]:
    """For each of the reader's entrants its table and seat in the last published round, or that it sits out."""
    _, tournament = visible_tournament(tournament_id, actor)
    own = [entry for entry in tournament.entries.values() if actor.players & set(entry.players)]
    if not own:
        return []
    results = match_results(tournament)
    called = entrant_names(
        tournament, (player for each in results.values() for player in each.players if player is not None)
    )
    return [_place(tournament, entry, actor, called, results) for entry in own]


def _place(tournament: Tournament, entry: Entry, actor: Actor, called: Names, results: Results) -> dict[str, Any]:
    place: dict[str, Any] = {
        "entrant": entry.id,
        "name": called.get(entry.id),
        "status": entry.status,
        "present": entry.checked_in,
        "round": None,
        "table": None,
        "out": False,
    }
    if tournament.phase != "running" or not tournament.published:
        return place
    last = tournament.published[-1]
    place |= {"round": last.number, "out": any(entrant == entry.id for _, entrant in last.byes)}
    own = [table for table in last.tables if entry.id in table.seats]
    for table in own[-1:]:  # in an open stage one sits down more than once
        played, there = table_result(tournament, last, table, results), table_players(tournament, table, results)
        place |= {
            "table": table.number,
            "match": table.match,
            **_own_seats(entrant_seats(tournament, table, entry.id, results), actor, called),
            "with": [_who(tournament, other, there[other], called) for other in played.entrants if other != entry.id],
            "done": played.outcome != Outcome.UNPLAYED,
        }
    return place


def _own_seats(seats: Sequence[tuple[int, str | None]], actor: Actor, called: Names) -> dict[str, Any]:
    """The reader's own seats; where somebody else sits there for the entrant, who that is."""
    own = [seat for seat, player in seats if player in actor.players]
    others = [called.get(player) for _, player in seats if player is not None]
    return {"seats": own, "instead": next(iter(others), None) if not own else None}


def _who(tournament: Tournament, entrant: str, players: Sequence[str], called: Names) -> dict[str, Any]:
    return {
        "name": called.get(entrant, entrant),
        "stand_in": stand_in(tournament.entries[entrant], players, called),
        "team": is_team(tournament.entries[entrant]),
        "players": [{"player": player, "name": called.get(player)} for player in players],
    }
