"""What a tournament waits for, and where somebody plays next: told at a glance."""

from collections.abc import Sequence
from typing import Any

from league.common.actor import Actor
from league.standings.types import Outcome
from league.tournaments.domain import rounds
from league.tournaments.domain.results import Results, missing, node_results, players_at, seats_of, table_result
from league.tournaments.domain.standings import rounds_of
from league.tournaments.domain.tournament import Entry, StageNow, Tournament
from league.tournaments.errors import RoundsLeft
from league.tournaments.queries.detail import Names, is_team, names, seen, stand_in
from league.tournaments.results import results_of


def step(tournament_id: str, actor: Actor) -> dict[str, Any]:
    """What an organiser does next, and the tables of published rounds that lack a result.

    `step`: `enter`, `start`, `publish`, `level`, `results`, `draw`, `table`, `stage`, `finish` or `over`.
    `level`: tables of a knock-out that have to be decided, with those who played. Raises `Unknown`.
    """
    _, now = seen(tournament_id, actor)
    results = results_of(now)
    lacking = [
        {"round": round_.number, "table": table.number, "match": table.match}
        for round_ in now.published
        for table in round_.tables
        if table.number in missing(now, round_, results)
    ]
    level = _level(now, results)
    return {
        "step": _step(now, results, lacking=bool(lacking), level=bool(level)),
        "round": len(now.published) + 1,
        "lacking": lacking,
        "level": level,
    }


def _level(now: Tournament, results: Results) -> list[dict[str, Any]]:
    found = node_results(now, results)[1] if now.phase == "running" else []
    tables = {(round_.number, table.number): (round_, table) for round_ in now.published for table in round_.tables}
    level = []
    for number, table in found:
        played = table_result(now, *tables[number, table], results)
        there = [entrant for seat, entrant in enumerate(played.entrants) if seat not in played.absent]
        level.append({"round": number, "table": table, "match": played.match, "entrants": there})
    return level


def _step(now: Tournament, results: Results, *, lacking: bool, level: bool) -> str:
    if now.over:
        return "over"
    if now.stage is None:
        return "start" if now.active else "enter"
    if now.draft is not None:
        return "publish"
    if now.stage.rules.format == "open":
        return "table" if any(round_.stage == now.stage.number for round_ in now.published) else "draw"
    if level:
        return "level"
    if lacking:
        return "results"
    if _has_rounds(now, results, now.stage):
        return "draw"
    return "stage" if len(now.stages) < len(now.settings.stages) else "finish"


def _has_rounds(now: Tournament, results: Results, stage: StageNow) -> bool:
    played = sum(round_.stage == stage.number for round_ in now.published)
    total = rounds_of(stage)
    if stage.bracket is None:
        return not total or played < total
    try:
        return bool(rounds.draw(now, results, "", anew=True))
    except RoundsLeft:
        return False


def places(tournament_id: str, actor: Actor) -> list[dict[str, Any]]:
    """For each of the reader's entrants its table and seat in the last published round, or that it sits out."""
    _, now = seen(tournament_id, actor)
    own = [entry for entry in now.entries.values() if actor.players & set(entry.players)]
    if not own:
        return []
    results = results_of(now)
    called = names(now, (player for each in results.values() for player in each.players if player is not None))
    return [_place(now, entry, actor, called, results) for entry in own]


def _place(now: Tournament, entry: Entry, actor: Actor, called: Names, results: Results) -> dict[str, Any]:
    place: dict[str, Any] = {
        "entrant": entry.id,
        "name": called.get(entry.id),
        "status": entry.status,
        "present": entry.present,
        "round": None,
        "table": None,
        "out": False,
    }
    if now.phase != "running" or not now.published:
        return place
    last = now.published[-1]
    place |= {"round": last.number, "out": any(entrant == entry.id for _, entrant in last.out)}
    own = [table for table in last.tables if entry.id in table.seats]
    for table in own[-1:]:  # in an open stage one sits down more than once
        played, there = table_result(now, last, table, results), players_at(now, table, results)
        place |= {
            "table": table.number,
            "match": table.match,
            **_seated(seats_of(now, table, entry.id, results), actor, called),
            "with": [_who(now, other, there[other], called) for other in played.entrants if other != entry.id],
            "done": played.outcome != Outcome.UNPLAYED,
        }
    return place


def _seated(seats: Sequence[tuple[int, str | None]], actor: Actor, called: Names) -> dict[str, Any]:
    """The reader's own seats; where somebody else sits there for the entrant, who that is."""
    own = [seat for seat, player in seats if player in actor.players]
    others = [called.get(player) for _, player in seats if player is not None]
    return {"seats": own, "instead": next(iter(others), None) if not own else None}


def _who(now: Tournament, entrant: str, players: Sequence[str], called: Names) -> dict[str, Any]:
    return {
        "name": called.get(entrant, entrant),
        "stand_in": stand_in(now.entries[entrant], players, called),
        "team": is_team(now.entries[entrant]),
        "players": [{"player": player, "name": called.get(player)} for player in players],
    }
