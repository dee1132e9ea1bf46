"""What is done about what a decision changes: the policy that is chosen with it.

`recompute`: standings follow, and what follows from them and was not played yet is taken back, so that it is drawn and
decided anew. `keep`: standings follow; what was drawn, decided and ranked at the end stays. `report`: the finding is
kept with the decision, and the result stays as it was.
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
from league.tournaments.domain.events import RoundAnnulled, TournamentEvent
from league.tournaments.domain.results import Results
from league.tournaments.domain.tournament import Round, Tournament, evolve


class Plan(NamedTuple):
    """What recomputing does to a tournament.

    `matches`: those of rounds that are taken back. `rounds_left`, `stages_left`: rounds that would have been drawn
    otherwise, and stages from which others would go on, that stay as they are, because they were played on.
    """

    facts: tuple[TournamentEvent, ...] = ()
    matches: tuple[str, ...] = ()
    rounds_left: tuple[int, ...] = ()
    stages_left: tuple[int, ...] = ()

    @property
    def annulled(self) -> tuple[int, ...]:
        """The rounds that are taken back, the last one first."""
        return tuple(fact.round for fact in self.facts if isinstance(fact, RoundAnnulled))


def plan_recompute(
    tournament: Tournament,
    results: Results,
    draws: Sequence[DrawChange],
    qualifiers: Sequence[QualifierChange],
    begun: Collection[str] = frozenset(),
    reason: str = "",
) -> Plan:
    """What recomputing takes back, *results* being those after the decision; *begun*: matches that are being played."""
    wrong = sorted({each.stage for each in qualifiers if each.frozen})
    if tournament.phase == "finished":
        left = tuple(each.round for each in draws)
        return Plan(tuple(tournament_lifecycle.update_ranking(tournament, results, reason)), (), left, tuple(wrong))
    free = _free(tournament, results, begun)
    opened = [stage for stage in wrong if stage + 1 < len(tournament.stages)]
    back = min((stage for stage in opened if tournament.stages[stage + 1].first >= free), default=None)
    cuts = [each.round for each in draws if each.round >= free]
    if back is not None:
        cuts.append(tournament.stages[back + 1].first)
    recompute = _Recompute(tournament, reason)
    first_round = min(cuts, default=len(tournament.rounds) + 1)
    recompute.take_back(first_round, len(tournament.stages) if back is None else back + 1)
    if tournament.stage is not None and tournament.stage.number in wrong:
        recompute.refreeze(results)
    decided = {tournament.stage.number} if tournament.stage is not None and recompute.frozen else set()
    return Plan(
        tuple(recompute.facts),
        tuple(recompute.matches),
        tuple(each.round for each in draws if each.round < free),
        tuple(stage for stage in wrong if stage not in decided and (back is None or stage < back)),
    )


def _free(tournament: Tournament, results: Results, begun: Collection[str]) -> int:
    """The first round from which on nothing was played."""
    played = [round_.number for round_ in tournament.rounds if _round_was_played(round_, results, begun)]
    return max(played, default=0) + 1


def _round_was_played(round_: Round, results: Results, begun: Collection[str]) -> bool:
    return any(was_played(table.match, results) or table.match in begun for table in round_.tables)


def was_played(match: str | None, results: Results) -> bool:
    """Whether a result is known of the match, or of one of its games."""
    known = results.get(match or "")
    return known is not None and (known.outcome != Outcome.UNPLAYED or known.games > 0)


class _Recompute:
    """Facts that take things back, and the tournament after them."""

    def __init__(self, tournament: Tournament, reason: str) -> None:
        self.tournament = tournament
        self.reason = reason
        self.facts: list[TournamentEvent] = []
        self.matches: list[str] = []
        self.frozen = False

    def take_back(self, first: int, stage: int) -> None:
        """Take back the rounds from *first* on, and the stages from *stage* on."""
        while self.tournament.rounds and self.tournament.rounds[-1].number >= first:
            self.matches += self.tournament.rounds[-1].matches
            self._add(rounds.annul(self.tournament, self.reason))
        while len(self.tournament.stages) > stage:
            self._add(stages.annul(self.tournament, self.reason))

    def refreeze(self, results: Results) -> None:
        """Decide once more who goes on, unless results are missing for that, or an organiser has to part equals."""
        try:
            self._add(stages.refreeze(self.tournament, results, self.reason))
        except LeagueError:
            return
        self.frozen = True

    def _add(self, facts: Sequence[TournamentEvent]) -> None:
        for fact in facts:
            self.facts.append(fact)
            self.tournament = evolve(self.tournament, fact)


def apply_plan(tournament: Tournament, plan: Plan) -> Tournament:
    """The tournament after what recomputing does to it."""
    for fact in plan.facts:
        tournament = evolve(tournament, fact)
    return tournament
