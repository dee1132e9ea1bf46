"""What becomes of ratings where matches changed, over all clubs and in each club, in days of rows."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple, TypeAlias
from uuid import UUID

from league.ratings import rows
from league.ratings.domain.model import Days, FinishOrder, Rating, rerate_days
from league.ratings.domain.rated_matches import Candidate
from league.ratings.models import EVERYWHERE
from league.ratings.rows import RatingQuery, StoredRatings

Changed: TypeAlias = Mapping[date, set[str]]  # by day, the players whose matches changed

ALL_CLUBS = str(EVERYWHERE)


class Recomputation(NamedTuple):
    """Ratings as they were worked out last time, and those of days that are `found` instead."""

    old: StoredRatings
    found: Mapping[date, Mapping[str, Rating | None]]

    @property
    def touched(self) -> set[str]:
        """Players of whom anything is otherwise."""
        return {player for day in self.found.values() for player in day}

    def last(self, found: Mapping[date, Mapping[str, Rating | None]]) -> dict[str, tuple[Rating, date]]:
        """The last rating of each player, and of when it is, with what was *found* instead of what was known."""
        last = dict(self.old.before)
        for day in sorted({*self.old.known, *found}):
            for player, rating in {**self.old.known.get(day, {}), **found.get(day, {})}.items():
                if rating is not None:
                    last[player] = (rating, day)
        return last


def scopes(candidate: Candidate) -> tuple[str, str]:
    """Where a match is rated: over all clubs, and in its own."""
    return ALL_CLUBS, str(UUID(candidate.club))


def recompute(game: str, changed: Mapping[str, Changed], instead: Mapping[str, Candidate]) -> dict[str, Recomputation]:
    """What becomes of ratings, by scope, where matches stand so *instead* of as they are written."""
    days = _days(game, changed, instead)
    standing = rows.read_ratings(game, {scope: _rating_query(days[scope], changed[scope]) for scope in changed})
    return {
        scope: Recomputation(old, _rating_changes(old, days[scope], changed[scope])) for scope, old in standing.items()
    }


def _days(game: str, changed: Mapping[str, Changed], instead: Mapping[str, Candidate]) -> dict[str, Days]:
    """By scope, all matches behind its first changed day, and at least those of that day that the changes reach."""
    firsts = {scope: min(days) for scope, days in changed.items()}
    first = min(firsts.values())
    players = {player for days in changed.values() for player in days.get(first, ())}
    found: dict[str, dict[date, list[FinishOrder]]] = {scope: defaultdict(list) for scope in changed}

    def note(scopes: Iterable[str], day: date, finish: FinishOrder) -> None:
        for scope in scopes:
            if scope in firsts and day >= firsts[scope]:
                found[scope][day].append(finish)

    for each in rows.read_matches(game, first, players):
        if each.match not in instead:
            note((ALL_CLUBS, each.club), each.day, each.finish)
    for candidate in instead.values():
        if candidate.game == game and (rated := candidate.rated):
            note(scopes(candidate), *rated)
    return {scope: found[scope] for scope in changed}


def _rating_query(days: Days, changed: Changed) -> RatingQuery:
    """Whose ratings count: on the first day those of others are where they were, and matter if they play later."""
    first = min(changed)
    those = set[str]().union(*changed.values())
    later = those.union(*(match.players for day, matches in days.items() if day > first for match in matches))
    return RatingQuery(first, later.union(*(match.players for match in days.get(first, ()))), later)


def _rating_changes(old: StoredRatings, days: Days, changed: Changed) -> Mapping[date, Mapping[str, Rating | None]]:
    return rerate_days({player: rating for player, (rating, _) in old.before.items()}, old.known, days, changed)
