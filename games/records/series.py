"""A match of several games: totals by round and in sum, games won beside points, and who won the match."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

from games.engine import Meta, Score, Seat


@dataclass(frozen=True, slots=True)
class Totals:
    """Points and games won by seat, by round and in total. `winners` are known once every game has a result."""

    rounds: Mapping[int, tuple[int, ...]]
    round_wins: Mapping[int, tuple[int, ...]]
    points: tuple[int, ...]
    wins: tuple[int, ...]
    winners: tuple[Seat, ...]


def totals(
    meta: Meta,
    seats: int,
    games: Sequence[tuple[int, int]],
    scores: Mapping[tuple[int, int], Score],
    absent: Collection[Seat] = (),
) -> Totals:
    """Add up *scores*, by (round, game), of a match that has *games* to play.

    Most games won decides, then points (the fewest where the game says so); equal in both is shared (Rummikub rules 7).
    Seats that were *absent* from a game keep what they have, and cannot win the match.
    """
    rounds: dict[int, tuple[int, ...]] = {}
    won: dict[int, list[int]] = {}
    for (round_, _), score in sorted(scores.items()):
        if round_ in rounds:
            rounds[round_] = _add(rounds[round_], score.points)
        else:
            rounds[round_], won[round_] = score.points, [0] * seats
        for seat in score.winners:
            won[round_][seat] += 1
    round_wins = {round_: tuple(row) for round_, row in won.items()}
    points, wins = _sum(rounds, seats), _sum(round_wins, seats)
    won_by = winners(meta, points, wins, absent) if scores.keys() >= {*games} else ()
    return Totals(rounds, round_wins, points, wins, won_by)


def winners(meta: Meta, points: Sequence[int], wins: Sequence[int], absent: Collection[Seat] = ()) -> tuple[Seat, ...]:
    """The seats that are best by these totals, except *absent* ones. Empty if no game was won."""
    rank = {
        seat: (won, -scored if meta.fewest_wins else scored)
        for seat, (won, scored) in enumerate(zip(wins, points, strict=True))
        if seat not in absent
    }
    if not rank or not any(wins):  # a team that lost every game
        return ()
    best = max(rank.values())
    return tuple(seat for seat, each in rank.items() if each == best)


def _sum(rows: Mapping[int, tuple[int, ...]], seats: int) -> tuple[int, ...]:
    return reduce(_add, rows.values()) if rows else (0,) * seats


def _add(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(add, left, right))
