"""Ratings by game: over all clubs and by club, day by day (docs/ratings.md)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
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

# The last rating of each of some players in some scopes, before a day of each scope.
_BEFORE = """
SELECT each.scope, each.player, last.mu, last.sigma, last.matches, last.day
FROM unnest(%s::uuid[], %s::uuid[], %s::date[]) AS each (scope, player, first)
CROSS JOIN LATERAL (
    SELECT mu, sigma, matches, day FROM league_ratingday
    WHERE game = %s AND scope = each.scope AND player = each.player AND day < each.first ORDER BY day DESC LIMIT 1
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
        changed: dict[str, dict[UUID, Changed]] = defaultdict(lambda: defaultdict(lambda: defaultdict(set)))
        for key, row in rows.items():
            before, now = was.get(key), _finish(row)
            if before == now:
                continue
            for day, finish in filter(None, (before, now)):
                for scope in (EVERYWHERE, UUID(str(row.club))):
                    changed[row.game][scope][day].update(finish.players)
        for game, scopes in sorted(changed.items()):
            _rate(game, scopes)


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


def _rate(game: str, changed: Mapping[UUID, Changed]) -> None:
    """Rate again whom the changes can reach, in each scope from its first changed day on."""
    works = _works(game, changed, _days(game, _firsts(changed)))
    _write_days(game, works)
    _write_last(game, works)


def _firsts(changed: Mapping[UUID, Changed]) -> dict[UUID, date]:
    return {scope: min(days) for scope, days in changed.items()}


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


def _works(game: str, changed: Mapping[UUID, Changed], days: Mapping[UUID, Days]) -> dict[UUID, _Work]:
    """What becomes of ratings, by scope, where *days* are all matches from its first changed day on."""
    firsts = _firsts(changed)
    players = {
        scope: {player for matches in days[scope].values() for match in matches for player in match.players}.union(
            *changed[scope].values()
        )
        for scope in changed
    }
    before, known = _before(game, firsts, players), _known(game, firsts)
    return {
        scope: _Work(
            before[scope],
            known[scope],
            rerated(
                {player: rating for player, (rating, _) in before[scope].items()},
                known[scope],
                days[scope],
                changed[scope],
            ),
        )
        for scope in changed
    }


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
    days = dict(_days(game, {scope: first}, without=match)[scope])
    if finish is not None:
        days[finish[0]] = [*days.get(finish[0], ()), finish[1]]
    work = _works(game, {scope: changed}, {scope: days})[scope]
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


def _days(game: str, firsts: Mapping[UUID, date], without: str | None = None) -> dict[UUID, Days]:
    """By scope, all matches that are rated from its first day on, but for one."""
    scope = EVERYWHERE if len(firsts) > 1 else next(iter(firsts))
    matches = _rated_since(game, scope, min(firsts.values()))
    found: dict[UUID, dict[date, list[Finish]]] = {scope: defaultdict(list) for scope in firsts}
    for club, day, players, ranks in (matches if without is None else matches.exclude(match=without)).values_list(
        "club", "day", "players", "ranks"
    ):
        finish = Finish(tuple(map(str, players)), tuple(ranks))
        for scope in (EVERYWHERE, club):
            if scope in firsts and day is not None and day >= firsts[scope]:
                found[scope][day].append(finish)
    return {scope: found[scope] for scope in firsts}


def _before(
    game: str, firsts: Mapping[UUID, date], players: Mapping[UUID, set[str]]
) -> dict[UUID, dict[str, tuple[Rating, date]]]:
    """By scope, ratings before its first day, and of when they are."""
    found: dict[UUID, dict[str, tuple[Rating, date]]] = {scope: {} for scope in firsts}
    asked = [(scope, player, firsts[scope]) for scope in firsts for player in sorted(players[scope])]
    with connection.cursor() as cursor:
        cursor.execute(_BEFORE, [*map(list, zip(*asked, strict=True)), game])
        for scope, player, mu, sigma, matches, on in cursor:
            found[scope][str(player)] = (Rating(mu, sigma, matches), on)
    return found


def _known(game: str, firsts: Mapping[UUID, date]) -> dict[UUID, dict[date, dict[str, Rating]]]:
    """By scope, ratings of each day from its first one on, as they were worked out last time."""
    found: dict[UUID, dict[date, dict[str, Rating]]] = {scope: defaultdict(dict) for scope in firsts}
    rows = RatingDay.objects.filter(game=game, scope__in=list(firsts), day__gte=min(firsts.values()))
    for row in rows:
        if row.day >= firsts[row.scope]:
            found[row.scope][row.day][str(row.player)] = Rating(row.mu, row.sigma, row.matches)
    return found


def _write_days(game: str, works: Mapping[UUID, _Work]) -> None:
    for scope, work in works.items():
        for day, row in work.found.items():
            if gone := [player for player, rating in row.items() if rating is None]:
                RatingDay.objects.filter(game=game, scope=scope, day=day, player__in=gone).delete()
    RatingDay.objects.bulk_create(
        (
            RatingDay(game=game, scope=scope, player=player, day=day, **rating._asdict())
            for scope, work in works.items()
            for day, row in work.found.items()
            for player, rating in row.items()
            if rating is not None
        ),
        batch_size=_CHUNK,
        update_conflicts=True,
        unique_fields=["game", "scope", "player", "day"],
        update_fields=["mu", "sigma", "matches"],
    )


def _write_last(game: str, works: Mapping[UUID, _Work]) -> None:
    rows = []
    for scope, work in works.items():
        last = work.last(work.found)
        touched = {player for row in work.found.values() for player in row}
        if gone := touched - last.keys():
            Row.objects.filter(game=game, scope=scope, player__in=gone).delete()
        for player in sorted(touched & last.keys()):
            rating, on = last[player]
            rows.append(Row(game=game, scope=scope, player=player, day=on, ordinal=rating.ordinal, **rating._asdict()))
    Row.objects.bulk_create(
        rows,
        batch_size=_CHUNK,
        update_conflicts=True,
        unique_fields=["game", "scope", "player"],
        update_fields=["ordinal", "mu", "sigma", "matches", "day"],
    )
