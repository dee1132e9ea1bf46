"""A first standings table: all complete matches of a series, games won first, then points (Rummikub rules 7)."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeriesMatch:
    """A complete match: player, points and games won by seat (None: a seat without a known player), and who won."""

    players: Sequence[str | None]
    points: Sequence[int]
    wins: Sequence[int]
    winners: Sequence[int]
    games: int


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """One player's line; equal games won and points share a rank, and the next rank counts all above it."""

    rank: int
    player: str
    matches: int
    match_wins: int
    games: int
    wins: int
    points: int


def standings(matches: Iterable[SeriesMatch], *, fewest_wins: bool = False) -> list[SeriesRow]:
    """The lines in order of rank, then of player id. `fewest_wins`: the lower points are the better."""
    sums: dict[str, list[int]] = defaultdict(lambda: [0] * 5)
    for match in matches:
        for seat, player in enumerate(match.players):
            if player is not None:
                row = (1, int(seat in match.winners), match.games, match.wins[seat], match.points[seat])
                sums[player] = [have + more for have, more in zip(sums[player], row, strict=True)]
    better = {player: (-row[3], row[4] if fewest_wins else -row[4]) for player, row in sums.items()}
    order = sorted(sums, key=lambda player: (better[player], player))
    lines: list[SeriesRow] = []
    for place, player in enumerate(order, 1):
        tied = bool(lines) and better[player] == better[lines[-1].player]
        lines.append(SeriesRow(lines[-1].rank if tied else place, player, *sums[player]))
    return lines
