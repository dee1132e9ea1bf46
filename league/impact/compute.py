"""What a decision on a match would change, computed from the log. Nothing is written."""

from collections.abc import Iterator
from datetime import date, datetime

import msgspec

from games.registry import engine
from league.clubs.locales import find_zone
from league.clubs.merges import kept_players
from league.clubs.queries import club_zone
from league.eventlog.projections import runner
from league.impact.domain.draws import draw_changes
from league.impact.domain.impact import Effects, RatingEffects, SeasonEffects, TournamentEffects
from league.impact.domain.policy import was_played
from league.impact.domain.rows import Change, rating_changes, season_changes, series_changes
from league.impact.domain.tournament import tournament_changes
from league.matches import outcomes
from league.matches import repository as match_repository
from league.matches.domain.events import Policy
from league.matches.domain.match import Match
from league.matches.projections.results import COUNTS, counting_matches
from league.ratings.domain import rated_matches
from league.ratings.domain.rated_matches import Candidate
from league.ratings.models import EVERYWHERE, RatedMatch
from league.ratings.what_if import forecast_ratings
from league.seasons.attached_events import event_results, resolve_people, resolve_result, tournament_result
from league.seasons.models import SeasonEvent
from league.seasons.repository import leagues
from league.standings.series import SeriesMatch, standings
from league.tournaments.domain.tournament import Tournament
from league.tournaments.repository import find_tournament, tournaments
from league.tournaments.results import match_results

NO_REASON = "–"  # a reason in the log where none was given


def log_size() -> int:
    """How many events have a position in the log."""
    status = runner.status_of("ratings")
    return status.position + status.behind


def compute_effects(
    match_id: str, before: Match, after: Match, policy: Policy, *, drafts: bool, reason: str = ""
) -> Effects:
    """What changes if the match is *after* instead of *before*. `report` is computed as `keep`.

    *drafts*: whether draft rounds are included.
    """
    tournament = _tournament(match_id, before, after, policy, drafts=drafts, reason=reason)
    return Effects(
        tournament,
        tuple(_seasons(tournament)) if tournament else (),
        _series(match_id, before, after),
        tuple(_ratings(match_id, before, after)),
    )


def _tournament(
    match_id: str, before: Match, after: Match, policy: Policy, *, drafts: bool, reason: str
) -> TournamentEffects | None:
    id_ = before.opened.tournament
    if id_ is None:
        return None
    head, tournament = tournaments.load(id_)
    if not drafts and tournament.draft is not None:
        tournament = tournament._replace(rounds=tournament.rounds[:-1])
    results = match_results(tournament)
    if match_id not in results:
        return None  # its round was annulled
    results = {**results, match_id: outcomes.result(before.summary)}
    decided = {match_id: outcomes.result(after.summary)}
    begun = _matches_in_play(tournament, match_id)
    changes = tournament_changes(tournament, results, decided, policy, begun=begun, reason=reason.strip() or NO_REASON)
    return TournamentEffects(id_, head.seq, changes)


def tables_in_question(match_id: str, before: Match, after: Match) -> list[str]:
    """Published knockout tables (`2.1`: round and table) without a result that would have other players *after* it."""
    tournament = find_tournament(before.opened.tournament)
    if tournament is None:
        return []
    known = next((round_ for round_ in tournament.published if match_id in round_.matches), None)
    if known is None or tournament.over or tournament.stages[known.stage].bracket is None:
        return []
    tournament = tournament._replace(rounds=tuple(tournament.published))
    results = {**match_results(tournament), match_id: outcomes.result(before.summary)}
    changed = {**results, match_id: outcomes.result(after.summary)}
    return [
        f"{change.round}.{table.number}"
        for change in draw_changes(tournament, results, changed, known.number)
        for table in change.gone
        if not was_played(table.match, results)
    ]


def _matches_in_play(tournament: Tournament, match_id: str) -> set[str]:
    """Matches of rounds after that of the match in which somebody has moved."""
    if tournament.settings.level == "score":
        return set()
    number = next(round_.number for round_ in tournament.published if match_id in round_.matches)
    later = [match for round_ in tournament.published if round_.number > number for match in round_.matches]
    return {match for match in later if match_repository.load(match).state.began}


def _seasons(effects: TournamentEffects) -> Iterator[SeasonEffects]:
    """Seasons in which the tournament counts. It counts only once it is finished."""
    changes = effects.changes
    if changes.tournament.phase != "finished":
        return
    was = tournaments.load(effects.id).state
    rows = SeasonEvent.objects.filter(tournament=effects.id).order_by("league", "season")
    for league_id, number in rows.values_list("league", "season"):
        season = resolve_people(leagues.load(str(league_id)).state).seasons[number - 1]
        before = {id_: event for id_, event in event_results(season).items() if event.finished}
        before[effects.id] = resolve_result(tournament_result(effects.id, was, match_results(was), season))
        changed = tournament_result(effects.id, changes.tournament, changes.results, season)
        after = {**before, effects.id: resolve_result(changed)}
        if divisions := season_changes(season, before, after):
            yield SeasonEffects(str(league_id), number, season.closed is not None, divisions)


def _series(match_id: str, before: Match, after: Match) -> tuple[Change, ...]:
    series = before.opened.series
    if series is None:
        return ()
    others = counting_matches(series, without=match_id)
    fewest = engine(before.opened.game).meta.fewest_wins
    old, new = (standings([*others, *_counting_match(match)], fewest_wins=fewest) for match in (before, after))
    return series_changes(old, new)


def _counting_match(match: Match) -> list[SeriesMatch]:
    if not match.over or match.outcome not in COUNTS:
        return []
    sums = match.summary.totals()
    kept = kept_players(player for player in match.opened.seats if player)
    seats = [kept.get(player or "", player) for player in match.opened.seats]
    return [SeriesMatch(seats, sums.points, sums.wins, sums.winners, len(match.scores))]


def _ratings(match_id: str, before: Match, after: Match) -> Iterator[RatingEffects]:
    if after.rules.meta.team:
        return
    row = RatedMatch.objects.filter(match=match_id).first()
    ended = None if row is None else msgspec.convert(row.known, Candidate, str_keys=True).ended
    old, new = (rated_matches.resolve_people(_candidate(match, ended), kept_players()) for match in (before, after))
    for found in forecast_ratings(match_id, old, new):
        club = None if found.scope == EVERYWHERE else found.scope
        changes = None if found.moved is None else rating_changes(found.moved)
        if changes != ():
            yield RatingEffects(club, found.since, changes)


def _candidate(match: Match, ended: date | None) -> Candidate:
    """The match as ratings would know it. *ended*: the day on which it ended before."""
    sums, candidate = match.summary.totals(), rated_matches.start(match.opened)
    over = match.sheet.ended
    return msgspec.structs.replace(
        candidate,
        sheet=match.sheet,
        points=sums.points if over else (),
        wins=sums.wins if over else (),
        ended=(ended or _today(match.opened.club)) if over else None,
    )


def _today(club: str) -> date:
    """The day by the clocks of the club."""
    return datetime.now(find_zone(club_zone(club))).date()
