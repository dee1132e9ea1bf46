"""A match of several games: totals by round and in sum, games won beside points, and who won the match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import add

from games.engine import Meta, Score, Seat


@dataclass(frozen=True, slots=True)
class Totals:
    """By seat: points and games won by round and in all; `winners` only once every game of the match has a result."""

    rounds: Mapping[int, tuple[int, ...]]
    round_wins: Mapping[int, tuple[int, ...]]
    points: tuple[int, ...]
    wins: tuple[int, ...]
    winners: tuple[Seat, ...]


def totals(meta: Meta, seats: int, games: Sequence[tuple[int, int]], scores: Mapping[tuple[int, int], Score]) -> Totals:
    """Add up *scores*, by (round, game), of a match that has *games* to play.

    Most games won decides, then points (the fewest where the game says so); equal in both is shared (Rummikub rules 7).
    """
    rounds: dict[int, tuple[int, ...]] = {}
    round_wins: dict[int, tuple[int, ...]] = {}
    nought = (0,) * seats
    for (round_, _), score in sorted(scores.items()):
        rounds[round_] = _add(rounds.get(round_, nought), score.points)
        won = tuple([1 if seat in score.winners else 0 for seat in range(seats)])
        round_wins[round_] = _add(round_wins.get(round_, nought), won)
    points, wins = nought, nought
    for round_, row in rounds.items():
        points, wins = _add(points, row), _add(wins, round_wins[round_])
    return Totals(rounds, round_wins, points, wins, _winners(meta, points, wins) if set(games) <= set(scores) else ())


def _winners(meta: Meta, points: Sequence[int], wins: Sequence[int]) -> tuple[Seat, ...]:
    rank = [(won, -scored if meta.fewest_wins else scored) for won, scored in zip(wins, points, strict=True)]
    if not any(wins):  # a team that lost every game
        return ()
    best = max(rank)
    return tuple(seat for seat, each in enumerate(rank) if each == best)


def _add(left: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(add, left, right))
