"""What will change: a decision on a match tried out, and the world before and after it. Nothing is stored."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext

from games.errors import Phrase
from league.clubs.queries import names_of
from league.common.actor import Actor, require_official
from league.eventlog.errors import StreamMovedOn
from league.eventlog.projections import runner
from league.eventlog.statements import read_only
from league.impact.compute import compute_effects, log_size
from league.impact.domain.draws import DrawChange
from league.impact.domain.impact import Effects, InRatings, InSeason, InTournament
from league.impact.domain.policy import Plan, was_played
from league.impact.domain.qualifiers import QualifierChange
from league.impact.domain.ratings import SHOWN, RatingChange
from league.impact.domain.row_diff import Change, Figures
from league.impact.domain.seasons import SERIES
from league.matches import repository as match_repository
from league.matches.domain import decisions, rulings
from league.matches.domain.appeals import require_judge
from league.matches.domain.events import Policy
from league.matches.domain.match import Decision, Match
from league.matches.domain.rulings import RulingTerms
from league.ratings.domain.model import Rating
from league.seasons.domain.tiebreaks import TIEBREAKS as SEASON_TIEBREAKS
from league.seasons.repository import leagues
from league.standings.tiebreaks.registry import TIEBREAKS
from league.tournaments.appeal_terms import judges
from league.tournaments.domain.events import QualificationFrozen, StageAnnulled
from league.tournaments.domain.results import Results
from league.tournaments.domain.tournament import Tournament
from league.tournaments.queries.detail import Names, entrant_names
from league.tournaments.repository import tournaments
from league.tournaments.results import match_results

PREVIEW_RULING = "–"  # instead of the id that a ruling will have


def _rule(match: Match, actor: Actor, *, terms: RulingTerms, reason: str, appeal: str | None = None) -> Decision:
    """Rule on an appeal that *actor* has in hand, or on the match without one. The service deals nothing for that."""
    require_judge(actor, match, appeal, judges(match))
    ruling = rulings.RulingDraft(PREVIEW_RULING, terms, reason, str(actor.user), datetime.now(UTC), appeal)
    return rulings.commit(match, ruling, policy="keep")


DECISIONS: Mapping[str, Callable[..., Decision]] = {
    "correct": decisions.correct,
    "settle": decisions.settle,
    "forfeit": decisions.forfeit,
    "void": decisions.void,
    "reopen": decisions.reopen,
    "rule": _rule,
}


def effects(
    match_id: str, actor: Actor, *, decision: str, expected: int, policy: Policy = "keep", **terms: Any
) -> dict[str, Any]:
    """What *decision*, with the terms of its command, would change, and what each policy does about it.

    With `report` it is what would change with `keep`. `position`: so many events of the log it is true for.
    Raises `NotAllowed`, `StreamMovedOn`, and what the command itself raises.
    """
    with read_only():
        position = log_size()
        head, match = match_repository.load(match_id)
        require_official(actor, match.opened.club, Phrase("see what a decision would change"))
        if head.seq != expected:
            raise StreamMovedOn(stream=head.stream, expected=expected, actual=head.seq)
        after = DECISIONS[decision](match, actor, **terms).match
        found = compute_effects(match_id, match, after, policy, drafts=actor.organiser(match.opened.club))
        return {
            "match": match_id,
            "revision": head.seq,
            "position": position,
            "decision": decision,
            "policy": policy,
            "anything": found.any,
            "before": _result(match),
            "after": _result(after),
            "tournament": None if found.tournament is None else _tournament(found.tournament),
            "seasons": [_season(each) for each in found.seasons],
            "series": _series(match.opened.series, found),
            "ratings": {**runner.lag("ratings")._asdict(), "scopes": [_ratings(each) for each in found.ratings]},
        }


def _result(match: Match) -> dict[str, Any]:
    sums = match.totals()
    return {
        "outcome": match.outcome.value,
        "points": list(sums.points),
        "wins": list(sums.wins),
        "winners": list(sums.winners),
        "absent": sorted(match.sheet.away.union(match.sheet.absent)),
    }


def _tournament(given: InTournament) -> dict[str, Any]:
    match, found = tournaments.load(given.id).state, given.effects
    called, results = entrant_names(match), match_results(match)
    return {
        "tournament": given.id,
        "name": match.name,
        "revision": given.revision,
        "columns": [_column("score", gettext("Score")), *(_tiebreak_column(code) for code in match.settings.tiebreaks)],
        "standings": [
            {"stage": each.stage, "group": each.group, "rows": _rows(each.rows, called)} for each in found.tables
        ],
        "qualification": [_qualifiers(each, called) for each in found.qualifiers],
        "rounds": [_draw(each, found.plan, results, called) for each in found.draws],
        "level": [{"round": round_, "table": table} for round_, table in found.level],
        "finished": match.phase == "finished",
        "ranking": _rows(found.ranking, called),
        "ranking_outdated": found.outdated,
        "recompute": _plan(found.plan, match),
    }


def _tiebreak_column(code: str) -> dict[str, str]:
    return _column(code, gettext(TIEBREAKS[code].title))


def _column(code: str, title: str) -> dict[str, str]:
    return {"code": code, "title": title}


def _plan(plan: Plan, tournament: Tournament) -> dict[str, Any]:
    """What recomputing takes back and decides anew, and what it has to leave."""
    annulled = [fact.stage for fact in plan.facts if isinstance(fact, StageAnnulled)]
    again = [fact.stage for fact in plan.facts if isinstance(fact, QualificationFrozen)]
    return {
        "rounds": list(plan.annulled),
        "stages": annulled,
        "qualification": again,
        "ranking": tournament.phase == "finished" and bool(plan.facts),
        "rounds_left": list(plan.rounds_left),
        "stages_left": list(plan.stages_left),
    }


def _rows(rows: Sequence[Change], called: Names) -> list[dict[str, Any]]:
    return [
        {"id": row.id, "name": called.get(row.id), "before": _figures(row.before), "after": _figures(row.after)}
        for row in rows
    ]


def _figures(row: Figures | None) -> dict[str, Any] | None:
    return None if row is None else {"rank": row.rank, "figures": list(row.figures)}


def _entrants(entrants: Sequence[str], called: Names) -> list[dict[str, Any]]:
    return [{"id": entrant, "name": called.get(entrant)} for entrant in entrants]


def _qualifiers(change: QualifierChange, called: Names) -> dict[str, Any]:
    return {
        "stage": change.stage,
        "group": change.group,
        "frozen": change.frozen,
        "come": _entrants(change.come, called),
        "fall": _entrants(change.fall, called),
        "before": _entrants(change.before, called),
        "after": _entrants(change.after, called),
    }


def _draw(change: DrawChange, plan: Plan, results: Results, called: Names) -> dict[str, Any]:
    return {
        "round": change.round,
        "published": change.published,
        "by_hand": change.by_hand,
        "annulled": change.round in plan.annulled,
        "impossible": change.impossible,
        "tables": [
            {
                "table": table.number,
                "group": table.group,
                "match": table.match,
                "played": was_played(table.match, results),
                "seats": _entrants(table.seats, called),
            }
            for table in change.gone
        ],
        "instead": [{"group": group, "seats": _entrants(seats, called)} for group, seats in change.instead],
        "out": _entrants(change.out, called),
    }


def _season(given: InSeason) -> dict[str, Any]:
    league = leagues.load(given.league).state
    season = league.seasons[given.season - 1]
    called = names_of(sorted({row.id for each in given.divisions for row in each.rows}))
    titles = [_column(code, gettext(SEASON_TIEBREAKS[code].title)) for code in season.rules.tiebreaks]
    divisions = [division.name for division in season.rules.divisions]
    return {
        "league": given.league,
        "league_name": league.name,
        "season": given.season,
        "name": season.name,
        "closed": given.closed,
        "columns": [_column("points", gettext("Points")), *titles],
        "divisions": [
            {
                "division": each.division,
                "name": divisions[each.division] if divisions else None,
                "rows": _rows(each.rows, called),
            }
            for each in given.divisions
        ],
    }


def _series(series: str | None, found: Effects) -> dict[str, Any] | None:
    if series is None:
        return None
    titles = {
        "match_wins": gettext("Matches won"),
        "wins": gettext("Games won"),
        "points": gettext("Points"),
        "games": gettext("Games"),
        "matches": gettext("Matches"),
    }
    called = names_of(sorted(row.id for row in found.series))
    columns = [_column(code, titles[code]) for code in SERIES]
    return {"series": series, "columns": columns, "rows": _rows(found.series, called)}


def _ratings(given: InRatings) -> dict[str, Any]:
    shown = (given.moved or ())[:SHOWN]
    called = names_of(sorted(each.player for each in shown))
    return {
        "club": None if given.club is None else str(given.club),
        "since": given.since,
        "moved": None if given.moved is None else len(given.moved),
        "players": [_rating_change(each, called) for each in shown],
    }


def _rating_change(change: RatingChange, called: Names) -> dict[str, Any]:
    return {
        "player": change.player,
        "name": called.get(change.player),
        "before": _rating(change.before),
        "after": _rating(change.after),
        "gain": change.gain,
    }


def _rating(given: Rating | None) -> dict[str, Any] | None:
    if given is None:
        return None
    return {"ordinal": given.ordinal, "mu": given.mu, "sigma": given.sigma, "matches": given.matches}
