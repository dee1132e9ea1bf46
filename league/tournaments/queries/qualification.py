"""Who would qualify from the current stage, and who is tied at the cut."""

from typing import Annotated

import msgspec
from msgspec import Meta

from league.common.actor import Actor
from league.common.read_models import Id
from league.tournaments.domain.qualification import CutTie, qualifiers, ties_at_the_cut
from league.tournaments.queries.detail import NamedEntrant, Names, entrant_names, visible_tournament
from league.tournaments.results import match_results


class TiedEntrants(msgspec.Struct, frozen=True):
    entrants: Annotated[list[NamedEntrant], Meta(description="In the order of the seeding.")]
    places: Annotated[int, Meta(description="How many of them qualify.")]
    lot: Annotated[bool, Meta(description="Whether by that order only the lot decides who qualifies.")]


class QualifyingGroup(msgspec.Struct, frozen=True):
    group: int
    goes_on: Annotated[list[NamedEntrant], Meta(description="Best first; tied entrants by the seeding.")]
    level: Annotated[
        TiedEntrants | None, Meta(description="Who shares a rank across the cut; they have to be `decided`.")
    ]


class QualificationPreview(msgspec.Struct, frozen=True):
    tournament: Id
    revision: int
    stage: Annotated[int | None, Meta(description="The current one; null where none follows it.")]
    frozen: Annotated[bool, Meta(description="Whether it is final.")]
    groups: list[QualifyingGroup]


def qualification_preview(tournament_id: str, actor: Actor) -> QualificationPreview:
    """Who qualifies from the current stage, group by group: as frozen, else on current standings.

    Without a stage that follows there are no groups. Raises `Unknown`.
    """
    revision, tournament = visible_tournament(tournament_id, actor)
    stage = tournament.stage
    if stage is None or stage.number + 1 >= len(tournament.settings.stages):
        return QualificationPreview(tournament_id, revision, None, False, [])
    names, results = entrant_names(tournament), match_results(tournament)
    kept = tournament.qualified.get(stage.number)
    ties = {} if kept else {each.group: each for each in ties_at_the_cut(tournament, results, stage)}
    there = {entry.id for entry in tournament.active}
    groups = kept or [qualifiers(tournament, results, stage, group, there) for group in range(len(stage.groups))]
    return QualificationPreview(
        tournament_id,
        revision,
        stage.number,
        kept is not None,
        [
            QualifyingGroup(number, _entrants(group, names), _tie(ties[number], names) if number in ties else None)
            for number, group in enumerate(groups)
        ],
    )


def _tie(tie: CutTie, names: Names) -> TiedEntrants:
    return TiedEntrants(_entrants(tie.entrants, names), tie.places, tie.lot)


def _entrants(entrants: tuple[str, ...], names: Names) -> list[NamedEntrant]:
    return [NamedEntrant(entrant, names.get(entrant)) for entrant in entrants]
