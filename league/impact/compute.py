"""What a decision on a match would change, from the log as it stands; nothing is written."""

from collections.abc import Iterator
from datetime import UTC, date, datetime

import msgspec

from games.registry import engine
from league.eventlog.projections import runner
from league.impact.domain.impact import Effects, InRatings, InSeason, InTournament
from league.impact.domain.ratings import rating_changes
from league.impact.domain.row_diff import Change
from league.impact.domain.seasons import season_changes, series_changes
from league.impact.domain.tournaments import effects
from league.matches import repository as match_repository
from league.matches.domain.events import Policy
from league.matches.domain.match import Match
from league.matches.domain.series import SeriesMatch, standings
from league.matches.projections.series import COUNTS, counting_matches
from league.ratings.domain import rated_matches
from league.ratings.domain.rated_matches import Candidate
from league.ratings.models import EVERYWHERE, RatedMatch
from league.ratings.what_if import forecast_ratings
from league.seasons.attached_events import event_results, tournament_result
from league.seasons.models import SeasonEvent
from league.seasons.repository import leagues
from league.tournaments.domain.tournament import Tournament
from league.tournaments.repository import tournaments
from league.tournaments.results import match_results, preview_result

NO_REASON = "–"  # a reason in the log, where nobody gave one


def log_size() -> int:
    """How many events of the log have their place in it."""
    status = runner.status_of("ratings")
    return status.position + status.behind


def compute_effects(
    match_id: str, before: Match, after: Match, policy: Policy, *, drafts: bool, reason: str = ""
) -> Effects:
    """What changes if the match stands as *after* and not as *before*; *drafts*: whether those of rounds are looked at.

    With `report` it is what would change with `keep`.
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
) -> InTournament | None:
    id_ = before.opened.tournament
    if id_ is None:
        return None
    head, match = tournaments.load(id_)
    if not drafts and match.draft is not None:
        match = match._replace(rounds=match.rounds[:-1])
    results = match_results(match)
    if match_id not in results:
        return None  # its round was taken back
    results = {**results, match_id: preview_result(before, results[match_id])}
    decided = {match_id: preview_result(after, results[match_id])}
    begun = _matches_in_play(match, match_id)
    return InTournament(id_, head.seq, effects(match, results, decided, policy, begun, reason.strip() or NO_REASON))


def _matches_in_play(tournament: Tournament, match_id: str) -> set[str]:
    """Matches of rounds after that of the match in which somebody has moved."""
    if tournament.settings.level == "score":
        return set()
    number = next(round_.number for round_ in tournament.published if match_id in round_.matches)
    later = [match for round_ in tournament.published if round_.number > number for match in round_.matches]
    return {match for match in later if match_repository.load(match).state.began}


def _seasons(tournament: InTournament) -> Iterator[InSeason]:
    """Seasons in which the tournament counts; only once it is finished it does."""
    found = tournament.effects
    if found.now.phase != "finished":
        return
    was = tournaments.load(tournament.id).state
    rows = SeasonEvent.objects.filter(tournament=tournament.id).order_by("league", "season")
    for league_id, number in rows.values_list("league", "season"):
        season = leagues.load(str(league_id)).state.seasons[number - 1]
        before = {id_: event for id_, event in event_results(season).items() if event.finished}
        before[tournament.id] = tournament_result(tournament.id, was, match_results(was), season)
        after = {**before, tournament.id: tournament_result(tournament.id, found.now, found.results, season)}
        divisions = season_changes(season, before, after)
        if divisions:
            yield InSeason(str(league_id), number, season.closed is not None, divisions)


def _series(match_id: str, before: Match, after: Match) -> tuple[Change, ...]:
    series = before.opened.series
    if series is None:
        return ()
    others = counting_matches(series, without=match_id)
    fewest = engine(before.opened.game).meta.fewest_wins
    old = standings([*others, *_counting_match(before)], fewest_wins=fewest)
    return series_changes(old, standings([*others, *_counting_match(after)], fewest_wins=fewest))


def _counting_match(match: Match) -> list[SeriesMatch]:
    if not match.over or match.outcome not in COUNTS:
        return []
    sums = match.totals()
    return [SeriesMatch(match.opened.seats, sums.points, sums.wins, sums.winners, len(match.scores))]


def _ratings(match_id: str, before: Match, after: Match) -> Iterator[InRatings]:
    if after.rules.meta.team:
        return
    row = RatedMatch.objects.filter(match=match_id).first()
    known = None if row is None else msgspec.convert(row.known, Candidate, str_keys=True)
    ended = known.ended if known else None
    for found in forecast_ratings(match_id, _candidate(before, ended), _candidate(after, ended)):
        club = None if found.scope == EVERYWHERE else found.scope
        if found.moved is None:
            yield InRatings(club, found.since, None)
            continue
        old = {player: pair[0] for player, pair in found.moved.items()}
        new = {player: pair[1] for player, pair in found.moved.items()}
        if moved := rating_changes(old, new):
            yield InRatings(club, found.since, moved)


def _candidate(match: Match, ended: date | None) -> Candidate:
    """The match as ratings would know it, where it ended on that day before."""
    sums, candidate = match.totals(), rated_matches.start(match.opened)
    over = match.sheet.ended
    return msgspec.structs.replace(
        candidate,
        sheet=match.sheet,
        points=sums.points if over else (),
        wins=sums.wins if over else (),
        ended=(ended or datetime.now(UTC).date()) if over else None,
    )
