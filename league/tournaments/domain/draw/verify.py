"""Draws recomputed from their stored inputs."""

from collections.abc import Iterator, Sequence

from league.errors import LeagueError
from league.seating.draw import draw_all_rounds, verify
from league.seating.types import Sentence
from league.tournaments.domain.draw import field
from league.tournaments.domain.events import (
    RoundDrawn,
    StageOpened,
    StageReplanned,
    TableAdded,
    TournamentCreated,
    TournamentEvent,
)
from league.tournaments.domain.tournament import Round, StageState, evolve, replay


def differences(stage: StageState, round_: Round) -> list[Sentence]:
    """What of a round, as it was drawn, its stored inputs do not give; nothing if the draw is right.

    The schedule of a scheduled round is recomputed, too.
    """
    found: list[Sentence] = []
    for part in (*round_.drawn, *round_.added):
        if part.inputs is not None:
            found += verify(part.inputs, part.draw)
    index = round_.number - stage.plans_from
    for plan in stage.plans:
        if 0 <= index < len(plan.rounds):
            found += verify(plan.inputs, plan.rounds[index], index)
    return found


def findings(events: Sequence[TournamentEvent]) -> Iterator[tuple[int, str]]:
    """For an auditor: number and fault of each event that does not follow from those before or from its own inputs.

    So are events that leave somebody out of the field, or out of a round that was published.
    """
    if not events or not isinstance(events[0], TournamentCreated):
        yield 1, "a tournament begins with its creation"
        return
    tournament = replay(events[:1])
    for seq, event in enumerate(events[1:], 2):
        try:
            if _differs(event):
                yield seq, "the draw is not what its inputs give"
            tournament = evolve(tournament, event)
            yield from ((seq, fault) for fault in field.faults(tournament, event))
        except (LeagueError, ValueError, LookupError, TypeError) as error:
            yield seq, f"it does not follow: {error}"
            return


def _differs(event: TournamentEvent) -> bool:
    match event:
        case RoundDrawn():
            return any(part.inputs is not None and verify(part.inputs, part.draw) for part in event.parts)
        case TableAdded():
            return event.part.inputs is not None and bool(verify(event.part.inputs, event.part.draw))
        case StageOpened() | StageReplanned():
            return any(draw_all_rounds(plan.inputs) != plan.rounds for plan in event.plans)
        case _:
            return False
