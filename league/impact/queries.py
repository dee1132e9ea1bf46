"""Previews of what a decision on a match would change. Nothing is stored."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from django.utils.translation import gettext
from msgspec import Meta

from games.errors import Phrase
from league.clubs.queries import names_of
from league.common.actor import Actor, require_official
from league.common.read_models import Id
from league.eventlog.errors import StreamMovedOn
from league.eventlog.projections import runner
from league.eventlog.statements import read_only
from league.impact.compute import compute_effects, log_size
from league.impact.domain.draws import DrawChange
from league.impact.domain.impact import RatingEffects, SeasonEffects, TournamentEffects
from league.impact.domain.policy import Plan, was_played
from league.impact.domain.qualifiers import QualifierChange
from league.impact.domain.rows import SERIES, Change
from league.impact.domain.rows import RowFigures as RowFigures
from league.matches import repository as match_repository
from league.matches.domain import decisions, rulings
from league.matches.domain.appeals import require_judge
from league.matches.domain.events import Policy
from league.matches.domain.match import Decision, Match
from league.matches.domain.rulings import RulingTerms
from league.matches.queries.list import MatchOutcome
from league.ratings.domain.model import Rating
from league.seasons.domain.tiebreaks import TIEBREAKS as SEASON_TIEBREAKS
from league.seasons.repository import leagues
from league.standings.tiebreaks.registry import TIEBREAKS
from league.tournaments.appeal_terms import judges
from league.tournaments.domain.events import QualificationFrozen, StageAnnulled
from league.tournaments.domain.results import Results
from league.tournaments.queries.detail import Names, entrant_names
from league.tournaments.repository import tournaments
from league.tournaments.results import match_results

PREVIEW_RULING = "–"  # instead of the id that a ruling will have
SHOWN = 50  # players, at most, those whose ratings change most
TriedDecision: TypeAlias = Literal["correct", "settle", "forfeit", "void", "reopen", "rule"]


class ResultPreview(msgspec.Struct, frozen=True):
    outcome: MatchOutcome
    points: tuple[int, ...]
    wins: tuple[int, ...]
    winners: tuple[int, ...]
    absent: list[int]


class FigureColumn(msgspec.Struct, frozen=True):
    code: str
    title: str


class RowChange(msgspec.Struct, frozen=True):
    id: Id
    name: str | None
    before: RowFigures | None
    after: RowFigures | None


class EntrantOrPlayer(msgspec.Struct, frozen=True):
    id: Id
    name: str | None


class ChangedTable(msgspec.Struct, frozen=True):
    stage: int
    group: int
    rows: list[RowChange]


class ChangedQualification(msgspec.Struct, frozen=True):
    stage: int
    group: int
    frozen: Annotated[bool, Meta(description="Whether it is already decided.")]
    come: Annotated[list[EntrantOrPlayer], Meta(description="Those who would qualify and have not.")]
    fall: Annotated[list[EntrantOrPlayer], Meta(description="Those who have qualified and would not.")]
    before: list[EntrantOrPlayer]
    after: list[EntrantOrPlayer]


class ReplacedTable(msgspec.Struct, frozen=True):
    table: int
    group: int
    match: Id | None
    played: bool
    seats: list[EntrantOrPlayer]


class ReplacementTable(msgspec.Struct, frozen=True):
    group: int
    seats: list[EntrantOrPlayer]


class ChangedRound(msgspec.Struct, frozen=True):
    round: int
    published: bool
    by_hand: Annotated[bool, Meta(description="Whether the draw was changed before it was published.")]
    annulled: Annotated[bool, Meta(description="Whether `recompute` annuls it.")]
    impossible: Annotated[str | None, Meta(description="Why no draw would be possible: a code.")]
    tables: Annotated[list[ReplacedTable], Meta(description="Those that would not exist.")]
    instead: list[ReplacementTable]
    out: Annotated[list[EntrantOrPlayer], Meta(description="Those who would have a bye and have none.")]


class TiedTable(msgspec.Struct, frozen=True):
    round: int
    table: int


class RecomputePreview(msgspec.Struct, frozen=True):
    rounds: Annotated[list[int], Meta(description="Annulled.")]
    stages: Annotated[list[int], Meta(description="Annulled.")]
    qualification: Annotated[list[int], Meta(description="Stages: decided again.")]
    ranking: Annotated[bool, Meta(description="Whether a new final ranking is recorded.")]
    rounds_left: Annotated[list[int], Meta(description="Kept because they were played.")]
    stages_left: Annotated[list[int], Meta(description="Stages whose qualification is kept.")]


class TournamentPreview(msgspec.Struct, frozen=True):
    tournament: Id
    name: str
    revision: int
    columns: list[FigureColumn]
    standings: list[ChangedTable]
    qualification: list[ChangedQualification]
    rounds: Annotated[list[ChangedRound], Meta(description="Later ones that would have been drawn differently.")]
    level: Annotated[list[TiedTable], Meta(description="Tables of a knock-out that would end in a tie.")]
    finished: bool
    ranking: Annotated[list[RowChange], Meta(description="Of the final ranking.")]
    ranking_outdated: Annotated[bool, Meta(description="Whether results would give another one than is recorded.")]
    recompute: Annotated[RecomputePreview, Meta(description="What this policy would do.")]


class ChangedDivision(msgspec.Struct, frozen=True):
    division: int
    name: str | None
    rows: list[RowChange]


class SeasonPreview(msgspec.Struct, frozen=True):
    league: Id
    league_name: str
    season: int
    name: str
    closed: Annotated[bool, Meta(description="Whether its table is frozen, and stays.")]
    columns: list[FigureColumn]
    divisions: list[ChangedDivision]


class SeriesPreview(msgspec.Struct, frozen=True):
    series: Id
    columns: list[FigureColumn]
    rows: list[RowChange]


class RatingFigures(msgspec.Struct, frozen=True):
    ordinal: float
    mu: float
    sigma: float
    matches: int


class ChangedRating(msgspec.Struct, frozen=True):
    player: Id
    name: str | None
    before: RatingFigures | None
    after: RatingFigures | None
    gain: Annotated[float, Meta(description="Of the ordinal, by which players are ranked.")]


class RatingScope(msgspec.Struct, frozen=True):
    club: Annotated[Id | None, Meta(description="Null: over all clubs.")]
    since: Annotated[int, Meta(description="Matches rated since that day.")]
    moved: Annotated[int | None, Meta(description="Players; null if too many matches were rated since.")]
    players: Annotated[list[ChangedRating], Meta(description="The biggest differences, at most 50.")]


class RatingsPreview(msgspec.Struct, frozen=True):
    position: int
    current: bool
    scopes: list[RatingScope]


class EffectsPreview(msgspec.Struct, frozen=True):
    match: Id
    revision: int
    position: Annotated[int, Meta(description="How many events of the log this is based on.")]
    decision: TriedDecision
    policy: Policy
    anything: Annotated[bool, Meta(description="Whether anything but the match changes.")]
    before: ResultPreview
    after: ResultPreview
    tournament: TournamentPreview | None
    seasons: list[SeasonPreview]
    series: SeriesPreview | None
    ratings: RatingsPreview


def _rule(match: Match, actor: Actor, *, terms: RulingTerms, reason: str, appeal: str | None = None) -> Decision:
    """Rule on an appeal that *actor* has in hand, or on the match without one. Play goes no further."""
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
    match_id: str, actor: Actor, *, decision: TriedDecision, expected: int, policy: Policy = "keep", **terms: Any
) -> EffectsPreview:
    """What *decision*, with the terms of its command, would change, and what each policy does about it.

    `report` is computed as `keep`. Raises `NotAllowed`, `StreamMovedOn`, and what the command itself raises.
    """
    with read_only():
        position = log_size()
        head, match = match_repository.load(match_id)
        require_official(actor, match.opened.club, Phrase("see what a decision would change"))
        if head.seq != expected:
            raise StreamMovedOn(stream=head.stream, expected=expected, actual=head.seq)
        after = DECISIONS[decision](match, actor, **terms).match
        found = compute_effects(match_id, match, after, policy, drafts=actor.organiser(match.opened.club))
        return EffectsPreview(
            match=match_id,
            revision=head.seq,
            position=position,
            decision=decision,
            policy=policy,
            anything=found.any,
            before=_result(match),
            after=_result(after),
            tournament=None if found.tournament is None else _tournament(found.tournament),
            seasons=[_season(each) for each in found.seasons],
            series=None if match.opened.series is None else _series(match.opened.series, found.series),
            ratings=RatingsPreview(
                **runner.lag("ratings")._asdict(), scopes=[_ratings(each) for each in found.ratings]
            ),
        )


def _result(match: Match) -> ResultPreview:
    sums = match.summary.totals()
    absent = sorted(match.sheet.away.union(match.sheet.absent))
    return ResultPreview(match.outcome.value, sums.points, sums.wins, sums.winners, absent)


def _tournament(found: TournamentEffects) -> TournamentPreview:
    tournament, changes, plan = tournaments.load(found.id).state, found.changes, found.changes.plan
    names, results = entrant_names(tournament), match_results(tournament)
    tiebreaks = [FigureColumn(code, gettext(TIEBREAKS[code].title)) for code in tournament.settings.tiebreaks]
    return TournamentPreview(
        tournament=found.id,
        name=tournament.name,
        revision=found.revision,
        columns=[FigureColumn("score", gettext("Score")), *tiebreaks],
        standings=[ChangedTable(each.stage, each.group, _rows(each.rows, names)) for each in changes.tables],
        qualification=[_qualification(each, names) for each in changes.qualifiers],
        rounds=[_round(each, plan, results, names) for each in changes.draws],
        level=[TiedTable(*place) for place in changes.level],
        finished=tournament.phase == "finished",
        ranking=_rows(changes.ranking, names),
        ranking_outdated=changes.outdated,
        recompute=RecomputePreview(
            rounds=list(plan.annulled),
            stages=[event.stage for event in plan.events if isinstance(event, StageAnnulled)],
            qualification=[event.stage for event in plan.events if isinstance(event, QualificationFrozen)],
            ranking=tournament.phase == "finished" and bool(plan.events),
            rounds_left=list(plan.rounds_left),
            stages_left=list(plan.stages_left),
        ),
    )


def _rows(rows: Sequence[Change], names: Names) -> list[RowChange]:
    return [RowChange(row.id, names.get(row.id), row.before, row.after) for row in rows]


def _entrants(entrants: Sequence[str], names: Names) -> list[EntrantOrPlayer]:
    return [EntrantOrPlayer(entrant, names.get(entrant)) for entrant in entrants]


def _qualification(change: QualifierChange, names: Names) -> ChangedQualification:
    return ChangedQualification(
        stage=change.stage,
        group=change.group,
        frozen=change.frozen,
        come=_entrants(change.come, names),
        fall=_entrants(change.fall, names),
        before=_entrants(change.before, names),
        after=_entrants(change.after, names),
    )


def _round(change: DrawChange, plan: Plan, results: Results, names: Names) -> ChangedRound:
    return ChangedRound(
        round=change.round,
        published=change.published,
        by_hand=change.by_hand,
        annulled=change.round in plan.annulled,
        impossible=change.impossible,
        tables=[
            ReplacedTable(
                table=table.number,
                group=table.group,
                match=table.match,
                played=was_played(table.match, results),
                seats=_entrants(table.seats, names),
            )
            for table in change.gone
        ],
        instead=[ReplacementTable(group, _entrants(seats, names)) for group, seats in change.instead],
        out=_entrants(change.out, names),
    )


def _season(found: SeasonEffects) -> SeasonPreview:
    league = leagues.load(found.league).state
    season = league.seasons[found.season - 1]
    names = names_of(sorted({row.id for each in found.divisions for row in each.rows}))
    tiebreaks = [FigureColumn(code, gettext(SEASON_TIEBREAKS[code].title)) for code in season.rules.tiebreaks]
    titles = [division.name for division in season.rules.divisions]
    return SeasonPreview(
        league=found.league,
        league_name=league.name,
        season=found.season,
        name=season.name,
        closed=found.closed,
        columns=[FigureColumn("points", gettext("Points")), *tiebreaks],
        divisions=[
            ChangedDivision(each.division, titles[each.division] if titles else None, _rows(each.rows, names))
            for each in found.divisions
        ],
    )


def _series(series: str, rows: Sequence[Change]) -> SeriesPreview:
    titles = {
        "match_wins": gettext("Matches won"),
        "wins": gettext("Games won"),
        "points": gettext("Points"),
        "games": gettext("Games"),
        "matches": gettext("Matches"),
    }
    columns = [FigureColumn(code, titles[code]) for code in SERIES]
    return SeriesPreview(series, columns, _rows(rows, names_of(sorted(row.id for row in rows))))


def _ratings(found: RatingEffects) -> RatingScope:
    shown = (found.changes or ())[:SHOWN]
    names = names_of(sorted(each.player for each in shown))
    return RatingScope(
        club=None if found.club is None else str(found.club),
        since=found.since,
        moved=None if found.changes is None else len(found.changes),
        players=[
            ChangedRating(each.player, names.get(each.player), _rating(each.before), _rating(each.after), each.gain)
            for each in shown
        ],
    )


def _rating(rating: Rating | None) -> RatingFigures | None:
    return None if rating is None else RatingFigures(rating.ordinal, rating.mu, rating.sigma, rating.matches)
