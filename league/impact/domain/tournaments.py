"""All that a decision on a match changes in the tournament to which it belongs."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from league.impact.domain.draws import DrawChange, draw_changes
from league.impact.domain.policy import Plan, apply_plan, plan_recompute
from league.impact.domain.qualifiers import QualifierChange, qualifier_changes
from league.impact.domain.row_diff import Change
from league.impact.domain.standings import TableChange, ranking_changes, table_changes
from league.matches.domain.events import Policy
from league.tournaments.domain.results import MatchResult, Results, node_results
from league.tournaments.domain.standings import is_ranking_outdated
from league.tournaments.domain.tournament import Tournament


class TournamentEffects(NamedTuple):
    """`now`: the tournament after what is done by the policy. `level`: (round, table) of a knock-out that would end
    level. `outdated`: whether the final ranking would be another one than results give."""

    now: Tournament
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
        """Whether anything differs."""
        return bool(self.tables or self.qualifiers or self.draws or self.ranking or self.level)


def effects(
    tournament: Tournament,
    results: Results,
    decided: Mapping[str, MatchResult],
    policy: Policy,
    begun: Collection[str] = frozenset(),
    reason: str = "–",
) -> TournamentEffects:
    """What the tournament is once the matches in *decided* stand so; with `report`, what it would be with `keep`.

    *begun*: matches that are being played, without any result yet.
    """
    after = {**results, **decided}
    first = min(round_.number for round_ in tournament.published if not decided.keys().isdisjoint(round_.matches))
    draws = draw_changes(tournament, results, after, first)
    qualifiers = qualifier_changes(tournament, results, after)
    plan = plan_recompute(tournament, after, draws, qualifiers, begun, reason)
    then = apply_plan(tournament, plan) if policy == "recompute" else tournament
    known = set(node_results(tournament, results)[1])
    return TournamentEffects(
        then,
        after,
        table_changes(tournament, results, then, after),
        qualifiers,
        draws,
        ranking_changes(tournament, then),
        plan,
        tuple(place for place in node_results(tournament, after)[1] if place not in known),
        is_ranking_outdated(then, after),
    )
