"""Whether everybody in the field is where they have to be: in the stage, and at one table or with a bye."""

from collections import Counter
from collections.abc import Iterator

from league.tournaments.domain.draw.inputs import due_entrants
from league.tournaments.domain.events import (
    Entered,
    Promoted,
    Returned,
    RoundPublished,
    StageOpened,
    StageReplanned,
    TableStarted,
    TournamentEvent,
)
from league.tournaments.domain.tournament import WITH_LATE_ENTRY, Round, StageState, Tournament


def placeless_entrants(tournament: Tournament) -> list[str]:
    """Active entrants without a place in a stage with late entry, whom no draw would reach. There must be none."""
    stage = tournament.stage
    if stage is None or stage.number or stage.rules.format not in WITH_LATE_ENTRY:
        return []
    members = set(stage.members)
    return [entry.id for entry in tournament.active if entry.id not in members]


def misplaced_entrants(tournament: Tournament, stage: StageState, round_: Round) -> list[str]:
    """Entrants due in the groups of a round without a table or bye, or with more than one, and others who have one.

    In a knockout the bracket decides who plays, and in an open stage the players do.
    """
    if stage.bracket is not None or stage.rules.format == "open":
        return []
    places = Counter(entrant for table in round_.tables for entrant in table.seats)
    places.update(entrant for _, entrant in round_.byes)
    drawn_groups = {part.group for part in round_.parts}  # a smaller group may have played all its rounds already
    due = {entrant for group in drawn_groups for entrant in due_entrants(tournament, stage, group, round_.number)}
    wrong = {entrant for entrant in places.keys() | due if places[entrant] != int(entrant in due)}
    return sorted(wrong | set(placeless_entrants(tournament)))


def faults(tournament: Tournament, event: TournamentEvent) -> Iterator[str]:
    """For an auditor: what is wrong with the field after *event*, which led to this tournament."""
    match event:
        case StageOpened() | StageReplanned() | Entered() | Promoted() | Returned():
            for entrant in placeless_entrants(tournament):
                yield f"{entrant} is active but has no place in stage {len(tournament.stages)}"
        case RoundPublished():
            stage, round_ = tournament.stages[-1], tournament.rounds[-1]
            for entrant in misplaced_entrants(tournament, stage, round_):
                yield f"{entrant} is not at exactly one table of round {round_.number}, and has no bye instead"
        case TableStarted():
            for entrant in set(event.table.seats) - set(tournament.stages[-1].members):
                yield f"{entrant} sits down but has no place in stage {len(tournament.stages)}"
        case _:
            return
