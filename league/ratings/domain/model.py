"""Ratings: what orders of finish say of how strong players are (docs/ratings.md).

Each match is rated by openskill's full Bradley–Terry model, which compares every two of its players and so keeps the
order of finish, shared ranks included. A rating period is one day: all its matches are rated from the ratings at the
day's beginning, and what they say of a player is added up as information, so that their order does not matter.

Floats are added up in a fixed order or by `fsum`, whose sum has none: the same matches give the same bytes.
"""

import math
import threading
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

_MODEL = BradleyTerryFull()  # mu 25, sigma 25/3, beta 25/6, tau 25/300
CACHE_SIZE = 2000  # matches, a kilobyte each
_SPREAD = 3  # standard deviations below the mean that a player is taken to be at least worth


class Rating(NamedTuple):
    """How strong a player seems: a normal distribution of mean `mu` and deviation `sigma`, after so many matches."""

    mu: float
    sigma: float
    matches: int

    @property
    def ordinal(self) -> float:
        """What players are ranked by; 0 for a new one."""
        return self.mu - _SPREAD * self.sigma


NEW = Rating(_MODEL.mu, _MODEL.sigma, 0)


class FinishOrder(NamedTuple):
    """Who finished a match and in which order: ranks from 1, shared where equal; sorted by player."""

    players: tuple[str, ...]
    ranks: tuple[int, ...]


Day = Mapping[str, Rating]  # ratings by player after a day, of those who played on it
Days = Mapping[date, Sequence[FinishOrder]]


def finish(
    seats: Sequence[str | None],
    wins: Sequence[int],
    points: Sequence[int],
    *,
    fewest_wins: bool = False,
    away: Collection[int] = (),
) -> FinishOrder | None:
    """The order of finish of a match: most games won, then most points (`fewest_wins`: the lower are the better).

    Seats that are *away*, having left before the end, are behind all others. Seats without a known player are passed
    over; None if fewer than two remain.
    """
    worth = {
        player: (seat not in away, won, -scored if fewest_wins else scored)
        for seat, (player, won, scored) in enumerate(zip(seats, wins, points, strict=True))
        if player is not None
    }
    if len(worth) < 2:
        return None
    players = tuple(sorted(worth))
    return FinishOrder(players, tuple(1 + sum(other > worth[player] for other in worth.values()) for player in players))


class _Seats(threading.local):
    """Openskill's objects, to put numbers in: it copies what it is given, and making one costs a random id."""

    def __init__(self) -> None:
        self._seats: list[list[BradleyTerryFullRating]] = []

    def taken(self, ratings: Sequence[Rating]) -> list[list[BradleyTerryFullRating]]:
        """A team of one for each rating."""
        while len(self._seats) < len(ratings):
            self._seats.append([_MODEL.rating()])
        seats = self._seats[: len(ratings)]
        for (seat,), rating in zip(seats, ratings, strict=True):
            seat.mu, seat.sigma = rating.mu, rating.sigma
        return seats


_seats = _Seats()


@lru_cache(maxsize=CACHE_SIZE)
def _rate_alone(start: tuple[Rating, ...], ranks: tuple[int, ...]) -> tuple[tuple[float, float], ...]:
    """Mu and sigma of each player after a match alone, by openskill.

    It is remembered: a match is rated over all clubs and in its own, often from the same ratings, and again with every
    other match that one of its players has on the day.
    """
    order: list[float] = list(ranks)
    return tuple([(rating.mu, rating.sigma) for (rating,) in _MODEL.rate(_seats.taken(start), order)])


def rate_day(
    before: Mapping[str, Rating], matches: Sequence[FinishOrder], whom: Collection[str] | None = None
) -> dict[str, Rating]:
    """The ratings of all who played in *matches* of one day, from those *before* it; who has none there is new.

    With *whom* only of those of them, of whom no match must be missing.
    """
    said: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for match in matches:
        start = tuple([before.get(player, NEW) for player in match.players])
        for player, after in zip(match.players, _rate_alone(start, match.ranks), strict=True):
            said[player].append(after)
    players = sorted(said if whom is None else said.keys() & whom)
    return {player: _combine(before.get(player, NEW), said[player]) for player in players}


def _combine(start: Rating, said: Sequence[tuple[float, float]]) -> Rating:
    """One rating from what each match of a day made of *start*.

    A match multiplies the distribution that the player came with by what it says; so do all of them together. In terms
    of the precision 1/sigma² and of mu/sigma² that is a sum. A single match is left as openskill has it.
    """
    matches = start.matches + len(said)
    if len(said) == 1:
        return Rating(*said[0], matches)
    came = 1 / (start.sigma**2 + _MODEL.tau**2)  # openskill widens by tau before each match; a day does so once
    precision = came + math.fsum(1 / sigma**2 - came for _, sigma in said)
    shift = math.fsum((mu - start.mu) / sigma**2 for mu, sigma in said) / precision
    return Rating(start.mu + shift, math.sqrt(1 / precision), matches)


def rerate_days(
    before: Mapping[str, Rating], known: Mapping[date, Day], days: Days, changed: Mapping[date, Iterable[str]]
) -> dict[date, dict[str, Rating | None]]:
    """What becomes of ratings where matches of players changed: by day and player, None for who plays no more that day.

    *before*: ratings before the first of the days; *known*: as they were worked out last time; *days*: all matches from
    the first changed day on, as they are now; *changed*: whose matches were added, changed or taken away. Only matches
    of those whose ratings can differ are rated again; the outcome is that of rating all of them.
    """
    ratings, moved = dict(before), set[str]()
    found: dict[date, dict[str, Rating | None]] = {}
    for day in sorted({*days, *known, *changed}):
        matches, had = days.get(day, ()), known.get(day, {})
        due = {*changed.get(day, ())} | {
            player for match in matches if not moved.isdisjoint(match.players) for player in match.players
        }
        after = rate_day(ratings, [match for match in matches if not due.isdisjoint(match.players)], due)
        new = {player: after.get(player) for player in sorted(due) if after.get(player) != had.get(player)}
        if new:
            found[day] = new
        ratings |= {player: rating for player, rating in had.items() if player not in new}
        ratings |= {player: rating for player, rating in new.items() if rating is not None}
        moved = (moved - (due & after.keys())) | new.keys()
    return found
