"""Ratings by game: over all clubs and by club, day by day (docs/ratings.md)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, date

from games.registry import engine
from league.eventlog.types import StoredEvent
from league.matches.domain.events import MatchOpened
from league.matches.domain.score_sheet__sheets import QUIET
from league.matches.projections.matches import match_id
from league.matches.repository import decode
from league.ratings import rows
from league.ratings.domain import rated_matches
from league.ratings.domain.rated_matches import Candidate
from league.ratings.models import RatedMatch, Rating, RatingDay
from league.ratings.recompute import Changed, Work, scopes, works
from league.ratings.rows import Lines


class Ratings:
    """Events of matches to rows of `RatedMatch`, `RatingDay` and `Rating`."""

    name = "ratings"
    version = 1

    def reset(self) -> None:
        for table in (RatedMatch, RatingDay, Rating):
            table.objects.all().delete()

    def apply(self, events: Sequence[StoredEvent]) -> None:
        theirs = [event for event in events if event.stream.startswith("match-") and event.kind not in QUIET]
        if not theirs:
            return
        were = rows.known({match_id(event) for event in theirs})
        candidates = dict(were)
        for event in theirs:
            _take_in(candidates, event)
        now = {match: candidate for match, candidate in sorted(candidates.items()) if candidate != were.get(match)}
        if not now:
            return
        lines = Lines([rows.line(*each) for each in now.items()])
        for game, changed in sorted(_changed(were, now).items()):
            for scope, work in works(game, changed, now).items():
                _put(lines, game, scope, work)
        rows.write(lines)


def _take_in(candidates: dict[str, Candidate], event: StoredEvent) -> None:
    """Note the event of a match; a match of a game that is never rated is not noted at all."""
    key, happened = match_id(event), decode(event)
    if isinstance(happened, MatchOpened):
        if not engine(happened.game, happened.rules).meta.team:
            candidates[key] = rated_matches.opened(happened)
    elif key in candidates:
        candidates[key] = rated_matches.evolve(candidates[key], happened, event.at.astimezone(UTC).date())


def _changed(were: Mapping[str, Candidate], now: Mapping[str, Candidate]) -> dict[str, dict[str, Changed]]:
    """By game and scope, whose matches are rated otherwise."""
    changed: dict[str, dict[str, dict[date, set[str]]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(set)))
    for match, candidate in now.items():
        before, after = were[match].rated if match in were else None, candidate.rated
        for day, finish in filter(None, (before, after) if before != after else ()):
            for scope in scopes(candidate):
                changed[candidate.game][scope][day].update(finish.players)
    return {game: dict(each) for game, each in changed.items()}


def _put(lines: Lines, game: str, scope: str, work: Work) -> None:
    """Put what is otherwise among the lines to write."""
    for day, row in work.found.items():
        for player, rating in row.items():
            key = {"game": game, "scope": scope, "player": player, "day": day}
            if rating is None:
                lines.no_days.append(key)
            else:
                lines.days.append(key | rating._asdict())
    last = work.last(work.found)
    for player in sorted(work.touched):
        key = {"game": game, "scope": scope, "player": player}
        if player in last:
            rating, day = last[player]
            lines.now.append(key | {"day": day, "ordinal": rating.ordinal} | rating._asdict())
        else:
            lines.not_now.append(key)
