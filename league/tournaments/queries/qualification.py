"""Who would go on from the stage that is played, and who is level where that is decided."""

from typing import Any

from league.common.actor import Actor
from league.tournaments.domain.qualification import Level, going_on, level_at_the_cut
from league.tournaments.queries.detail import Names, names, seen
from league.tournaments.results import results_of


def preview(tournament_id: str, actor: Actor) -> dict[str, Any]:
    """Who goes on from the stage that is played, group by group: as it is frozen, else by the standings as they are.

    `level`: who shares a rank across the cut, in the order of the seeding, and how many of them go on; `lot` where only
    the lot parts them. Without a stage that follows there are no groups. Raises `Unknown`.
    """
    revision, now = seen(tournament_id, actor)
    told: dict[str, Any] = {"tournament": tournament_id, "revision": revision, "stage": None, "frozen": False}
    stage = now.stage
    if stage is None or stage.number + 1 >= len(now.settings.stages):
        return {**told, "groups": []}
    called, results = names(now), results_of(now)
    kept = now.qualified.get(stage.number)
    level = {} if kept else {each.group: each for each in level_at_the_cut(now, results, stage)}
    there = {entry.id for entry in now.active}
    groups = kept or [going_on(now, results, stage, group, there) for group in range(len(stage.groups))]
    return {
        **told,
        "stage": stage.number,
        "frozen": kept is not None,
        "groups": [
            {
                "group": number,
                "goes_on": [_named(entrant, called) for entrant in group],
                "level": _level(level[number], called) if number in level else None,
            }
            for number, group in enumerate(groups)
        ],
    }


def _level(level: Level, called: Names) -> dict[str, Any]:
    return {
        "entrants": [_named(entrant, called) for entrant in level.entrants],
        "places": level.places,
        "lot": level.lot,
    }


def _named(entrant: str, called: Names) -> dict[str, Any]:
    return {"entrant": entrant, "name": called.get(entrant)}
