"""Who would go on from the stage that is played, and who is level where that is decided."""

from typing import Any

from league.common.actor import Actor
from league.tournaments.domain.qualification import CutTie, qualifiers, ties_at_the_cut
from league.tournaments.queries.detail import Names, entrant_names, visible_tournament
from league.tournaments.results import match_results


def qualification_preview(tournament_id: str, actor: Actor) -> dict[str, Any]:
    """Who goes on from the stage that is played, group by group: as it is frozen, else by the standings as they are.

    `level`: who shares a rank across the cut, in the order of the seeding, and how many of them go on; `lot` where only
    the lot parts them. Without a stage that follows there are no groups. Raises `Unknown`.
    """
    revision, tournament = visible_tournament(tournament_id, actor)
    told: dict[str, Any] = {"tournament": tournament_id, "revision": revision, "stage": None, "frozen": False}
    stage = tournament.stage
    if stage is None or stage.number + 1 >= len(tournament.settings.stages):
        return {**told, "groups": []}
    called, results = entrant_names(tournament), match_results(tournament)
    kept = tournament.qualified.get(stage.number)
    level = {} if kept else {each.group: each for each in ties_at_the_cut(tournament, results, stage)}
    there = {entry.id for entry in tournament.active}
    groups = kept or [qualifiers(tournament, results, stage, group, there) for group in range(len(stage.groups))]
    return {
        **told,
        "stage": stage.number,
        "frozen": kept is not None,
        "groups": [
            {
                "group": number,
                "goes_on": [_entrant(entrant, called) for entrant in group],
                "level": _tie(level[number], called) if number in level else None,
            }
            for number, group in enumerate(groups)
        ],
    }


def _tie(level: CutTie, called: Names) -> dict[str, Any]:
    return {
        "entrants": [_entrant(entrant, called) for entrant in level.entrants],
        "places": level.places,
        "lot": level.lot,
    }


def _entrant(entrant: str, called: Names) -> dict[str, Any]:
    return {"entrant": entrant, "name": called.get(entrant)}
