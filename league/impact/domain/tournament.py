"""Everything that a decision on a match changes in its tournament."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from league.impact.domain.draws import DrawChange, draw_changes
from league.impact.domain.policy import Plan, apply_plan, plan_recompute
from league.impact.domain.qualifiers import QualifierChange, qualifier_changes
from league.impact.domain.rows import Change, TableChange, ranking_changes, table_changes
from league.matches.domain.events import Policy
from league.standings.types import MatchResult
from league.tournaments.domain.results import Results, node_results
from league.tournaments.domain.standings import is_ranking_outdated
from league.tournaments.domain.tournament import Tournament


class TournamentChanges(NamedTuple):
    """`tournament`, `results`: those after the decision, under its policy.

    `level`: (round, table) of a knock-out that would end tied. `outdated`: whether results would give another final
    ranking than the recorded one.
    """

    tournament: Tournament
    results: Results
    tables: tuple[TableChange, ...]
    qualifiers: tuple[QualifierChange, ...]
    draws: tuple[DrawChange, ...]
    ranking: tuple[Change, ...]
    plan: Plan
    level: tuple[tuple[int, int], ...] = ()
    outdated: bool = False

    @property
    def any(self) -> bool:
        return bool(self.tables or self.qualifiers or self.draws or self.ranking or self.level)


def tournament_changes(
    tournament: Tournament,
    results: Results,
    decided: Mapping[str, MatchResult],
    policy: Policy,
    *,
    begun: Collection[str] = frozenset(),
    reason: str = "–",
) -> TournamentChanges:
    """What changes once the matches in *decided* have these results. `report` is computed as `keep`.

    *begun*: matches that are being played, without any result yet.
    """
    new_results = {**results, **decided}
    first = min(round_.number for round_ in tournament.published if not decided.keys().isdisjoint(round_.matches))
    draws = draw_changes(tournament, results, new_results, first)
    qualifiers = qualifier_changes(tournament, results, new_results)
    plan = plan_recompute(tournament, new_results, draws, qualifiers, begun=begun, reason=reason)
    after = apply_plan(tournament, plan) if policy == "recompute" else tournament
    known = set(node_results(tournament, results)[1])
    return TournamentChanges(
        after,
        new_results,
        table_changes(tournament, results, after, new_results),
        qualifiers,
        draws,
        ranking_changes(tournament, after),
        plan,
        tuple(place for place in node_results(tournament, new_results)[1] if place not in known),
        is_ranking_outdated(after, new_results),
    )
