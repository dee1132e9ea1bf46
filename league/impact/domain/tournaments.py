"""All that a decision on a match changes in the tournament to which it belongs."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from league.impact.domain.draws import DrawChange, draw_changes
from league.impact.domain.policy import Plan, applied, outdated, planned
from league.impact.domain.qualifiers import QualifierChange, qualifier_changes
from league.impact.domain.row_diff import Change
from league.impact.domain.standings import TableChange, ranking_changes, table_changes
from league.matches.domain.events import Policy
from league.tournaments.domain.results import MatchResult, Results, node_results
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
    now: Tournament,
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
    first = min(round_.number for round_ in now.published if not decided.keys().isdisjoint(round_.matches))
    draws = draw_changes(now, results, after, first)
    qualifiers = qualifier_changes(now, results, after)
    plan = planned(now, after, draws, qualifiers, begun, reason)
    then = applied(now, plan) if policy == "recompute" else now
    known = set(node_results(now, results)[1])
    return TournamentEffects(
        then,
        after,
        table_changes(now, results, then, after),
        qualifiers,
        draws,
        ranking_changes(now, then),
        plan,
        tuple(place for place in node_results(now, after)[1] if place not in known),
        outdated(then, after),
    )
