"""The policies that a decision can have for what follows from it in a tournament.

`recompute`: standings follow, and rounds and stages that follow from them and have not been played are annulled, to be
drawn and decided again. `keep`: standings follow, but draws, qualification and the final ranking stay. `report`: the
finding is recorded with the decision, and the result stays as it was.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from league.errors import LeagueError
from league.impact.domain.draws import DrawChange
from league.impact.domain.qualifiers import QualifierChange
from league.standings.types import Outcome
from league.tournaments.domain import lifecycle as tournament_lifecycle
from league.tournaments.domain import stages
from league.tournaments.domain.draw import rounds
from league.tournaments.domain.events import QualificationFrozen, RoundAnnulled, TournamentEvent
from league.tournaments.domain.results import Results
from league.tournaments.domain.tournament import Tournament, evolve


class Plan(NamedTuple):
    """What recomputing does to a tournament.

    `matches`: those of annulled rounds. `rounds_left`, `stages_left`: rounds that would have been drawn differently and
    stages from which others would advance, which stay because play went on after them.
    """

    events: tuple[TournamentEvent, ...] = ()
    matches: tuple[str, ...] = ()
    rounds_left: tuple[int, ...] = ()
    stages_left: tuple[int, ...] = ()

    @property
    def annulled(self) -> tuple[int, ...]:
        """The rounds that are annulled, the last one first."""
        return tuple(event.round for event in self.events if isinstance(event, RoundAnnulled))


def plan_recompute(
    tournament: Tournament,
    results: Results,
    draws: Sequence[DrawChange],
    qualifiers: Sequence[QualifierChange],
    *,
    begun: Collection[str],
    reason: str,
) -> Plan:
    """What recomputing does, with the *results* after the decision. *begun*: matches that are being played."""
    wrong = sorted({each.stage for each in qualifiers if each.frozen})
    if tournament.phase == "finished":
        left = tuple(each.round for each in draws)
        return Plan(tuple(tournament_lifecycle.update_ranking(tournament, results, reason)), (), left, tuple(wrong))
    free = _first_free_round(tournament, results, begun)
    opened = [stage for stage in wrong if stage + 1 < len(tournament.stages)]
    back = min((stage for stage in opened if tournament.stages[stage + 1].first >= free), default=None)
    cuts = [each.round for each in draws if each.round >= free]
    if back is not None:
        cuts.append(tournament.stages[back + 1].first)
    first_round = min(cuts, default=len(tournament.rounds) + 1)
    annulments = _annulments(tournament, first_round, len(tournament.stages) if back is None else back + 1, reason)
    refrozen: list[TournamentEvent] = []
    if tournament.stage is not None and tournament.stage.number in wrong:
        refrozen = _refreeze(_evolve_all(tournament, annulments), results, reason)
    decided = {event.stage for event in refrozen if isinstance(event, QualificationFrozen)}
    return Plan(
        (*annulments, *refrozen),
        tuple(match for each in reversed(tournament.rounds) if each.number >= first_round for match in each.matches),
        tuple(each.round for each in draws if each.round < free),
        tuple(stage for stage in wrong if stage not in decided and (back is None or stage < back)),
    )


def apply_plan(tournament: Tournament, plan: Plan) -> Tournament:
    return _evolve_all(tournament, plan.events)


def was_played(match: str | None, results: Results) -> bool:
    """Whether a result is known of the match, or of one of its games."""
    known = results.get(match or "")
    return known is not None and (known.outcome != Outcome.UNPLAYED or known.games > 0)


def _first_free_round(tournament: Tournament, results: Results, begun: Collection[str]) -> int:
    """The first round from which on nothing was played."""
    played = [
        round_.number
        for round_ in tournament.rounds
        if any(was_played(table.match, results) or table.match in begun for table in round_.tables)
    ]
    return max(played, default=0) + 1


def _annulments(tournament: Tournament, first: int, stage: int, reason: str) -> list[TournamentEvent]:
    """Annuls the rounds from *first* on, the last one first, and then the stages from *stage* on."""
    events: list[TournamentEvent] = []
    while tournament.rounds and tournament.rounds[-1].number >= first:
        events += rounds.annul(tournament, reason)
        tournament = evolve(tournament, events[-1])
    while len(tournament.stages) > stage:
        events += stages.annul(tournament, reason)
        tournament = evolve(tournament, events[-1])
    return events


def _refreeze(tournament: Tournament, results: Results, reason: str) -> list[TournamentEvent]:
    """Decides again who advances, unless results are missing for that or an organiser has to break a tie."""
    try:
        return stages.refreeze(tournament, results, reason)
    except LeagueError:
        return []


def _evolve_all(tournament: Tournament, events: Sequence[TournamentEvent]) -> Tournament:
    for event in events:
        tournament = evolve(tournament, event)
    return tournament
