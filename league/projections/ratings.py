"""Ratings by game: over all clubs and by club, day by day (docs/ratings.md)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.db import connection
from django.db.models import QuerySet

from games.registry import engine
from league.domain import rated
from league.domain.events import MatchOpened
from league.domain.rated import Candidate
from league.domain.ratings import Days, Finish, Rating, rerated
from league.eventlog.values import Event
from league.models import RatedMatch, RatingDay
from league.models import Rating as Row
from league.models.ratings import EVERYWHERE
from league.projections.hot import fact
from league.projections.matches import match_id
from league.projections.sheets import QUIET

_CHUNK = 2000  # rows of a statement
FORESEEN = 20_000  # matches, at most, over which it is foreseen what becomes of ratings

# The last rating before a day of each of some players.
_BEFORE = """
SELECT each.player, last.mu, last.sigma, last.matches, last.day FROM unnest(%s::uuid[]) AS each (player)
CROSS JOIN LATERAL (
    SELECT mu, sigma, matches, day FROM league_ratingday
    WHERE game = %s AND scope = %s AND player = each.player AND day < %s ORDER BY day DESC LIMIT 1
) AS last
"""

Changed = dict[date, set[str]]  # by day, the players whose matches changed


class Ratings:
    """Events of matches to rows of `RatedMatch`, `RatingDay` and `Rating`."""

    name = "ratings"
    version = 1

    def reset(self) -> None:
        for table in (RatedMatch, RatingDay, Row):
            table.objects.all().delete()

    def apply(self, events: Sequence[Event]) -> None:
        theirs = [event for event in events if event.stream.startswith("match-") and event.kind not in QUIET]
        if not theirs:
            return
        rows = {str(row.match): row for row in RatedMatch.objects.filter(match__in={match_id(each) for each in theirs})}
        was = {key: _finish(row) for key, row in rows.items()}
        candidates = {key: msgspec.convert(row.known, Candidate, str_keys=True) for key, row in rows.items()}
        for event in theirs:
            _take_in(candidates, event)
        rows = {key: _row(key, candidate) for key, candidate in sorted(candidates.items())}
        RatedMatch.objects.bulk_create(
            rows.values(),
            batch_size=_CHUNK,
            update_conflicts=True,
            unique_fields=["match"],
            update_fields=["day", "players", "ranks", "known"],
        )
        changed: dict[tuple[str, UUID], Changed] = defaultdict(lambda: defaultdict(set))
        for key, row in rows.items():
            before, now = was.get(key), _finish(row)
            if before == now:
                continue
            for day, finish in filter(None, (before, now)):
                for scope in (EVERYWHERE, UUID(str(row.club))):
                    changed[row.game, scope][day].update(finish.players)
        for (game, scope), days in sorted(changed.items()):
            _rate(game, scope, days)


def _take_in(candidates: dict[str, Candidate], event: Event) -> None:
    """Note the event of a match; a match of a game that is never rated is not noted at all."""
    key, happened = match_id(event), fact(event)
    if isinstance(happened, MatchOpened):
        if not engine(happened.game, happened.rules).meta.team:
            candidates[key] = rated.opened(happened)
    elif key in candidates:
        candidates[key] = rated.evolve(candidates[key], happened, event.at.astimezone(UTC).date())


def _row(key: str, candidate: Candidate) -> RatedMatch:
    finish = candidate.finish
    return RatedMatch(
        match=key,
        club=candidate.club,
        game=candidate.game,
        day=candidate.ended if finish else None,
        players=list(finish.players) if finish else [],
        ranks=list(finish.ranks) if finish else [],
        known=msgspec.to_builtins(candidate, str_keys=True),
    )


def _finish(row: RatedMatch) -> tuple[date, Finish] | None:
    """When and how a match that is rated finished."""
    return None if row.day is None else (row.day, Finish(tuple(map(str, row.players)), tuple(row.ranks)))


def _rate(game: str, scope: UUID, changed: Mapping[date, Iterable[str]]) -> None:
    """Rate again whom the changes can reach, from the first changed day on."""
    work = _work(game, scope, changed, _days(game, scope, min(changed)))
    _write_days(game, scope, work.found)
    last = work.last(work.found)
    _write_last(game, scope, {player: last.get(player) for each in work.found.values() for player in each})


class _Work(NamedTuple):
    """Ratings before the first changed day, those that were `known` of each day since, and those `found` instead."""

    before: Mapping[str, tuple[Rating, date]]
    known: Mapping[date, Mapping[str, Rating]]
    found: Mapping[date, Mapping[str, Rating | None]]

    def last(self, found: Mapping[date, Mapping[str, Rating | None]]) -> dict[str, tuple[Rating, date]]:
        """The last rating of each player, and of when it is, with what was *found* instead of what was known."""
        last = dict(self.before)
        for day in sorted({*self.known, *found}):
            for player, rating in {**self.known.get(day, {}), **found.get(day, {})}.items():
                if rating is not None:
                    last[player] = (rating, day)
        return last


def _work(game: str, scope: UUID, changed: Mapping[date, Iterable[str]], days: Days) -> _Work:
    """What becomes of ratings where *days* are all matches from the first changed day on."""
    first = min(changed)
    players = {player for matches in days.values() for match in matches for player in match.players}
    players.update(*changed.values())
    before = _before(game, scope, first, players)
    known: dict[date, dict[str, Rating]] = defaultdict(dict)
    for row in RatingDay.objects.filter(game=game, scope=scope, day__gte=first):
        known[row.day][str(row.player)] = Rating(row.mu, row.sigma, row.matches)
    found = rerated({player: rating for player, (rating, _) in before.items()}, known, days, changed)
    return _Work(before, known, found)


class Foreseen(NamedTuple):
    """Ratings of a scope if a match finished otherwise: those that move, before and after, by player.

    None where more than `FORESEEN` matches were rated since, so that nobody waits for an answer; `since` counts them.
    """

    scope: UUID
    since: int
    moved: Mapping[str, tuple[Rating | None, Rating | None]] | None


def foreseen(match: str, was: Candidate, candidate: Candidate) -> list[Foreseen]:
    """Ratings over all clubs and in the club of a match if it stood so, and not as it *was*; nothing is written."""
    before, after = _finish(_row(match, was)), _finish(_row(match, candidate))
    if before == after:
        return []
    changed: Changed = defaultdict(set)
    for day, finish in filter(None, (before, after)):
        changed[day].update(finish.players)
    return [_foreseen(candidate.game, scope, match, after, changed) for scope in (EVERYWHERE, UUID(candidate.club))]


def _foreseen(game: str, scope: UUID, match: str, finish: tuple[date, Finish] | None, changed: Changed) -> Foreseen:
    first = min(changed)
    since = _rated_since(game, scope, first).count()
    if since > FORESEEN:
        return Foreseen(scope, since, None)
    days = dict(_days(game, scope, first, without=match))
    if finish is not None:
        days[finish[0]] = [*days.get(finish[0], ()), finish[1]]
    work = _work(game, scope, changed, days)
    old, new = work.last({}), work.last(work.found)
    players = {player for each in work.found.values() for player in each}
    return Foreseen(
        scope,
        since,
        {player: (_rating(old.get(player)), _rating(new.get(player))) for player in sorted(players)},
    )


def _rating(known: tuple[Rating, date] | None) -> Rating | None:
    return None if known is None else known[0]


def _rated_since(game: str, scope: UUID, first: date) -> QuerySet[RatedMatch]:
    matches = RatedMatch.objects.filter(game=game, day__gte=first)
    return matches if scope == EVERYWHERE else matches.filter(club=scope)


def _days(game: str, scope: UUID, first: date, without: str | None = None) -> Days:
    """All matches that are rated from a day on, but for one."""
    matches = _rated_since(game, scope, first).defer("known")
    days: dict[date, list[Finish]] = defaultdict(list)
    for row in matches if without is None else matches.exclude(match=without):
        if (rated_on := _finish(row)) is not None:
            days[rated_on[0]].append(rated_on[1])
    return days


def _before(game: str, scope: UUID, day: date, players: set[str]) -> dict[str, tuple[Rating, date]]:
    """Ratings before a day, and of when they are."""
    with connection.cursor() as cursor:
        cursor.execute(_BEFORE, [sorted(players), game, scope, day])
        return {str(player): (Rating(mu, sigma, matches), on) for player, mu, sigma, matches, on in cursor}


def _write_days(game: str, scope: UUID, found: Mapping[date, Mapping[str, Rating | None]]) -> None:
    for day, row in found.items():
        gone = [player for player, rating in row.items() if rating is None]
        if gone:
            RatingDay.objects.filter(game=game, scope=scope, day=day, player__in=gone).delete()
    RatingDay.objects.bulk_create(
        (
            RatingDay(game=game, scope=scope, player=player, day=day, **rating._asdict())
            for day, row in found.items()
            for player, rating in row.items()
            if rating is not None
        ),
        batch_size=_CHUNK,
        update_conflicts=True,
        unique_fields=["game", "scope", "player", "day"],
        update_fields=["mu", "sigma", "matches"],
    )


def _write_last(game: str, scope: UUID, last: Mapping[str, tuple[Rating, date] | None]) -> None:
    gone = [player for player, rating in last.items() if rating is None]
    if gone:
        Row.objects.filter(game=game, scope=scope, player__in=gone).delete()
    Row.objects.bulk_create(
        (
            Row(game=game, scope=scope, player=player, day=on, ordinal=rating.ordinal, **rating._asdict())
            for player, (rating, on) in ((player, each) for player, each in sorted(last.items()) if each is not None)
        ),
        batch_size=_CHUNK,
        update_conflicts=True,
        unique_fields=["game", "scope", "player"],
        update_fields=["ordinal", "mu", "sigma", "matches", "day"],
    )
